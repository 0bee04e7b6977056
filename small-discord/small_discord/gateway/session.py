"""One shard's session: what it subscribed to, what it was sent, where it can be reached."""

import secrets
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from small_discord.gateway.refusal import Refusal
from small_discord.wire import Json, dumps

if TYPE_CHECKING:
    from collections.abc import Callable

REPLAY = 2000
"""How many events a session keeps for a resume."""


class Shard(NamedTuple):
    """A shard's number and how many there are."""

    number: int
    total: int

    def has(self, guild_id: str | None) -> bool:
        """Say whether events of a server (None: direct messages) go to this shard."""
        return self.number == (0 if guild_id is None else (int(guild_id) >> 22) % self.total)


class Session:
    """A gateway session; it outlives its connection, so that a bot can resume it."""

    def __init__(self, shard: Shard, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.send: Callable[[str | Refusal], None] | None = None
        self._sequence = 0
        self._events: deque[tuple[int, str]] = deque(maxlen=REPLAY)

    @property
    def online(self) -> bool:
        """Whether a connection is attached."""
        return self.send is not None

    def dispatch(self, event: str, data: object) -> None:
        """Send an event; while nobody is connected, it waits for a resume."""
        self._sequence += 1
        frame = dumps({"op": 0, "t": event, "s": self._sequence, "d": data})
        self._events.append((self._sequence, frame))
        if self.send is not None:
            self.send(frame)

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
        "v": 10,
        "user": user | {"verified": True, "mfa_enabled": True, "email": None, "flags": 0},
        "guilds": [{"id": guild, "unavailable": True} for guild in guilds],
        "session_id": session.id,
        "session_type": "normal",
        "resume_gateway_url": url,
        "shard": list(session.shard),
        "application": {"id": app_id, "flags": 0},
        "private_channels": [],
    }
