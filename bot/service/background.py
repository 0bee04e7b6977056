"""Work that nobody waits for: again and again, or until it is done."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

_DOUBLED_AT_MOST = 30
"""Times; longer than any pause that is wanted."""


class BackOff(NamedTuple):
    """Pauses after failures, each twice as long as the one before it, up to a longest one; in seconds."""

    first: float
    longest: float

    def after(self, failures: int) -> float:
        """Return the pause after so many failures, at least one."""
        return min(self.first * 2.0 ** min(failures - 1, _DOUBLED_AT_MOST), self.longest)


async def repeat(
    work: Callable[[], Awaitable[float | None]],
    every: float,
    failed: str,
    *,
    first: float = 0.0,
    early: asyncio.Event | None = None,
) -> None:
    """Do some work every so many seconds until cancelled, beginning after the `first` of them.

    The work may return after how many seconds it is wanted again, and `early` has it done at once; only the
    first time does not come sooner. An error is logged with what has `failed`, and the work is done again as
    ever.
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
    """Wait, no longer than until something happens."""
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
    """Do some work every so many seconds until it returns that it is done.

    After each of the `failures` it is tried again, with longer and longer pauses: `failed` says so in the log
    and has a place for the seconds. Any other error ends it.
    """
    tries = 0
    while True:
        try:
            if await work():
                return
            pause = every
        except failures as error:
            tries += 1
            pause = back_off.after(tries)
            log.warning(f"{failed}: %s", pause, str(error) or "no answer")
        await asyncio.sleep(pause)
