"""Background work that nobody waits for: repeated for ever, or retried until it is done."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bot.store import Store, StoreFailing

log = logging.getLogger(__name__)
_DOUBLED_AT_MOST = 30
"""The most doublings; enough for any pause that is wanted."""
_A_MINUTE = 60.0  # seconds


class BackOff(NamedTuple):
    """Exponential back-off: pauses in seconds, each twice as long as the one before, up to the longest."""

    first: float
    longest: float

    def after(self, failures: int) -> float:
        """Return the pause after so many failures in all, at least one."""
        return min(self.first * 2.0 ** min(failures - 1, _DOUBLED_AT_MOST), self.longest)


async def repeat(
    work: Callable[[], Awaitable[float | None]],
    every: float,
    failed: str,
    *,
    first: float = 0.0,
    early: asyncio.Event | None = None,
) -> None:
    """Do some work every so many seconds until cancelled, starting after `first` seconds.

    The work may return the number of seconds until it is wanted again, and setting `early` triggers it at
    once, except for the first run. An error is logged with the message `failed`, and the work is repeated as
    usual.
    """
    await asyncio.sleep(first)
    while True:
        if early is not None:
            early.clear()
        try:
            pause = await work() or every
        except Exception:
            log.exception("%s; another try follows.", failed)
            pause = every
        await _pause(pause, early)


async def _pause(seconds: float, early: asyncio.Event | None) -> None:
    """Wait for some seconds, or until `early` is set."""
    if early is None:
        await asyncio.sleep(seconds)
        return
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await early.wait()


async def insist(
    work: Callable[[], Awaitable[bool]],
    every: float,
    failed: str,
    failures: tuple[type[Exception], ...],
    back_off: BackOff,
) -> None:
    """Do some work every so many seconds until it returns True.

    After each of the `failures`, or if the database fails, it is retried, with longer and longer pauses;
    `failed` is the message logged, with a placeholder for the seconds. Any other error propagates.
    """
    passing: tuple[type[Exception], ...] = (*failures, StoreFailing)
    tries = 0
    while True:
        try:
            if await work():
                return
            pause = every
        except passing as error:
            tries += 1
            pause = back_off.after(tries)
            log.warning(f"{failed}: %s", pause, str(error) or "no answer")
        await asyncio.sleep(pause)


async def keep_whole(store: Store) -> None:
    """Checkpoint the write-ahead log every minute until cancelled, so that a copy is never far behind.

    Every process that uses SQLite does this; PostgreSQL does not need it.
    """
    await repeat(store.checkpoint, _A_MINUTE, "The database file could not be completed", first=_A_MINUTE)
