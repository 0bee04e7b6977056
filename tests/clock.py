"""A clock that tests set, and a store that uses it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.store import Store


class Clock:
    """It stands still until it is set; initially it shows noon."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return what the clock shows."""
        return self.now

    def wait(self, minutes: float) -> None:
        """Let time pass."""
        self.now += timedelta(minutes=minutes)

    def turn_to(self, day: date, hour: int, minute: int = 0) -> None:
        """Show another moment."""
        self.now = datetime.combine(day, time(hour, minute), UTC)


@pytest.fixture
def clock() -> Clock:
    """Return a clock of the test's own."""
    return Clock()


@pytest_asyncio.fixture
async def store(url: str, clock: Clock) -> AsyncIterator[Store]:
    """Open a store on an empty database that uses the test's clock."""
    async with await open_store(url, clock) as opened:
        yield opened
