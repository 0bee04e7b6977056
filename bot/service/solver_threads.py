"""Runs solvers in threads, off the event loop, which never waits for them."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from bot.service.fair_pool import FairPool, Rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.service.fair_pool import Asker

R = TypeVar("R")
Args = TypeVarTuple("Args")

_QUICK, _LONG = 2, 1
"""Threads; more would only slow every player down."""
_MOST_QUICK, _MOST_LONG = 200, 100
"""Jobs that may wait: even the last of them is answered while Discord still accepts a reply."""

POOLS = ("short", "long")
"""Hints and checks; reviews, searches, and what is done ahead of time."""
THREADS = ("hint", "review")
"""How the names of the threads of each pool begin."""


class SolverThreads:
    """A few threads in which solvers run, shared fairly by everybody who asks.

    Everything here raises TooBusy if too many people are waiting, and Superseded if the same person has made
    a newer request.
    """

    def __init__(self) -> None:
        quick, long = THREADS
        self._quick = FairPool(_QUICK, _MOST_QUICK, quick)
        self._long = FairPool(_LONG, _MOST_LONG, long)

    def waiting(self, pool: str) -> int:
        """Return how many jobs wait in one of the POOLS."""
        return {"short": self._quick, "long": self._long}[pool].waiting

    async def quickly(self, person: int, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run a job of under two seconds, such as a hint, for a person."""
        with self._quick.asked_by(person) as asker:
            return await self._quick.think(asker, Rank.ANSWER, partial(think, *args))

    async def at_leisure(self, person: int, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run a job that may take longer, such as a review, for a person; no hint waits for it."""
        with self._long.asked_by(person) as asker:
            return await self._long.think(asker, Rank.ANSWER, partial(think, *args))

    async def ahead(self, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run a job nobody is waiting for yet, once no other long job is waiting."""
        with self._long.asked_by(None) as asker:
            return await self._long.think(asker, Rank.AHEAD, partial(think, *args))

    @contextlib.contextmanager
    def in_slices(self, person: int) -> Iterator[Slices]:
        """Let a person's search run in slices; reviews and other people's searches run in between."""
        with self._long.asked_by(person) as asker:
            yield Slices(self._long, asker)

    def close(self) -> None:
        """Start nothing more; whatever is running ends within its limit."""
        for pool in (self._quick, self._long):
            pool.close()


class Slices:
    """A search run in slices."""

    def __init__(self, pool: FairPool, asker: Asker) -> None:
        self._pool = pool
        self._asker = asker

    async def run(self, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run one slice of the search: about half a second."""
        return await self._pool.think(self._asker, Rank.SEARCH, partial(think, *args))
