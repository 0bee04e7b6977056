"""The clock of the simulated network."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Clock:
    """Seconds since 1970, by which rate limits and session starts go; a test may replace it."""

    now: Callable[[], float] = time.time
