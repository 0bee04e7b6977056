"""A clock for everything that is stored: it never goes back, even if the machine's is set back."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

log = logging.getLogger(__name__)

Clock: TypeAlias = Callable[[], datetime]

MISLED = timedelta(days=3)
"""How far ahead a wrong clock may have been for what happened under it to be put right."""
_AT_ONCE = timedelta()
_WORTH_A_LINE = timedelta(seconds=1)
_MOST_AHEAD = timedelta(hours=2)
"""A clock that is set back further was far ahead, and only now shows the right time."""


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class SteadyClock:
    """Shows what another clock shows, unless that is set back by up to two hours.

    Then it goes on from where it was, at half speed until the other one has caught up. So the game that was
    played last is still the one with the latest time, and no game takes less than no time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._before = clock()
        self._ahead = _AT_ONCE

    def __call__(self) -> datetime:
        """Return the time."""
        now = self._clock()
        passed = now - self._before
        self._before = now
        if passed < _AT_ONCE:
            self._set_back(-passed)
        else:
            self._ahead = max(_AT_ONCE, self._ahead - passed / 2)
        return now + self._ahead

    def _set_back(self, by: timedelta) -> None:
        self._ahead += by
        if self._ahead > _MOST_AHEAD:
            self._ahead = _AT_ONCE
            log.warning("The clock was set back by %d s: the bot follows it.", by.total_seconds())
        elif by > _WORTH_A_LINE:
            log.warning(
                "The clock was set back by %d s: the bot goes on from the later time, at half speed until "
                "the clock has caught up.",
                by.total_seconds(),
            )
