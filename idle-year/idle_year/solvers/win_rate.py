"""Surveys: how many of many deals are won, by perfect play, by a fair player or by following every hint.

Deals are identified by a seed and a number from 0, so that the same survey always counts the same deals,
whoever counts which part of them.

They are counted on all cores, in parts that follow each other and each take a fraction of a second; a part
is sized by how long the previous ones took. Kernels that count whole surveys deal the same cards
(`kernels.rng`); here they come from Python's own integers, so that the two can be compared.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from functools import partial
from typing import Any, Protocol

from idle_year.engine.errors import GameError
from idle_year.engine.rules import AnyRules, Outcome
from idle_year.solvers.fair_play import interval, play_fairly
from idle_year.solvers.generic import Search
from idle_year.solvers.jit import CannotCompile
from idle_year.solvers.protocols import Answer, Counted, Limit
from idle_year.solvers.registry import (
    Count,
    compile_package,
    counter_for,
    fair_counter_for,
    packages_of,
    player_for,
    solver_for,
)

CORES = os.cpu_count() or 1
_SECONDS = 0.1
"""How long a part should take: short enough to stop soon, long enough to outweigh the cost of starting it."""
_AHEAD = 4 * CORES
"""Parts in flight at once, so that no worker is idle."""
_GROWTH = 16
"""How much larger a part may be than the one timed: one lucky deal says little about a million others."""
# Limited by nodes alone, so that results do not depend on the machine: ten seconds for Napoleon, a second
# for the plain search.
_ENOUGH = Limit(nodes=15_000_000, seconds=math.inf)
_ENOUGH_FOR_SEARCH = Limit(nodes=20_000, seconds=math.inf)
_ENOUGH_TO_PROVE = Limit(nodes=100_000, seconds=math.inf)
"""For a proof that a deal is lost: most proofs need less, and playing the deal would take longer."""
_WORD = 2**64 - 1
_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


@dataclass(frozen=True)
class Tally:
    """Deals, how many of them are won, and how many could not be decided within the limit."""

    wins: int = 0
    deals: int = 0
    undecided: int = 0
    repeats: int = 0
    """Deals in which following the hints went in a circle."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of wins, 0 to 1, for at least one deal.

        Undecided deals count as not won.
        """
        return interval(self.wins, self.deals)


_NOTHING = Tally()


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


@contextmanager
def threads() -> Iterator[Executor]:
    """Yield workers in this process; leaving waits for the work they have begun."""
    executor = ThreadPoolExecutor(CORES)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def processes(*families: str) -> Iterator[Executor]:
    """Yield workers that have loaded the kernels for some families; leaving ends them in mid-work.

    Raise GameError if one of them ends by itself.
    """
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(CORES, multiprocessing.get_context("spawn"), _prepare, families)
    try:
        with _deaf_to_interrupts():
            started = [executor.submit(os.getpid) for _ in range(CORES)]
        wait(started)
        yield executor
    except BrokenExecutor:
        raise GameError(
            "A process that counted was killed, perhaps for want of memory: make room, then start again."
        ) from None
    finally:
        # This waits for the workers, which are ended meanwhile, and for a thread of the executor, which
        # would otherwise close, as the program exits, what Python still writes to.
        with ThreadPoolExecutor(1) as closing:
            closed = closing.submit(executor.shutdown, cancel_futures=True)
            # The executor may just have started another one.
            while workers := set(multiprocessing.active_children()) - others:
                for worker in workers:
                    worker.kill()  # which also ends one that stands still
                for worker in workers:
                    worker.join()
        closed.result()


def _prepare(*families: str) -> None:
    """Make a new process a worker, which ends as soon as its parent is gone, even if that was killed."""
    threading.Thread(target=_end_with_parent, name="end with parent", daemon=True).start()
    for family in families:
        with contextlib.suppress(CannotCompile):  # the command already said so
            for package in packages_of(family):
                compile_package(package)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101  it was spawned
    parent.join()
    os._exit(1)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Make new processes ignore Ctrl-C, which the terminal sends to all; their parent will end them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def deal(rules: AnyRules, seed: int, number: int) -> Any:
    """Return one deal of a survey, with its stock known."""
    order = list(rules.pack)
    state = _random(_random(seed) ^ (number * _GOLDEN & _WORD))
    for place, lowest, bound in _draws(len(order)):
        other = lowest + ((_random(state) >> 32) * bound >> 32)
        order[place], order[other] = order[other], order[place]
        state = state + _GOLDEN & _WORD
    return rules.lay_out(order, f"{seed}-{number}")


def deals(rules: AnyRules, seed: int, first: int, count: int) -> Iterator[Any]:
    """Yield `count` deals of a survey, starting with number `first`."""
    return (deal(rules, seed, number) for number in range(first, first + count))


def solve_deals(rules: AnyRules, seed: int, first: int, count: int) -> Tally:
    """Solve the deals numbered from `first` on, with all cards known."""
    solver = solver_for(rules)
    limit = _ENOUGH_FOR_SEARCH if isinstance(solver, Search) else _ENOUGH
    answers = [solver.solve(state, limit).answer for state in deals(rules, seed, first, count)]
    return Tally(answers.count(Answer.WON), count, answers.count(Answer.UNKNOWN))


def play_deals(rules: AnyRules, seed: int, first: int, count: int) -> Tally:
    """Let the fair player play the deals numbered from `first` on, but for those that nobody can win."""
    player = player_for(rules)
    if player is None:
        raise ValueError(f"{rules.name} has no fair player.")
    ends = [
        play_fairly(rules, player, state)[0]
        for state in deals(rules, seed, first, count)
        if not is_lost(rules, state)
    ]
    return Tally(sum(rules.outcome(end) is Outcome.WON for end in ends), count)


def is_lost(rules: AnyRules, state: Any) -> bool:
    """Whether it is quickly proven that nobody can win a deal, even with its stock known.

    Then nobody wins it without that knowledge either, and a fair player need not try.
    """
    return solver_for(rules).solve(state, _ENOUGH_TO_PROVE).answer is Answer.LOST


def _draws(cards: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each draw of a shuffle the place to fill, and the first and number of places to draw from."""
    if cards > 1:
        yield cards - 1, 0, cards
        yield 0, 0, cards - 1
    for place in range(cards - 2, 1, -1):
        yield place, 1, place


def _random(state: int) -> int:
    """Return the 64 random bits for a state of a stream (SplitMix64)."""
    mixed = state + _GOLDEN & _WORD
    mixed = (mixed ^ mixed >> 30) * _FIRST & _WORD
    mixed = (mixed ^ mixed >> 27) * _SECOND & _WORD
    return mixed ^ mixed >> 31
