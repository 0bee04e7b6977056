"""What would otherwise fill the log: thousands of lines about the same, of which one a minute is enough."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

_A_MINUTE = 60.0  # seconds


class OnceAMinute:
    """Says which lines to log: of each kind, one a minute."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Take the time in seconds from `now`."""
        self._now = now
        self._logged_at: dict[str, float] = {}
        self._held_back: Counter[str] = Counter()

    def held_back(self, kind: str) -> int | None:
        """Return how many lines of a kind were held back since the last one; None to hold one more back."""
        now = self._now()
        if now - self._logged_at.get(kind, float("-inf")) < _A_MINUTE:
            self._held_back[kind] += 1
            return None
        self._logged_at[kind] = now
        return self._held_back.pop(kind, 0)
