"""The weather: rate limits, faults and storms, in plain fields that may be changed at any time.

Discord states its limits in the headers of its answers and publishes no list, so that they can change at any
time. The real ones here are what bots are commonly told; a bot that reads the headers copes with any.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any, NamedTuple

from small_discord.wire import Json

_MESSAGES = "/channels/{channel_id}/messages"
_HOOK = "/webhooks/{webhook_id}/{webhook_token}"
_COMMANDS = "/applications/{application_id}/commands"
_GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
_EMOJI = "/applications/{application_id}/emojis"
_REMEMBERED = 100_000


class Limit(NamedTuple):
    """A number of requests within a number of seconds."""

    requests: int
    seconds: float


@dataclass(frozen=True)
class RateLimits:
    """The limits of all requests of a bot together, of some routes, and of every other route."""

    everything: Limit
    other: Limit
    routes: Mapping[str, Limit] = field(default_factory=dict)

    def of(self, route: str) -> Limit:
        """Return the limit of a route such as "GET /gateway/bot"."""
        return self.routes.get(route, self.other)


GENEROUS = RateLimits(everything=Limit(10_000, 1), other=Limit(1000, 1))
"""Limits that nobody reaches."""


REAL = RateLimits(
    everything=Limit(50, 1),
    other=Limit(10, 5),
    routes={
        f"GET {_MESSAGES}": Limit(5, 5),
        f"POST {_MESSAGES}": Limit(5, 5),
        f"GET {_MESSAGES}/{{message_id}}": Limit(5, 5),
        f"PATCH {_MESSAGES}/{{message_id}}": Limit(5, 5),
        f"DELETE {_MESSAGES}/{{message_id}}": Limit(5, 1),
        f"PUT {_MESSAGES}/{{message_id}}/reactions/{{emoji_name}}/@me": Limit(1, 0.25),
        f"POST {_HOOK}": Limit(5, 2),
        f"PATCH {_HOOK}/messages/@original": Limit(5, 2),
        f"PATCH {_HOOK}/messages/{{message_id}}": Limit(5, 2),
        f"POST {_COMMANDS}": Limit(5, 20),
        f"PUT {_COMMANDS}": Limit(2, 60),
        f"POST {_GUILD_COMMANDS}": Limit(5, 20),
        f"PUT {_GUILD_COMMANDS}": Limit(2, 60),
        f"POST {_EMOJI}": Limit(50, 60),
        "POST /users/@me/channels": Limit(5, 5),
        "GET /gateway/bot": Limit(2, 5),
    },
)

_OLD_EDITS = Limit(3, 6)
"""Edits of messages older than an hour, for each channel."""


class Window:
    """Counts the requests of one bucket; its time begins with the first of them."""

    def __init__(self, limit: Limit, now: float) -> None:
        self.limit = limit
        self._used = 0
        self._ends = now + limit.seconds

    @property
    def remaining(self) -> int:
        """How many more requests fit."""
        return self.limit.requests - self._used

    def is_over(self, now: float) -> bool:
        """Say whether its time has run out."""
        return now >= self._ends

    def take(self) -> bool:
        """Count a request; return False if it does not fit."""
        if self.remaining <= 0:
            return False
        self._used += 1
        return True

    def wait(self, now: float) -> float:
        """Return the seconds until it is over, rounded up to milliseconds, as Discord gives them."""
        return math.ceil((self._ends - now) * 1000) / 1000

    def headers(self, bucket: str, now: float) -> dict[str, str]:
        """Return the rate limit headers of an answer."""
        return {
            "X-RateLimit-Limit": str(self.limit.requests),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": f"{self._ends:.3f}",
            "X-RateLimit-Reset-After": f"{self.wait(now):.3f}",
            "X-RateLimit-Bucket": bucket,
        }


@dataclass
class Clock:
    """Seconds since 1970, by which all that is counted, and all that ends, goes; a test may replace it."""

    now: Callable[[], float] = time.time


class Fault(Enum):
    """What can happen to a request."""

    INTERNAL_ERROR = "500 in Discord's name; nothing was done"
    BAD_GATEWAY = "502 in Cloudflare's name; nothing was done"
    GATEWAY_TIMEOUT = "504 in Cloudflare's name; nothing was done"
    DROPPED = "the connection ends; nothing was done"
    DONE_BUT_500 = "done, and answered 500 all the same"
    DONE_BUT_TIMED_OUT = "done, and answered 504 all the same"
    DONE_BUT_DROPPED = "done, and the connection ends before the answer"
    SLOW = "takes effect and is answered late"
    SHARED_LIMIT = "429 for a limit that is shared with other bots"
    SHUT_OUT = "403 in Cloudflare's name, which lets nothing through; nothing was done"


class Refusal(NamedTuple):
    """What may be planned too: a request is refused by a rule that the small Discord does not have itself."""

    status: int
    code: int
    message: str
    errors: Json | None = None


AUTOMOD = Refusal(400, 200000, "Message was blocked by automatic moderation")
"""What AutoMod says of a message, a reply or an edit with a word that a server does not allow."""


class Odd(Enum):
    """What was told with a field missing, null, of another type, or of a value that nobody knows."""

    EVENT = "an event of the gateway"


class Storm(Enum):
    """What can happen to a gateway connection; after the last of these, its session is over."""

    DROP = "the connection ends without a word"
    RECONNECT = "op 7: the client is asked to come back on another connection"
    RESUME = "op 9: the session is to be resumed"
    INVALID = "op 9: the session is over"


class Befallen(NamedTuple):
    """What has happened to a request to this path, or to the gateway."""

    path: str
    what: Fault | Refusal | Storm | Odd


class Planned(NamedTuple):
    """A fault that is certain: it hits the next request to a route such as "GET /gateway/bot"."""

    route: str
    fault: Fault | Refusal


@dataclass
class Weather:
    """Fair by default: nothing fails, and nobody reaches a limit."""

    seed: int = 0
    limits: RateLimits = GENEROUS
    old_edits: Limit | None = None
    """How many edits of messages older than an hour each channel takes; None is any number."""
    most_invalid: int = 10_000
    """How many requests within ten minutes may be answered 401, 403 or 429 before the bot is banned."""
    faults: dict[Fault, float] = field(default_factory=dict)
    """The probability of each fault per request: 0.01 is one in a hundred."""
    planned: list[Planned] = field(default_factory=list)
    slowest: float = 5.0
    """The longest delay of a slow request, in seconds."""
    storms_a_minute: float = 0.0
    """How often a gateway connection is dropped, told to reconnect, or has its session invalidated."""
    session_starts: int = 1000
    """How many sessions a bot may start in a day."""
    max_concurrency: int = 1
    seconds_between_identifies: float = 0.0
    """How far apart identifies of shards with the same number modulo `max_concurrency` must be."""
    oddity: Callable[[str, Any], Any] | None = None
    """What becomes of an event, by its name, before it is sent; `oddities` has some."""
    befallen: deque[Befallen] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    """What has happened to requests and connections of late."""

    def __post_init__(self) -> None:
        # One for each, so that the faults of requests do not depend on when storms come.
        self.luck = Random(f"requests {self.seed}")  # noqa: S311  weather, not a secret
        self.storm_luck = Random(f"storms {self.seed}")  # noqa: S311  weather, not a secret

    def event(self, name: str, event: Json) -> Json:
        """Return an event as it is sent."""
        odd: Json = event if self.oddity is None else self.oddity(name, event)
        if odd is not event:
            path = f"/gateway/{name}/{event.get('token') or event.get('id')}"
            self.befallen.append(Befallen(path, Odd.EVENT))
        return odd

    def fault_for(self, route: str) -> Fault | Refusal | None:
        """Return the fault that hits a request to a route: a planned one, or else one by chance."""
        for planned in self.planned:
            if planned.route == route:
                self.planned.remove(planned)
                return planned.fault
        drawn = self.luck.random()
        for fault, chance in self.faults.items():
            drawn -= chance
            if drawn < 0:
                return fault
        return None


def rough(seed: int) -> Weather:
    """Return weather as bad as on Discord's worst days: all faults but SHUT_OUT, and Discord's limits."""
    luck = Random(seed)  # noqa: S311  weather, not a secret
    return Weather(
        seed=seed,
        limits=REAL,
        old_edits=_OLD_EDITS,
        faults={fault: luck.uniform(0.002, 0.02) for fault in Fault if fault is not Fault.SHUT_OUT},
        slowest=luck.uniform(1, 5),
        storms_a_minute=luck.uniform(0.5, 3),
        seconds_between_identifies=5.0,
    )
