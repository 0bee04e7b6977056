"""Runs solvers off the event loop, which never waits for them: this process never loads any."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import math
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar, TypeVarTuple, cast

from bot.service.thinking.fair_pool import Asker, FairPool, Superseded, TooBusy, Urgency
from bot.service.thinking.worker import CannotLoad, Thought, thought_about
from bot.service.thinking.workers import Interrupted, Workers
from idle_year.engine.rules import AnyRules

R = TypeVar("R")
Args = TypeVarTuple("Args")
UNANSWERED = (TooBusy, Superseded, Interrupted, CannotLoad)
"""What whoever could do without an answer takes for none."""
SLICE = 0.1
"""Seconds after which a long job lets others have their turn."""
_QUICK = 2
"""Threads for short thinking; more would only slow every player down."""
_MOST_QUICK, _MOST_LONG = 200, 100
"""Jobs that may wait: even the last of them is answered while Discord still accepts a reply."""
POOLS = ("short", "long")
"""Hints and checks; reviews, searches, and what is done ahead of time."""
HINT_THREADS = "hint"
"""How the names of the threads begin in which short thinking is done."""
_SECONDS_A_TURN = 0.0005
"""How long a thread may hold the GIL; Python's default of 5 ms is noticeable."""
_NICE = 10
"""How much nicer a solver's thread is than the event loop's."""
_KEPT = 60.0
"""Seconds for which a worker is sure to keep what is expected of it."""
_QUIET = 5.0
"""Seconds without anybody's press after which it is quiet."""


class SolverThreads:
    """Where solvers run, shared fairly by everybody who asks: in workers, awaited in threads.

    Everything here raises TooBusy if too many people are waiting, and Superseded if the same person has made
    a newer request; Interrupted if a worker is killed again and again, and CannotLoad if none can have the
    solver. What workers are handed is pickled.
    """

    def __init__(self) -> None:
        self.quiet = Quiet()
        self._workers = Workers()
        self._hints = ThreadPoolExecutor(_QUICK, HINT_THREADS, give_way)
        self._quick = FairPool(self._hints, _QUICK, _MOST_QUICK)
        self._expected: dict[str, float] = {}
        places = self._workers.places
        self._long = FairPool(ThreadPoolExecutor(places, "wait"), places, _MOST_LONG)

    def waiting(self, pool: str) -> int:
        """Return how many jobs wait in one of the POOLS."""
        return {"short": self._quick, "long": self._long}[pool].waiting

    async def quickly(self, person: int, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run a job of a few seconds at most, such as a hint, for a person; it asks solvers by `ask`."""
        with self._quick.asked_by(person) as asker:
            return await self._quick.think(asker, Urgency.ANSWER, partial(think, *args))

    def ask(self, rules: AnyRules, think: Callable[[*Args], R], *args: *Args) -> R:
        """Have a worker think for less than two seconds about a game; to be called by a job of `quickly`."""
        return cast("R", self._workers.think_shortly(thought_about(rules, think, *args)))

    def expect(self, rules: AnyRules) -> None:
        """Have a worker load what a game needs, and keep it: the next question about it may be urgent.

        Nobody hears of it if that fails, until the question is asked.
        """
        now = time.monotonic()
        if now - self._expected.get(rules.id, -_KEPT) < _KEPT:
            return
        self._expected[rules.id] = now
        thought = thought_about(rules, think_nothing)
        if thought.packages:
            with contextlib.suppress(RuntimeError):  # the bot is leaving
                self._hints.submit(self._workers.think_shortly, thought)

    async def ahead(self, rules: AnyRules, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run a job about a game that nobody is waiting for yet, once no other long job is waiting.

        If there are always others, it takes turns with searches after some seconds.
        """
        return await self._for_all(Urgency.AHEAD, rules, think, *args)

    async def for_all(self, rules: AnyRules, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run a job about a game whose result somebody is waiting for, and others may wait for as well.

        It goes on even if one of them makes a newer request.
        """
        return await self._for_all(Urgency.ANSWER, rules, think, *args)

    @contextlib.contextmanager
    def in_slices(self, person: int, rank: Urgency) -> Iterator[Slices]:
        """Let a person's long job run in slices; those of higher rank and other people's run in between."""
        with self._long.asked_by(person) as asker:
            yield Slices(self._long, self._workers, asker, rank)

    async def apart(self, person: int, work: Callable[[*Args], R], *args: *Args) -> R:
        """Run a person's job that needs no solver, such as drawing at length, in a worker."""
        with self._long.asked_by(person) as asker:
            carry_out = partial(self._workers.think, Thought(work, args, ()))
            return cast("R", await self._long.think(asker, Urgency.ANSWER, carry_out))

    async def _for_all(self, rank: Urgency, rules: AnyRules, think: Callable[[*Args], R], *args: *Args) -> R:
        with self._long.asked_by(None) as asker:
            return await Slices(self._long, self._workers, asker, rank).run(rules, think, *args)

    def close(self) -> None:
        """Start nothing more, and end all long thinking; a hint ends within its limit."""
        for pool in (self._quick, self._long):
            pool.close()
        self._workers.close()


class Quiet:
    """Tells whether nobody has asked for anything for some seconds: what is made ahead is begun then.

    Else it would take a core from the answers to many people. Each such thing has a deadline, after which it
    is made however busy they are.
    """

    LOOK = 30.0
    """Seconds between two looks at whether it is quiet by now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = -math.inf

    def is_now(self) -> bool:
        """Whether it is quiet."""
        return self._clock() - self._last >= _QUIET

    def note(self) -> None:
        """Note that somebody has asked for something."""
        self._last = self._clock()


class Slices:
    """A long job, run in slices."""

    def __init__(self, pool: FairPool, workers: Workers, asker: Asker, rank: Urgency) -> None:
        self._pool = pool
        self._workers = workers
        self._asker = asker
        self._rank = rank

    async def run(self, rules: AnyRules, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run one slice of a job about a game: about SLICE seconds."""
        thought = thought_about(rules, think, *args)
        found = await self._pool.think(self._asker, self._rank, partial(self._workers.think, thought))
        return cast("R", found)


class Making:
    """Makes for everybody what is made once, such as dailies, one thing at a time and ahead of time.

    If anybody waits for one of them, it goes on as an answer from the next thought on.
    """

    def __init__(self, threads: SolverThreads) -> None:
        self._threads = threads
        self._turn = asyncio.Lock()
        self._awaited = 0

    @contextlib.asynccontextmanager
    async def turn(self, *, awaited: bool) -> AsyncIterator[None]:
        """Wait until nothing else is being made; `awaited` says that somebody is waiting for this."""
        self._awaited += awaited
        try:
            async with self._turn:
                yield
        finally:
            self._awaited -= awaited

    async def think(self, rules: AnyRules, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run a job about a game: as an answer if somebody waits, who may have come after it was begun."""
        run = self._threads.for_all if self._awaited else self._threads.ahead
        return await run(rules, think, *args)


def think_nothing() -> None:
    """Think nothing: the kernels are loaded before."""


def take_short_turns() -> None:
    """Make threads switch quickly, so that the event loop hardly waits for a solver."""
    sys.setswitchinterval(_SECONDS_A_TURN)


def give_way() -> None:
    """Lower the priority of this thread, so that the event loop gets a core before it."""
    if sys.platform == "linux":  # elsewhere it would be that of the whole process
        os.nice(_NICE)


def spare_what_is_loaded() -> None:
    """Exempt all present objects, which are there to stay, from garbage collection.

    Scanning the libraries and the compiler takes a tenth of a second, during which nobody gets an answer.
    """
    gc.freeze()
