"""The weather: how rough the network is, in plain fields that may be changed at any time."""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import NamedTuple

from small_discord.rates.limits import GENEROUS, OLD_EDITS, REAL, Limit, RateLimits

_REMEMBERED = 100_000


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


class Storm(Enum):
    """What can happen to a gateway connection; after the last of these, its session is over."""

    DROP = "the connection ends without a word"
    RECONNECT = "op 7: the client is asked to come back on another connection"
    RESUME = "op 9: the session is to be resumed"
    INVALID = "op 9: the session is over"


class Befallen(NamedTuple):
    """What has happened to a request to this path, or to the gateway."""

    path: str
    what: Fault | Storm


class Planned(NamedTuple):
    """A fault that is certain: it hits the next request to a route such as "GET /gateway/bot"."""

    route: str
    fault: Fault


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
    befallen: deque[Befallen] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    """What has happened to requests and connections of late."""

    def __post_init__(self) -> None:
        # One for each, so that the faults of requests do not depend on when storms come.
        self.luck = Random(f"requests {self.seed}")  # noqa: S311  weather, not a secret
        self.storm_luck = Random(f"storms {self.seed}")  # noqa: S311  weather, not a secret

    def fault_for(self, route: str) -> Fault | None:
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
    """Return weather as bad as on Discord's worst days, with every fault, and with Discord's limits."""
    luck = Random(seed)  # noqa: S311  weather, not a secret
    return Weather(
        seed=seed,
        limits=REAL,
        old_edits=OLD_EDITS,
        faults={fault: luck.uniform(0.002, 0.02) for fault in Fault},
        slowest=luck.uniform(1, 5),
        storms_a_minute=luck.uniform(0.5, 3),
        seconds_between_identifies=5.0,
    )
