"""Requests that fail, are slow, or take effect but are answered with an error."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from small_discord.limits.errors import INTERNAL_ERROR, ApiError
from small_discord.rest.rate_limits import VIA, too_many
from small_discord.rest.route import Route
from small_discord.weather import Befallen, Fault, Refusal, Surprise, Weather
from small_discord.wire import answer, dumps, loads

_CLOUDFLARE = {
    Fault.BAD_GATEWAY: (502, "Bad Gateway"),
    Fault.GATEWAY_TIMEOUT: (504, "Gateway Time-out"),
    Fault.SHUT_OUT: (403, "Forbidden"),
}
_DONE_FIRST = {
    Fault.DONE_BUT_500: Fault.INTERNAL_ERROR,
    Fault.DONE_BUT_TIMED_OUT: Fault.GATEWAY_TIMEOUT,
    Fault.DONE_BUT_DROPPED: Fault.DROPPED,
}
_SHARED_SECONDS = 1.0


class Faults:
    """Lets the weather loose on requests."""

    def __init__(self, weather: Weather) -> None:
        self._weather = weather

    async def befall(
        self, route: Route, request: web.Request, work: Callable[[], Awaitable[web.Response]]
    ) -> web.Response:
        """Carry out a request, or not, and answer as the weather dictates."""
        fault = self._weather.fault_for(f"{route.method} {route.path}")
        if fault is None:
            return self._told(route, request, await work())
        self._weather.befallen.append(Befallen(request.path, fault))
        if fault is Fault.SLOW:
            await asyncio.sleep(self._weather.luck.uniform(0, self._weather.slowest))
            return await work()
        if isinstance(fault, Surprise):
            return _SURPRISES[fault](await work())
        if isinstance(fault, Refusal):
            return _in_its_name(ApiError(*fault))
        if fault in _DONE_FIRST:
            await work()
            fault = _DONE_FIRST[fault]
        return _failed(fault, request)

    def _told(self, route: Route, request: web.Request, response: web.Response) -> web.Response:
        if self._weather.odd_answers is None or response.status not in (200, 201):
            return response
        told = _told(response)
        odd = self._weather.answer(f"{route.method} {route.path}", request.path, told)
        if odd is not told:
            response.body = dumps(odd).encode()
        return response


def _failed(fault: Fault, request: web.Request) -> web.Response:
    if fault is Fault.SHARED_LIMIT:
        return too_many("shared", _SHARED_SECONDS, {})
    if fault in _CLOUDFLARE:
        return _cloudflare(*_CLOUDFLARE[fault])
    if fault is Fault.DROPPED and request.transport is not None:
        request.transport.abort()  # nobody receives what is answered now
    return _in_its_name(INTERNAL_ERROR)


def _in_its_name(refusal: ApiError) -> web.Response:
    """Answer as Discord itself does, and nobody on the way."""
    response = answer(refusal.body(), refusal.status)
    response.headers.update(VIA)
    return response


def _cloudflare(status: int, reason: str) -> web.Response:
    title = f"{status} {reason}"
    page = (
        f"<html>\r\n<head><title>{title}</title></head>\r\n<body>\r\n<center><h1>{title}</h1></center>\r\n"
        "<hr><center>cloudflare</center>\r\n</body>\r\n</html>\r\n"
    )
    return web.Response(status=status, text=page, content_type="text/html", headers={"Server": "cloudflare"})


def _page(_expected: web.Response) -> web.Response:
    return web.Response(text="<html><title>Sign in to the network</title></html>", content_type="text/html")


def _other_type(expected: web.Response) -> web.Response:
    told = _told(expected)
    return answer({} if isinstance(told, list) else [told], expected.status)


def _without_ids(expected: web.Response) -> web.Response:
    return answer(_idless(_told(expected)), expected.status)


def _half(expected: web.Response) -> web.Response:
    text = expected.text or ""
    return web.Response(text=text[: len(text) // 2], status=expected.status, content_type="application/json")


def _odd_limit(expected: web.Response) -> web.Response:
    expected.headers.update({"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "soon"})
    return expected


def _idless(told: Any) -> Any:
    if isinstance(told, list):
        return [_idless(each) for each in told]
    if isinstance(told, dict):
        return {name: _idless(value) for name, value in told.items() if name != "id"}
    return told


def _told(response: web.Response) -> Any:
    return loads(response.text or "null")


_SURPRISES = {
    Surprise.PAGE: _page,
    Surprise.OTHER_TYPE: _other_type,
    Surprise.WITHOUT_IDS: _without_ids,
    Surprise.HALF: _half,
    Surprise.ODD_LIMIT: _odd_limit,
}
