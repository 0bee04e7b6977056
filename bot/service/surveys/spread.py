"""A survey on a cluster: its parts given out to all workers, and their counts put together in order."""

from __future__ import annotations

import math
import time
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.service.surveys.cluster import PATIENCE, check_installed, connected, examine
from bot.service.surveys.part import Part, count_part
from bot.solvers.win_rate.parts import Parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from distributed import Client, Future

    from bot.service.surveys.survey import Survey
    from bot.solvers.win_rate import Tally

_SECONDS = 1.0
"""How long a part should take: long enough that a scheduler keeps up with a thousand threads."""
_AHEAD = 4
"""Parts that are given out at once for each thread of the cluster."""
_LOOK = 2.0
"""Seconds after which to look again who works for the scheduler."""


@contextmanager
def counted_on(
    address: str, survey: Survey, deals: int, counted: Tally, compiling: Callable[[], None]
) -> Iterator[Iterator[Tally]]:
    """Go on with a survey on the cluster at an address, behind what is counted; yield what is counted so far.

    As on one machine, these are always the first deals. `compiling` is called if workers must compile first.
    Raise GameError where the cluster cannot be used, or is lost.
    """
    with connected(address) as client:
        if not examine(client, survey.game):
            compiling()
        yield spread(client, survey, deals, counted)


def spread(client: Client, survey: Survey, deals: int, counted: Tally) -> Iterator[Tally]:
    """Have a cluster count up to so many deals; yield what is counted so far.

    A part that is lost with its worker is counted again by another one.
    """
    total, parts, crew = counted, Parts(counted.deals, deals, _SECONDS), _Crew(client)
    waiting: deque[Future[Part]] = deque()
    while total.deals < deals:
        begun: list[tuple[int, int]] = []
        ahead = _AHEAD * crew.threads()
        while parts.left and len(waiting) + len(begun) < ahead:
            begun.append(parts.take())
        if begun:
            waiting.extend(_give(client, survey, begun))
        for part in client.gather(_done(waiting)):
            check_installed("A worker that has joined", part.installed)
            parts.learn(part.tally.deals, part.seconds)
            total += part.tally
        yield total


def _give(client: Client, survey: Survey, begun: list[tuple[int, int]]) -> list[Future[Part]]:
    """Give out parts, each as words and numbers."""
    words = (survey.game, survey.kind.value, survey.seed)
    # A part is as good as any other of the same deals, but two commands must not share how long one took.
    return client.map(count_part, *zip(*((*words, *part) for part in begun), strict=True), pure=False)


def _done(waiting: deque[Future[Part]]) -> list[Future[Part]]:
    """Take the first parts out of the queue that are done, at least one if that comes about soon."""
    from distributed import wait

    done: list[Future[Part]] = []
    try:
        wait(waiting[0], timeout=_LOOK)
    except TimeoutError:
        return done
    while waiting and waiting[0].done():
        done.append(waiting.popleft())
    return done


@dataclass
class _Crew:
    """Who works for a scheduler; workers come and go."""

    client: Client
    _threads: int = 1
    _looked: float = -math.inf
    _seen: float = field(default_factory=time.monotonic)

    def threads(self) -> int:
        """Return how many threads there are, at least one; raise GameError when there was none for long."""
        now = time.monotonic()
        if now - self._looked >= _LOOK:
            threads, self._looked = sum(self.client.nthreads().values()), now
            if threads:
                self._threads, self._seen = threads, now
            elif now - self._seen >= PATIENCE:
                raise GameError(
                    "No worker is left: start some with `dask worker`, and then this command again."
                )
        return self._threads
