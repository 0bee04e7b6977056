"""The searches, called in slices so that the seconds of a limit are kept."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.pyramid.a_star import NONE, RUNNING, SHORT, Frontier, begin, frontier, search
from bot.solvers.pyramid.branch_and_bound import Hunt, hunt, pursue, set_out
from bot.solvers.pyramid.successors import settle

if TYPE_CHECKING:
    from bot.solvers.protocols import Limit
    from bot.solvers.pyramid.a_star import Weights
    from bot.solvers.pyramid.state import Laid

_SLICE = 2000
"""Nodes between two looks at the clock: a few milliseconds."""
_ANY = 1 << 30
_QUICK = 1400
"""A line found within so many states is quick to find: more than half are, and fewer of them are too long."""
_PATIENCE, _MORE_PATIENCE = 1000, 11_000
"""How many states are looked at for a shorter line, where the first was quick to find and where not."""
_WAITING = 1 << 16
_REMEMBERED = 1 << 17


class Found(NamedTuple):
    """What a search found."""

    keys: list[np.uint64] | None
    """The states on the way, from the root on; None where there is no way, or none was found."""
    certain: bool
    """Whether the search came to its end."""
    nodes: int


class _Work(threading.local):
    """The memory of one thread: 3 MB."""

    def __init__(self) -> None:
        self.frontier: Frontier = frontier(_WAITING)
        self.hunt: Hunt = hunt(_REMEMBERED)


_work = _Work()


class Clock:
    """What is left of a limit."""

    def __init__(self, limit: Limit) -> None:
        self._nodes = limit.nodes
        self._end = time.perf_counter() + limit.seconds
        self.spent = 0

    def slice(self) -> int:
        """Return how many nodes may be looked at before the clock is asked again; 0 when time is up."""
        left = self._nodes - self.spent
        return 0 if time.perf_counter() >= self._end else max(0, min(left, _SLICE))


def find_line(laid: Laid, root: np.uint64, clock: Clock) -> Found:
    """Look for a short line from a root to the goal, as far as memory goes.

    Once there is one, the search goes on for another of which it is more than 1.1 times the length, until it
    is proven that there is none, or patience is at its end (anytime weighted A*: Hansen and Zhou 2007).
    """
    front = _work.frontier
    begin(front, _settled(laid, root, kings_leave=laid.deal.whole))
    goal = result = _look(front, laid, SHORT, clock)
    patience = _PATIENCE if front.met[2] <= _QUICK else _MORE_PATIENCE
    while result >= 0:
        goal = result
        most = (10 * int(front.moves[goal]) - 1) // 11
        result = _look(front, laid, SHORT, clock, most, patience)
    return _found(front, goal, clock)


def find_way(front: Frontier, laid: Laid, root: np.uint64, weights: Weights, clock: Clock) -> Found:
    """Look for a line with a frontier of one's own."""
    begin(front, _settled(laid, root, kings_leave=laid.deal.whole))
    return _found(front, _look(front, laid, weights, clock), clock)


def _look(
    front: Frontier, laid: Laid, weights: Weights, clock: Clock, most: int = _ANY, until: int = _ANY
) -> int:
    """Go on with a search for a line of at most so many moves, until so many states were looked at."""
    result = RUNNING
    while result == RUNNING and (nodes := min(clock.slice(), until - int(front.met[2]))) > 0:
        before = int(front.met[2])
        result = search(front, laid.deal, laid.lap, weights, most, nodes)
        clock.spent += int(front.met[2]) - before
    return result


def _found(front: Frontier, result: int, clock: Clock) -> Found:
    """Return the line to a goal, or that there is none."""
    if result < 0:
        return Found(None, result == NONE, clock.spent)
    keys = []
    while result >= 0:
        keys.append(front.keys[result])
        result = int(front.before[result])
    return Found(keys[::-1], certain=True, nodes=clock.spent)


def find_best(laid: Laid, root: np.uint64, worth: int, least: int, enough: int, clock: Clock) -> Found:
    """Look for an end that is worth less than `worth`, until one is worth less than `enough`; see `hunt`.

    It is certain if there is no better one, or this one is good enough.
    """
    search, over = _work.hunt, False
    root = _settled(laid, root, kings_leave=True)
    set_out(search, laid.deal, root, laid.lap, worth)
    while not over and (nodes := clock.slice()):
        before = int(search.at[1])
        over = pursue(search, laid.deal, laid.lap, least, enough, nodes)
        clock.spent += int(search.at[1]) - before
    depth = int(search.at[3])
    keys = list(search.found[: depth + 1]) if depth >= 0 else None
    return Found(keys, over, clock.spent)


def _settled(laid: Laid, root: np.uint64, *, kings_leave: bool) -> np.uint64:
    """Let the kings leave that need not wait."""
    return np.uint64(settle(laid.deal, root, kings_leave))
