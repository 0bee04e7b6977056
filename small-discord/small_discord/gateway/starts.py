"""How often a bot may start a session, and how fast."""

from small_discord.weather.clock import Clock
from small_discord.weather.weather import Weather
from small_discord.wire import Json
from small_discord.world.file import WorldFile

A_DAY = 24 * 3600.0
_KIND = "session_starts"


class SessionStarts:
    """Counts identifies per day, in the world's file, so that a bot that crashes does not start afresh."""

    def __init__(self, file: WorldFile, weather: Weather, clock: Clock) -> None:
        self._file = file
        self._weather = weather
        self._clock = clock
        self._last: dict[int, float] = {}
        self._began, self._used = 0.0, 0
        for kept in file.all(_KIND):
            self._began, self._used = float(kept["began"]), int(kept["used"])

    def limit(self) -> Json:
        """Return the limit as a bot is told of it."""
        now = self._clock.now()
        over = now >= self._began + A_DAY
        return {
            "total": self._weather.session_starts,
            "remaining": max(0, self._weather.session_starts - (0 if over else self._used)),
            "reset_after": 0 if over else int((self._began + A_DAY - now) * 1000),
            "max_concurrency": self._weather.max_concurrency,
        }

    def count(self) -> bool:
        """Count an identify; return False if there were too many today."""
        now = self._clock.now()
        if now >= self._began + A_DAY:
            self._began, self._used = now, 0
        self._used += 1
        self._file.put(_KIND, "0", {"began": self._began, "used": self._used})
        return self._used <= self._weather.session_starts

    def begin_anew(self) -> None:
        """Forget the count: with a new token, the bot starts afresh."""
        self._began, self._used = 0.0, 0
        self._file.drop(_KIND, "0")

    def is_too_fast(self, shard: int) -> bool:
        """Say whether a shard identifies too soon after another with the same rate limit key."""
        turn, now = shard % self._weather.max_concurrency, self._clock.now()
        before = self._last.get(turn, float("-inf"))
        self._last[turn] = now
        return now - before < self._weather.seconds_between_identifies
