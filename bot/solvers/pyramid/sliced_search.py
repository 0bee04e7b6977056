"""Anytime search: weighted A* for a short line, branch and bound for the best end, in slices of a budget."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.pyramid.a_star import EXHAUSTED, EXPANDED, RUNNING, SHORT, Frontier, begin, frontier, search
from bot.solvers.pyramid.branch_and_bound import INCUMBENT_DEPTH, NODES, SearchState, new_search, search_on
from bot.solvers.pyramid.branch_and_bound import begin as begin_bounded
from bot.solvers.pyramid.successors import settle

if TYPE_CHECKING:
    from bot.solvers.budget import Budget
    from bot.solvers.pyramid.state import SearchRoot

_SLICE = 2000
"""Nodes between two looks at the clock: a few milliseconds."""
_ANY = 1 << 30
_QUICK = 1400
"""A line found within so many states is quick to find: more than half are, and fewer of them are too long."""
_PATIENCE, _MORE_PATIENCE = 1000, 11_000
"""How many states are expanded for a shorter line, where the first was quick to find and where not."""
_FRONTIER = 1 << 16
_REMEMBERED = 1 << 17


class SearchResult(NamedTuple):
    """What a search found."""

    keys: list[np.uint64] | None
    """The states on the way, from the root on; None where there is no way, or none was found."""
    certain: bool
    """Whether the search came to its end."""
    nodes: int


class _Memory(threading.local):
    """The memory of one thread: 3 MB."""

    def __init__(self) -> None:
        self.frontier: Frontier = frontier(_FRONTIER)
        self.bounded: SearchState = new_search(_REMEMBERED)


_memory = _Memory()


def find_line(root: SearchRoot, budget: Budget) -> SearchResult:
    """Look for a short line from a root to the goal, as far as memory goes.

    Once there is one, the search goes on for another of which it is more than 1.1 times the length, until it
    is proven that there is none, or patience is at its end (anytime weighted A*: Hansen and Zhou 2007).
    """
    front = _memory.frontier
    begin(front, _settled(root, kings_leave=root.deal.whole))
    goal = result = _search(front, root, budget)
    patience = _PATIENCE if front.counters[EXPANDED] <= _QUICK else _MORE_PATIENCE
    while result >= 0:
        goal = result
        most = (10 * int(front.g[goal]) - 1) // 11
        result = _search(front, root, budget, most, patience)
    if goal < 0:
        return SearchResult(None, goal == EXHAUSTED, budget.used)
    return SearchResult(_keys_to(front, goal), certain=True, nodes=budget.used)


def _search(front: Frontier, root: SearchRoot, budget: Budget, most: int = _ANY, until: int = _ANY) -> int:
    """Go on with a search for a line of at most so many moves, until so many states were expanded."""
    result, counters = RUNNING, front.counters
    while result == RUNNING and (nodes := min(budget.slice(_SLICE), until - int(counters[EXPANDED]))) > 0:
        before = int(counters[EXPANDED])
        result = search(front, root.deal, root.lap, SHORT, most, nodes)
        budget.used += int(counters[EXPANDED]) - before
    return result


def _keys_to(front: Frontier, goal: int) -> list[np.uint64]:
    """Return the states on the way to a goal."""
    keys = []
    while goal >= 0:
        keys.append(front.keys[goal])
        goal = int(front.parents[goal])
    return keys[::-1]


def find_best(root: SearchRoot, worth: int, least: int, enough: int, budget: Budget) -> SearchResult:
    """Look for an end that is worth less than `worth`, until one is worth less than `enough`.

    It is known that none is worth less than `least`; `RANKS` says what ends are worth. The result is certain
    if there is no better end, or this one is good enough.
    """
    bounded, over = _memory.bounded, False
    begin_bounded(bounded, root.deal, _settled(root, kings_leave=True), root.lap, worth)
    while not over and (nodes := budget.slice(_SLICE)):
        before = int(bounded.counters[NODES])
        over = search_on(bounded, root.deal, root.lap, least, enough, nodes)
        budget.used += int(bounded.counters[NODES]) - before
    depth = int(bounded.counters[INCUMBENT_DEPTH])
    keys = list(bounded.incumbent[: depth + 1]) if depth >= 0 else None
    return SearchResult(keys, over, budget.used)


def _settled(root: SearchRoot, *, kings_leave: bool) -> np.uint64:
    """Let the kings leave that need not wait."""
    return np.uint64(settle(root.deal, root.key, kings_leave))
