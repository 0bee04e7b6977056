"""Ids as Discord makes them: time in the upper bits, a counter below."""

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""The first second of 2015, where Discord's clock starts."""


class Snowflakes:
    """Hands out ids that always rise, even when the clock does not."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> str:
        """Return a fresh id for something that happens now."""
        now = (time.time_ns() // 1_000_000 - EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return str(self._last)

    def seen(self, snowflake: str) -> None:
        """Never again hand out this id, or one before it."""
        self._last = max(self._last, int(snowflake))


def iso_now() -> str:
    """Return the current time in Discord's form."""
    return datetime.now(UTC).isoformat()
