"""All rate limit buckets of a bot, and the global one."""

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from aiohttp import web

from small_discord.rates.answers import too_many
from small_discord.rates.limits import Limit, RateLimits
from small_discord.rates.window import Window
from small_discord.rest.route import Route
from small_discord.weather.clock import Clock

_MAJOR = (
    *("channel_id", "guild_id", "webhook_id", "webhook_token"),
    *("interaction_id", "interaction_token"),
)
"""The path parameters with a bucket for each value; paths that differ elsewhere share one."""
_MANY = 1000

Key = tuple[str, ...]


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
        """Count a request."""
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
            if len(self._windows) > _MANY:
                self._windows = {key: each for key, each in self._windows.items() if not each.is_over(now)}
            window = self._windows[key] = Window(limit, now)
        return window
