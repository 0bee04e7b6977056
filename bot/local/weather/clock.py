"""The clock of the wire."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Clock:
    """Seconds since 1970, by which rate limits and session starts go; a test may put another in its place."""

    now: Callable[[], float] = time.time
