"""Anytime search: rectangle search for a short line, branch and bound for the best end, in slices."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.pyramid.branch_and_bound import INCUMBENT_DEPTH, NODES, SearchState, new_search, search_on
from bot.solvers.pyramid.branch_and_bound import begin as begin_bounded
from bot.solvers.pyramid.rectangle_search import (
    EXHAUSTED,
    EXPANDED,
    GOAL,
    RUNNING,
    Frontier,
    begin,
    frontier,
    search,
    shortest,
)
from bot.solvers.pyramid.successors import settle

if TYPE_CHECKING:
    from bot.solvers.budget import Budget
    from bot.solvers.pyramid.state import SearchRoot

_SLICE = 2000
"""Nodes of branch and bound between clock checks: a few milliseconds."""
_ENOUGH, _LEAST_PATIENCE, _PATIENCE = 1.13, 600, 9000
"""How many states are expanded to find a shorter line: few if the best is close to the lower bound.

Most lines within this factor of the bound are already the shortest, since the bound tends to be too low.
"""
_STEP = 200
"""States that rectangle search expands between checks of the clock and its patience: two milliseconds."""
_FRONTIER = 1 << 16
_REMEMBERED = 1 << 17


class SearchResult(NamedTuple):
    """The result of a search."""

    keys: list[np.uint64] | None
    """The states along the way, starting at the root; None if there is no way, or none was found."""
    certain: bool
    """Whether the search was completed."""
    nodes: int


class _Memory(threading.local):
    """The memory of one thread: 3 MB."""

    def __init__(self) -> None:
        self.frontier: Frontier = frontier(_FRONTIER)
        self.bounded: SearchState = new_search(_REMEMBERED)


_memory = _Memory()


def find_line(root: SearchRoot, budget: Budget) -> SearchResult:
    """Search for a short line from a root to the goal, as far as memory allows.

    Once there is one, the search continues for a shorter one until it is proven that there is none, or
    patience runs out: the further the line may be from the shortest, the greater the patience.
    """
    front, counters = _memory.frontier, _memory.frontier.counters
    begin(front, root.deal, _settled(root, kings_leave=root.deal.whole))
    result = RUNNING
    while result == RUNNING and not _is_enough(front) and (nodes := budget.slice(_STEP)):
        before = int(counters[EXPANDED])
        result = search(front, root.deal, root.lap, nodes)
        budget.used += int(counters[EXPANDED]) - before
    goal = int(counters[GOAL])
    if goal < 0:
        return SearchResult(None, result == EXHAUSTED, budget.used)
    return SearchResult(_keys_to(front, goal), certain=True, nodes=budget.used)


def _is_enough(front: Frontier) -> bool:
    """Whether the line found is short enough, given the number of states expanded."""
    if front.counters[GOAL] < 0:
        return False
    moves, least = shortest(front)
    patience = _LEAST_PATIENCE if moves <= _ENOUGH * least else _PATIENCE
    return bool(front.counters[EXPANDED] >= patience)


def _keys_to(front: Frontier, goal: int) -> list[np.uint64]:
    """Return the states on the way to a goal."""
    keys = []
    while goal >= 0:
        keys.append(front.keys[goal])
        goal = int(front.parents[goal])
    return keys[::-1]


def find_best(root: SearchRoot, worth: int, least: int, enough: int, budget: Budget) -> SearchResult:
    """Search for an end worth less than `worth`, until one is worth less than `enough`.

    No end can be worth less than `least`; `RANKS` defines the worth of ends. The result is certain
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
    """Remove the kings that need not wait."""
    return np.uint64(settle(root.deal, root.key, kings_leave))
