"""Invalid requests: after too many of them, nothing gets through any more."""

from collections import deque
from collections.abc import Callable

from aiohttp import web

from small_discord.rates.answers import banned
from small_discord.weather.clock import Clock

SECONDS = 600.0
"""The time over which they are counted, and how long the ban then lasts."""


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
        return banned(left) if left > 0 else None

    def count(self, response: web.StreamResponse) -> None:
        """Look at an answer, and begin a ban if it was one too many."""
        shared = response.headers.get("X-RateLimit-Scope") == "shared"
        if response.status not in (401, 403, 429) or shared:
            return
        now = self._clock.now()
        self._times.append(now)
        while self._times[0] <= now - SECONDS:
            self._times.popleft()
        if len(self._times) >= self._most():
            self._times.clear()
            self._banned_until = now + SECONDS
