"""The weather: how hard the wire is, in plain fields that may be changed at any time."""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import NamedTuple

from bot.local.rates.limits import GENEROUS, REAL, RateLimits

_REMEMBERED = 100_000


class Fault(Enum):
    """What can befall a request."""

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
    """What can befall a gateway connection; after the last of them, its session is over."""

    DROP = "the connection ends without a word"
    RECONNECT = "op 7: the client is asked to come back on another connection"
    RESUME = "op 9: the session is to be resumed"
    INVALID = "op 9: the session is over"


class Befallen(NamedTuple):
    """What has befallen a request to this path, or the gateway."""

    path: str
    what: Fault | Storm


class Planned(NamedTuple):
    """A fault that is certain: it befalls the next request to a route such as "GET /gateway/bot"."""

    route: str
    fault: Fault


@dataclass
class Weather:
    """Fair as it comes: nothing fails, and nobody meets a limit."""

    seed: int = 0
    limits: RateLimits = GENEROUS
    most_invalid: int = 10_000
    """How many requests within ten minutes may be answered 401, 403 or 429 before all are shut out."""
    faults: dict[Fault, float] = field(default_factory=dict)
    """How likely each fault befalls a request: 0.01 is one in a hundred."""
    planned: list[Planned] = field(default_factory=list)
    slowest: float = 5.0
    """The seconds that a slow request takes at most."""
    storms_a_minute: float = 0.0
    """How often a gateway connection is dropped, told to reconnect, or its session is invalid."""
    session_starts: int = 1000
    """How many sessions a bot may start in a day."""
    max_concurrency: int = 1
    seconds_between_identifies: float = 0.0
    """How far apart identifies of shards must be whose numbers are the same modulo `max_concurrency`."""
    befallen: deque[Befallen] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    """What has befallen requests and connections of late."""

    def __post_init__(self) -> None:
        # Of its own for each, so that what befalls requests does not depend on when storms come.
        self.luck = Random(f"requests {self.seed}")  # noqa: S311  weather, not a secret
        self.storm_luck = Random(f"storms {self.seed}")  # noqa: S311  weather, not a secret

    def fault_for(self, route: str) -> Fault | None:
        """Return what befalls a request to a route: what is planned, else what chance has it."""
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
    """Return weather as bad as on Discord's worst days, with everything in it: Discord's limits too."""
    luck = Random(seed)  # noqa: S311  weather, not a secret
    return Weather(
        seed=seed,
        limits=REAL,
        faults={fault: luck.uniform(0.002, 0.02) for fault in Fault},
        slowest=luck.uniform(1, 5),
        storms_a_minute=luck.uniform(0.5, 3),
        seconds_between_identifies=5.0,
    )
