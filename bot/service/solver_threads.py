"""Solvers at work beside the event loop, which never waits for them."""

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
"""Threads: more of them would only slow every player down."""
_MOST_QUICK, _MOST_LONG = 200, 100
"""Jobs that may wait: whoever is the last of them still gets an answer while Discord takes one."""


class SolverThreads:
    """A few threads in which solvers run, shared fairly by everybody who asks.

    Everything here raises TooBusy where too many people wait, and Superseded where the same person has asked
    for something newer.
    """

    def __init__(self) -> None:
        self._quick = FairPool(_QUICK, _MOST_QUICK, "hint")
        self._long = FairPool(_LONG, _MOST_LONG, "review")

    async def quickly(self, person: int, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run what takes under two seconds, such as a hint, for a person."""
        with self._quick.asked_by(person) as asker:
            return await self._quick.think(asker, Rank.ANSWER, partial(think, *args))

    async def at_leisure(self, person: int, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run what may take longer, such as a review, for a person; no hint waits for it."""
        with self._long.asked_by(person) as asker:
            return await self._long.think(asker, Rank.ANSWER, partial(think, *args))

    async def ahead(self, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run what nobody waits for yet, once nobody waits for anything else that takes long."""
        with self._long.asked_by(None) as asker:
            return await self._long.think(asker, Rank.AHEAD, partial(think, *args))

    @contextlib.contextmanager
    def in_slices(self, person: int) -> Iterator[Slices]:
        """Let a person's search run in slices; reviews and other people's searches run in between."""
        with self._long.asked_by(person) as asker:
            yield Slices(self._long, asker)

    def close(self) -> None:
        """Begin nothing more; whatever is running ends within its limit."""
        for pool in (self._quick, self._long):
            pool.close()


class Slices:
    """A search that is under way."""

    def __init__(self, pool: FairPool, asker: Asker) -> None:
        self._pool = pool
        self._asker = asker

    async def run(self, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run one slice of it: about half a second."""
        return await self._pool.think(self._asker, Rank.SEARCH, partial(think, *args))
