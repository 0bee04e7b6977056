"""Places for the solvers, shared fairly: nobody waits behind everything one other person has asked for."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from bot.service.errors import Refusal

R = TypeVar("R")
_IN_VAIN = 5.0
"""Seconds for which the bot's own work gives way to searches, of which some people always have one."""


class Urgency(enum.IntEnum):
    """The priority of a waiting job, most urgent first."""

    ANSWER = 0
    """Somebody is waiting for the answer."""
    SEARCH = 1
    """One slice of a long search."""
    AHEAD = 2
    """The bot's own work, done ahead of time; once it has waited for some seconds, it ranks as a search."""


class TooBusy(Refusal):
    """So many people are waiting that one more would wait for minutes."""


class Superseded(Refusal):
    """The same person has made a newer request in the meantime."""


class Asker:
    """One request for an answer, which may take several jobs; `person` is None for the bot itself."""

    def __init__(self, person: int | None) -> None:
        self.person = person


@dataclass(eq=False)
class _Job:
    asker: Asker
    rank: Urgency
    think: Callable[[], Any]
    result: asyncio.Future[Any]
    since: float


class FairPool:
    """A few places where jobs run, each in a thread, and the jobs waiting for them.

    Each person has one job at a time, and the newest request wins: an earlier one by the same person is
    dropped, at the end of its slice if it is already running. Jobs of the same rank start in order of
    arrival, so a job in slices takes turns with other people's. The bot's own work waits for all others', but
    does not starve: after some seconds it takes turns with searches. All methods must be called from the
    event loop's thread.
    """

    def __init__(
        self,
        threads: ThreadPoolExecutor,
        places: int,
        most_waiting: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Run at most as many jobs as there are `places`; others wait, up to `most_waiting`."""
        self._threads = threads
        self._places = places
        self._most_waiting = most_waiting
        self._clock = clock
        self._waiting: list[_Job] = []
        self._running: set[_Job] = set()
        self._asking: dict[int, Asker] = {}
        self._closed = False

    @contextlib.contextmanager
    def asked_by(self, person: int | None) -> Iterator[Asker]:
        """Begin a request; an older one by the same person fails with Superseded."""
        asker = Asker(person)
        if person is not None:
            self._drop(self._asking.get(person))
            self._asking[person] = asker
        try:
            yield asker
        finally:
            if person is not None and self._asking.get(person) is asker:
                del self._asking[person]

    async def think(self, asker: Asker, rank: Urgency, think: Callable[[], R]) -> R:
        """Run one job of a request and return its result; raise TooBusy if too many wait, or Superseded.

        Once the pool is closed, every job is cancelled.
        """
        if self._closed:
            raise asyncio.CancelledError
        if self._is_superseded(asker):
            raise Superseded
        if asker.person is not None and len(self._waiting) >= self._most_waiting:
            raise TooBusy
        job = _Job(asker, rank, think, asyncio.get_running_loop().create_future(), self._clock())
        self._waiting.append(job)
        self._begin()
        result: R = await job.result
        return result

    @property
    def waiting(self) -> int:
        """How many jobs wait for a place."""
        return sum(not job.result.done() for job in self._waiting)

    def close(self) -> None:
        """Start nothing more, and have nobody wait for what is running."""
        self._closed = True
        for job in (*self._waiting, *self._running):
            job.result.cancel()
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _is_superseded(self, asker: Asker) -> bool:
        return asker.person is not None and self._asking.get(asker.person) is not asker

    def _drop(self, asker: Asker | None) -> None:
        """Refuse a request's job if it is still waiting."""
        for job in [job for job in self._waiting if job.asker is asker]:
            self._waiting.remove(job)
            if not job.result.done():
                job.result.set_exception(Superseded())

    def _begin(self) -> None:
        """Start as many jobs as there are free places."""
        while len(self._running) < self._places and (job := self._next()) is not None:
            self._waiting.remove(job)
            self._running.add(job)
            running = asyncio.get_running_loop().run_in_executor(self._threads, job.think)
            running.add_done_callback(partial(self._end, job))

    def _next(self) -> _Job | None:
        """Return the job to start next; a job nobody awaits any more has been cancelled."""
        self._waiting = [job for job in self._waiting if not job.result.done()]
        busy = {job.asker.person for job in self._running} - {None}
        ready = (job for job in self._waiting if job.asker.person not in busy)
        return min(ready, key=self._rank, default=None)

    def _rank(self, job: _Job) -> Urgency:
        """Return the rank that a waiting job has by now."""
        waited = self._clock() - job.since
        return Urgency.SEARCH if job.rank is Urgency.AHEAD and waited >= _IN_VAIN else job.rank

    def _end(self, job: _Job, running: asyncio.Future[Any]) -> None:
        self._running.discard(job)
        if running.cancelled():
            job.result.cancel()
        elif (error := running.exception()) is not None:
            if not job.result.done():
                job.result.set_exception(error)
        elif not job.result.done():
            job.result.set_result(running.result())
        # The one who has awaited this may ask for the next slice first: then its rank counts, too.
        asyncio.get_running_loop().call_soon(self._begin)
