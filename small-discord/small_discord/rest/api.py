"""All routes together: tokens are checked, refusals are worded, unknown requests are reported loudly."""

import logging
import re
from collections.abc import Awaitable, Callable
from functools import partial
from secrets import compare_digest

from aiohttp import web

from small_discord.limits.errors import ApiError, Problems
from small_discord.limits.fields import check_snowflake
from small_discord.rest.faults import Faults
from small_discord.rest.rate_limits import VIA, Buckets, InvalidRequests
from small_discord.rest.route import NOT_JSON, Route, read_body
from small_discord.rest.spec import Spec
from small_discord.transcript import Told, Transcript
from small_discord.weather import Weather
from small_discord.wire import Json, answer, dumps, loads
from small_discord.world.world import World

_log = logging.getLogger(__name__)

_BASE = "/api/v{version:9|10}"
_ID = re.compile(r"\{(\w+_id)\}")


class Api:
    """Turns known routes into aiohttp's and answers all others with 501.

    A request first meets Cloudflare, which may have banned the bot, then the weather, then the rate limits,
    and finally its route.
    """

    def __init__(
        self,
        world: World,
        spec: Spec | None,
        routes: list[Route],
        weather: Weather,
        transcript: Transcript,
    ) -> None:
        self._world = world
        clock = world.clock
        self._spec = spec
        self.routes = routes
        self._faults = Faults(weather)
        self._buckets = Buckets(lambda: weather.limits, clock)
        self._invalid = InvalidRequests(lambda: weather.most_invalid, clock)
        self._transcript = transcript
        self.unknown_routes: list[str] = []
        self.begun = 0
        self.done = 0
        """How many requests have come in, and have been answered."""

    def table(self) -> list[web.RouteDef]:
        """Return aiohttp's routes."""
        known = [
            web.route(route.method, _template(route.path), self._guarded(route)) for route in self.routes
        ]
        return [*known, web.route("*", "/api/{rest:.*}", self._unknown)]

    def _guarded(self, route: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            told = self._transcript.request(request.method, request.path)
            self.begun += 1
            try:
                response = await self._carry_out(route, request, told)
            finally:
                self.done += 1
            told.status = response.status
            if response.status >= 400:
                told.refusal = response.text or ""
            return response

        return handle

    async def _carry_out(self, route: Route, request: web.Request, told: Told) -> web.Response:
        refusal = self._invalid.refusal()
        if refusal is not None:
            return refusal
        response = await self._faults.befall(route, request, partial(self._limited, route, request, told))
        self._invalid.count(response)
        return response

    async def _limited(self, route: Route, request: web.Request, told: Told) -> web.Response:
        headers, refusal = self._buckets.take(route, request)
        response = await self._answer(route, request, told) if refusal is None else refusal
        if self._spec is not None and response.body:
            answered = loads(response.text or "")
            self._spec.check_answer(route.method, route.path, response.status, answered)
        response.headers.update(VIA | headers)
        return response

    async def _answer(self, route: Route, request: web.Request, told: Told) -> web.Response:
        try:
            if not route.open_:
                self._check_token(request)
            _check_ids(request)
            body = await read_body(request)
            told.text = dumps(body.json)
            if not route.takes_list and not isinstance(body.json, dict):
                raise NOT_JSON
            if self._spec is not None and request.body_exists:
                self._spec.check(route.method, route.path, body.json)
            _check_lacks(route, body.json)
            return await route.handler(request, body)
        except ApiError as refusal:
            _log.warning("%s %s is refused: %s", route.method, route.path, refusal.body())  # no tokens
            return answer(refusal.body(), refusal.status)
        except ConnectionError:
            return answer({}, 400)  # the client left before its request had come in full

    def _check_token(self, request: web.Request) -> None:
        given = request.headers.get("Authorization", "").encode()
        if not compare_digest(given, f"Bot {self._world.app.token}".encode()):
            raise ApiError(401, 0, "401: Unauthorized")

    async def _unknown(self, request: web.Request) -> web.Response:
        route = f"{request.method} {request.path}"
        self.unknown_routes.append(route)
        self._transcript.request(request.method, request.path).status = 501
        _log.error("The small Discord does not implement %s", route)
        return answer({"message": f"501: the small Discord does not implement {route}", "code": 0}, 501)


def _template(path: str) -> str:
    """Return a path for aiohttp, in which a word that may belong to another route of Discord's is no id."""
    return _BASE + _ID.sub(r"{\1:(?!@?[a-z-]+(?:/|$))[^/]+}", path)


def _check_ids(request: web.Request) -> None:
    problems = Problems()
    for name, value in request.match_info.items():
        if name.endswith("_id"):
            check_snowflake(problems, (name,), value)
    problems.refuse()


def _check_lacks(route: Route, body: Json) -> None:
    problems = Problems()
    for field in route.lacks:
        if body.get(field) is not None:
            problems.lack((field,), f"the '{field}' field of {route.method} {route.path}")
    problems.refuse()
