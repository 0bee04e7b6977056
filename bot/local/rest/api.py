"""All routes together: tokens are checked, refusals are worded, what is unknown is told loudly."""

import logging
from collections.abc import Awaitable, Callable
from secrets import compare_digest

from aiohttp import web

from bot.local.limits.errors import ApiError
from bot.local.rest.bodies import NOT_JSON, read_body
from bot.local.rest.route import Route
from bot.local.rest.spec import Spec
from bot.local.wire import answer
from bot.local.world.world import World

_log = logging.getLogger(__name__)

BASE = "/api/v10"


class Api:
    """Turns known routes into aiohttp's and answers 404 to every other one."""

    def __init__(self, world: World, spec: Spec | None, routes: list[Route]) -> None:
        self._token = f"Bot {world.app.token}".encode()
        self._spec = spec
        self._routes = routes
        self.unknown_routes: list[str] = []

    def table(self) -> list[web.RouteDef]:
        """Return aiohttp's routes."""
        known = [web.route(route.method, BASE + route.path, self._guarded(route)) for route in self._routes]
        return [*known, web.route("*", "/api/{rest:.*}", self._unknown)]

    def _guarded(self, route: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            try:
                if not route.open_:
                    self._check_token(request)
                body = await read_body(request)
                if route.method != "PUT" and not isinstance(body.json, dict):
                    raise NOT_JSON  # only the overwriting of commands takes a list
                if self._spec is not None and request.body_exists:
                    self._spec.check(route.method, route.path, body.json)
                return await route.handler(request, body)
            except ApiError as refusal:
                _log.warning("%s %s is refused: %s", route.method, route.path, refusal.body())  # no tokens
                return answer(refusal.body(), refusal.status)

        return handle

    def _check_token(self, request: web.Request) -> None:
        given = request.headers.get("Authorization", "").encode()
        if not compare_digest(given, self._token):
            raise ApiError(401, 0, "401: Unauthorized")

    async def _unknown(self, request: web.Request) -> web.Response:
        route = f"{request.method} {request.path}"
        self.unknown_routes.append(route)
        _log.error("The local Discord does not implement %s", route)
        return answer({"message": "404: Not Found", "code": 0}, 404)
