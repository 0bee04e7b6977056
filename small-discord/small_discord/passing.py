"""Time that passes at once: an event loop, discord.py and Discord are told that it is later.

Only what they go by is moved: the time of that loop, `time` and `datetime` as a few modules of discord.py
know them, and Discord's clock. All else in the process goes by Python's own clocks, which stay as they are.
"""

from __future__ import annotations

import asyncio
import contextvars
import datetime as dt
import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self
from weakref import WeakSet

_CLOCKED = (
    *("discord.ui.view", "discord.utils", "discord.ext.tasks", "discord.gateway"),
    *("discord.ext.commands.cooldowns", "discord.app_commands.checks"),
)
"""The modules of discord.py that go by a clock: timeouts of views, loops, cooldowns, how much it may send."""
_LEAST = 0.01


class LoopTime:
    """The time of an event loop: how far it is ahead, and when the next timer is due."""

    def __init__(self, loop: asyncio.BaseEventLoop) -> None:
        """Take over a loop for as long as it is there, as its time must never go back."""
        self._ahead = 0.0
        self._time, self._call_at = loop.time, loop.call_at
        self._timers: WeakSet[asyncio.TimerHandle] = WeakSet()
        vars(loop).update(time=self.now, call_at=self._note)

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> Self | None:
        """Return the time of a loop; None if it has other timers than asyncio's own."""
        if not isinstance(loop, asyncio.BaseEventLoop):
            return None
        known = getattr(loop.time, "__self__", None)
        return known if isinstance(known, cls) else cls(loop)

    def now(self) -> float:
        """Return what the loop takes for the time."""
        return self._time() + self._ahead

    def move(self, seconds: float) -> None:
        """Make it so much later."""
        self._ahead += seconds

    def until_next(self) -> float:
        """Return in how many seconds the next timer is due, 0.01 at least: they can be many."""
        now = self.now()
        due = (timer.when() for timer in self._timers if not timer.cancelled())
        return max(_LEAST, min((when - now for when in due if when > now), default=math.inf))

    def _note(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        timer = self._call_at(when, callback, *args, context=context)
        self._timers.add(timer)
        return timer


class _Instead:
    """Something of which some names are others'."""

    def __init__(self, real: object, **others: object) -> None:
        self._real = real
        vars(self).update(others)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


@contextmanager
def discord_py_ahead(ahead: Callable[[], float]) -> Iterator[None]:
    """Let the clocks of discord.py, as far as it is loaded, be so many seconds ahead inside the block."""

    def now(zone: dt.tzinfo | None = None) -> dt.datetime:
        return dt.datetime.now(zone) + dt.timedelta(seconds=ahead())

    instead = {
        "time": _Instead(
            time, monotonic=lambda: time.monotonic() + ahead(), time=lambda: time.time() + ahead()
        ),
        "datetime": _Instead(dt, datetime=_Instead(dt.datetime, now=now)),
    }
    loaded = [vars(sys.modules[name]) for name in _CLOCKED if name in sys.modules]
    changed = [(names, name, names[name]) for names in loaded for name in instead if name in names]
    for names, name, _ in changed:
        names[name] = instead[name]
    try:
        yield
    finally:
        for names, name, real in changed:
            names[name] = real
