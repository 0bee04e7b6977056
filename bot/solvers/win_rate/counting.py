"""A survey on all cores: in parts, each as long as a fraction of a second."""

from __future__ import annotations

import time
from collections import deque
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Protocol

from bot.solvers.registry import counter_for, fair_counter_for
from bot.solvers.win_rate.deals import play_deals, solve_deals
from bot.solvers.win_rate.tally import Tally
from bot.solvers.win_rate.workers import CORES, processes, threads

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor, Future

    from bot.engine.rules import AnyRules
    from bot.solvers.registry import Count

_SECONDS = 0.1
"""How long a part should take: short enough to stop soon, long enough for what starting it costs."""
_AHEAD = 4 * CORES
"""Parts that are given out at once, so that nobody waits for work."""


class Work(Protocol):
    """Counts a part of a survey."""

    def __call__(self, first: int, deals: int) -> Tally:
        """Count the deals with the numbers from `first` on."""


@contextmanager
def survey(rules: AnyRules, seed: int, deals: int, *, fair: bool) -> Iterator[Iterator[Tally]]:
    """Begin a survey; yield what is counted so far, again and again until it is all.

    What is counted so far are always the first deals, none left out: to break off when hard deals take longer
    than easy ones does not bend the result.
    """
    count = fair_counter_for(rules) if fair else counter_for(rules)
    if count is not None:
        with threads() as workers:
            yield growing(workers, partial(_count, count, rules, seed), deals)
    else:
        one_by_one = play_deals if fair else solve_deals
        with processes(rules.family) as workers:
            yield growing(workers, partial(one_by_one, rules, seed), deals)


def _count(count: Count, rules: AnyRules, seed: int, first: int, deals: int) -> Tally:
    return Tally(count(rules, seed, first, deals) or 0, deals)


def growing(workers: Executor, work: Work, deals: int) -> Iterator[Tally]:
    """Have workers count so many deals, in parts; yield what is counted so far, as `survey` does."""
    total, begun, size = Tally(), 0, 1
    waiting: deque[Future[tuple[Tally, float]]] = deque()
    while total.deals < deals:
        while begun < deals and len(waiting) < _AHEAD:
            part = min(size, deals - begun)
            waiting.append(workers.submit(_timed, work, begun, part))
            begun += part
        counted, seconds = waiting.popleft().result()
        size = max(1, int(counted.deals * _SECONDS / max(seconds, 1e-6)))
        total += counted
        yield total


def _timed(work: Work, first: int, deals: int) -> tuple[Tally, float]:
    start = time.perf_counter()
    counted = work(first, deals)
    return counted, time.perf_counter() - start
