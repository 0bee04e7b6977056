"""The rate limits of a bot: all its buckets, the global one, and the ban after too many invalid requests."""

from __future__ import annotations

import hashlib
import math
from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple

from aiohttp import web

from small_discord.rest.route import Route
from small_discord.weather import Clock, Limit, RateLimits, Window
from small_discord.wire import answer

_MAJOR = (
    *("channel_id", "guild_id", "webhook_id", "webhook_token"),
    *("interaction_id", "interaction_token"),
)
"""The path parameters with a bucket for each value; paths that differ elsewhere share one."""
_MANY_BUCKETS = 1000
Key = tuple[str, ...]
VIA = {"Via": "1.1 google"}
"""Carried by Discord's own answers but not by Cloudflare's: clients tell them apart by it."""
Scope = Literal["user", "global", "shared"]
_CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
_INVALID_SECONDS = 600.0
"""The time over which invalid requests are counted, and how long a ban then lasts."""


class Taken(NamedTuple):
    """The outcome of counting a request: headers for its answer, or the answer that refuses it."""

    headers: dict[str, str]
    refusal: web.Response | None = None


class Buckets:
    """Counts requests by route and major parameters."""

    def __init__(self, limits: Callable[[], RateLimits], clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        self._windows: dict[Key, Window] = {}

    def take(self, route: Route, request: web.Request) -> Taken:
        """Count a request; callbacks are never limited, and their answers say nothing of limits."""
        if route.path == _CALLBACK:
            return Taken({})
        now = self._clock.now()
        limits = self._limits()
        # Interaction responses and their follow-ups are exempt: nobody waits because of others.
        if not route.open_:
            everything = self._window(("everything",), limits.everything, now)
            if not everything.take():
                return Taken({}, too_many("global", everything.wait(now), {}))
        name = f"{route.method} {route.path}"
        about = tuple(request.match_info[part] for part in _MAJOR if part in request.match_info)
        window = self._window((name, *about), limits.of(name), now)
        fits = window.take()
        headers = window.headers(hashlib.sha256(name.encode()).hexdigest()[:32], now)
        return Taken(headers, None if fits else too_many("user", window.wait(now), headers))

    def _window(self, key: Key, limit: Limit, now: float) -> Window:
        window = self._windows.get(key)
        if window is None or window.limit != limit or window.is_over(now):
            if len(self._windows) > _MANY_BUCKETS:
                self._windows = {key: each for key, each in self._windows.items() if not each.is_over(now)}
            window = self._windows[key] = Window(limit, now)
        return window


def too_many(scope: Scope, seconds: float, headers: dict[str, str]) -> web.Response:
    """Answer that a limit is reached: the bot's own, that of all its requests, or one shared with others."""
    everything = scope == "global"
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everything, "code": 0}
    response = answer(body, 429)
    response.headers.update(headers | VIA)
    response.headers["Retry-After"] = str(math.ceil(seconds))
    response.headers["X-RateLimit-Scope"] = scope
    if everything:
        response.headers["X-RateLimit-Global"] = "true"
    return response


def _banned(seconds: float) -> web.Response:
    """Answer in Cloudflare's name, which says only for how long it lets nothing through."""
    page = (
        "<!DOCTYPE html>\n<html>\n<head><title>Access denied</title></head>\n"
        "<body><h1>Error 1015</h1><p>You are being rate limited.</p></body>\n</html>\n"
    )
    headers = {"Retry-After": str(math.ceil(seconds)), "Server": "cloudflare"}
    return web.Response(status=429, text=page, content_type="text/html", headers=headers)


class InvalidRequests:
    """Counts answers of 401, 403 and 429; a 429 for a shared limit is nobody's fault, and not counted."""

    def __init__(self, most: Callable[[], int], clock: Clock) -> None:
        self._most = most
        self._clock = clock
        self._times: deque[float] = deque()
        self._banned_until = 0.0

    def refusal(self) -> web.Response | None:
        """Return Cloudflare's answer while a ban lasts."""
        left = self._banned_until - self._clock.now()
        return _banned(left) if left > 0 else None

    def count(self, response: web.StreamResponse) -> None:
        """Look at an answer, and begin a ban if it was one too many."""
        shared = response.headers.get("X-RateLimit-Scope") == "shared"
        if response.status not in (401, 403, 429) or shared:
            return
        now = self._clock.now()
        self._times.append(now)
        while self._times[0] <= now - _INVALID_SECONDS:
            self._times.popleft()
        if len(self._times) >= self._most():
            self._times.clear()
            self._banned_until = now + _INVALID_SECONDS
