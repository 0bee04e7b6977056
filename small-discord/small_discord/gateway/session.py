"""One shard's session: how it may start, what it subscribed to, what it was sent, why it ends."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from small_discord.weather import Clock, Limit, Weather, Window
from small_discord.wire import Json, dumps
from small_discord.world.file import WorldFile

_REPLAY = 2000
"""How many events a session keeps for a resume."""
_ALL_MEMBERS = Limit(1, 30)
"""Requests for all members of a server, for each server and session."""
A_DAY = 24 * 3600.0
_KIND = "session_starts"


class Refusal(Exception):
    """The connection is closed with one of Discord's codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def wrong_token() -> Refusal:
    """Return the refusal of a token that is not, or no longer, the bot's."""
    return Refusal(4004, "Authentication failed.")


class Shard(NamedTuple):
    """A shard's number and how many there are."""

    number: int
    total: int

    def has(self, guild_id: str | None) -> bool:
        """Say whether events of a server (None: direct messages) go to this shard."""
        return self.number == (0 if guild_id is None else (int(guild_id) >> 22) % self.total)


class Session:
    """A gateway session; it outlives its connection, so that a bot can resume it."""

    def __init__(self, shard: Shard, intents: int, weather: Weather) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.send: Callable[[str | Refusal], None] | None = None
        self._weather = weather
        self._sequence = 0
        self._events: deque[tuple[int, str]] = deque(maxlen=_REPLAY)
        self._members_asked: dict[str, Window] = {}

    @property
    def online(self) -> bool:
        """Whether a connection is attached."""
        return self.send is not None

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event; while nobody is connected, it waits for a resume."""
        self._sequence += 1
        frame = dumps({"op": 0, "t": event, "s": self._sequence, "d": self._weather.event(event, data)})
        self._events.append((self._sequence, frame))
        if self.send is not None:
            self.send(frame)

    def wait_for_members(self, guild_id: str, now: float) -> float:
        """Count a request for all members of a server; return how many seconds too early it comes."""
        window = self._members_asked.get(guild_id)
        if window is None or window.is_over(now):
            window = self._members_asked[guild_id] = Window(_ALL_MEMBERS, now)
        return 0.0 if window.take() else window.wait(now)

    def end(self, refusal: Refusal) -> None:
        """Close the connection, if there is one."""
        if self.send is not None:
            self.send(refusal)

    def missed_since(self, sequence: int) -> list[str] | None:
        """Return the frames after a sequence number; None if some of them are gone."""
        oldest = self._events[0][0] if self._events else self._sequence + 1
        if not oldest - 1 <= sequence <= self._sequence:
            return None
        return [frame for number, frame in self._events if number > sequence]


def ready_payload(session: Session, user: Json, guilds: list[str], app_id: str, url: str) -> Json:
    """Return the payload of a shard's READY."""
    return {
        "user": user | {"verified": True, "mfa_enabled": True, "email": None},
        "guilds": [{"id": guild, "unavailable": True} for guild in guilds],
        "session_id": session.id,
        "session_type": "normal",
        "resume_gateway_url": url,
        "shard": list(session.shard),
        "application": {"id": app_id, "flags": 0},
        "private_channels": [],
    }


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
