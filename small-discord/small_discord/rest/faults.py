"""Requests that fail, are slow, or take effect but are answered with an error."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import web

from small_discord.limits.errors import INTERNAL_ERROR, ApiError
from small_discord.rest.rate_limits import VIA, too_many
from small_discord.rest.route import Route
from small_discord.weather import Befallen, Fault, Refusal, Weather
from small_discord.wire import answer

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
            return await work()
        self._weather.befallen.append(Befallen(request.path, fault))
        if fault is Fault.SLOW:
            await asyncio.sleep(self._weather.luck.uniform(0, self._weather.slowest))
            return await work()
        if isinstance(fault, Refusal):
            return _in_its_name(ApiError(*fault))
        if fault in _DONE_FIRST:
            await work()
            fault = _DONE_FIRST[fault]
        return _failed(fault, request)


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
