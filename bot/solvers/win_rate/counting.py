"""A survey on all cores, in parts that each take a fraction of a second.

Parts follow each other; each is sized by how long the previous ones took.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from bot.engine.rules import AnyRules
from bot.solvers.protocols import Counted
from bot.solvers.registry import Count, counter_for, fair_counter_for
from bot.solvers.win_rate.deals import Tally, deal, is_lost, play_deals, solve_deals
from bot.solvers.win_rate.workers import CORES, processes, threads

_NOTHING = Tally()
_SECONDS = 0.1
"""How long a part should take: short enough to stop soon, long enough to outweigh the cost of starting it."""
_AHEAD = 4 * CORES
"""Parts in flight at once, so that no worker is idle."""
_GROWTH = 16
"""How much larger a part may be than the one timed: one lucky deal says little about a million others."""


class Work(Protocol):
    """Counts a part of a survey."""

    def __call__(self, first: int, deals: int) -> Tally:
        """Count the deals with the numbers from `first` on."""


@contextmanager
def survey(
    rules: AnyRules, seed: int, deals: int, *, fair: bool, counted: Tally = _NOTHING
) -> Iterator[Iterator[Tally]]:
    """Begin a survey, or continue after the first deals; yield what is counted so far until it is complete.

    The counted deals are always the first ones, with none left out, so stopping while hard deals take longer
    than easy ones does not bias the result.
    """
    work = work_of_kernel(rules, seed, fair=fair)
    with threads() if work else processes(rules.family) as workers:
        yield growing(workers, work or work_one_by_one(rules, seed, fair=fair), deals, counted)


def growing(workers: Executor, work: Work, deals: int, counted: Tally = _NOTHING) -> Iterator[Tally]:
    """Make workers count up to `deals` deals, in parts; yield what is counted so far, as `survey` does."""
    total, parts = counted, Parts(counted.deals, deals, _SECONDS)
    waiting: deque[Future[tuple[Tally, float]]] = deque()
    while total.deals < deals:
        while parts.left and len(waiting) < _AHEAD:
            waiting.append(workers.submit(timed, work, *parts.take()))
        part, seconds = waiting.popleft().result()
        parts.learn(part.deals, seconds)
        total += part
        yield total


def timed(work: Work, first: int, deals: int) -> tuple[Tally, float]:
    """Do a part of some work; return its count and the seconds it took."""
    start = time.perf_counter()
    counted = work(first, deals)
    return counted, time.perf_counter() - start


def work_of_kernel(rules: AnyRules, seed: int, *, fair: bool) -> Work | None:
    """Return the work of a kernel that counts a game and releases the GIL, or None."""
    if fair:
        play = fair_counter_for(rules)
        return None if play is None else partial(_play_unless_lost, play, rules, seed)
    count = counter_for(rules)
    return None if count is None else partial(_count, count, rules, seed)


def work_one_by_one(rules: AnyRules, seed: int, *, fair: bool) -> Work:
    """Return the work of solving the deals of a game one by one, or of playing them fairly."""
    return partial(play_deals if fair else solve_deals, rules, seed)


@dataclass
class Parts:
    """The deals of a survey not yet handed out: those from number `begun` on."""

    begun: int
    deals: int
    seconds: float
    """How long a part should take."""
    _size: int = 1

    @property
    def left(self) -> bool:
        """Whether any deals are still to be handed out."""
        return self.begun < self.deals

    def take(self) -> tuple[int, int]:
        """Hand out the next part: the number of its first deal, and how many deals it has."""
        first, count = self.begun, min(self._size, self.deals - self.begun)
        self.begun += count
        return first, count

    def learn(self, deals: int, seconds: float) -> None:
        """Record how many seconds a part took."""
        self._size = max(1, min(int(deals * self.seconds / max(seconds, 1e-6)), deals * _GROWTH))


def _count(count: Count[Counted], rules: AnyRules, seed: int, first: int, deals: int) -> Tally:
    won, undecided = count(rules, seed, first, deals) or (0, deals)
    return Tally(won, deals, undecided)


def _play_unless_lost(play: Count[int], rules: AnyRules, seed: int, first: int, deals: int) -> Tally:
    """Count wins deal by deal, but for deals that nobody can win: a proof takes far less time than play."""
    numbers = range(first, first + deals)
    played = (number for number in numbers if not is_lost(rules, deal(rules, seed, number)))
    return Tally(sum(play(rules, seed, number, 1) or 0 for number in played), deals)
