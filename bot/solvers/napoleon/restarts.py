"""Restarted beam search: each beam three times as wide as the last, with new noise in the evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.solvers.budget import Budget
from bot.solvers.napoleon.beam import BEST_UP, NODES, PRUNED, begin, new_beam, search_on, steps_to_best, stop
from bot.solvers.napoleon.evaluation import solver_weights
from bot.solvers.napoleon.state import lay

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bot.engine.positions.napoleon import Columns
    from bot.solvers.napoleon.beam import Beam
    from bot.solvers.protocols import Limit

_FIRST_WIDTH, _WIDEST = 300, 9000
"""Tables that a stage keeps at first, and at most, which takes 9 MB."""
_WIDER = 3
_NOISE = 6.0
"""The noise added to the costs in all beams but the first."""
_SLICE = 5000
"""Tables between clock checks: a few milliseconds."""


class SearchResult(NamedTuple):
    """The result of the beams."""

    up: int
    """The most cards home."""
    steps: list[tuple[int, int]]
    """The moves leading there: source, and target or DEALT."""
    exhaustive: bool
    """Whether everything reachable was examined."""
    nodes: int
    """Tables that were expanded."""


def search(state: Columns, limit: Limit) -> SearchResult:
    """Search for the most cards home, with as much of the stock as is known."""
    budget, (table, stock) = Budget(limit), lay(state)
    goal = state.up + len(state.waste) + sum(map(len, state.columns)) + len(stock)
    found, width, salt = SearchResult(state.up, [], exhaustive=False, nodes=0), _FIRST_WIDTH, 0
    while found.up < goal and not found.exhaustive and not budget.is_over():
        beam = new_beam(width, len(stock) + 1, solver_weights(_NOISE if salt else 0.0, salt))
        begin(beam, table)
        over = _search_on(beam, stock, goal, budget)
        found = _better(found, beam, budget.used, over=over)
        width, salt = min(width * _WIDER, _WIDEST), salt + 1
    return found


def _search_on(beam: Beam, stock: NDArray[np.int8], goal: int, budget: Budget) -> bool:
    """Search until nothing is left or the budget is spent; return whether nothing is left."""
    over = False
    while not over and (nodes := budget.slice(_SLICE)):
        before = int(beam.counts[NODES])
        over = search_on(beam, stock, goal, nodes)
        budget.used += int(beam.counts[NODES]) - before
    if not over:
        stop(beam)
    return over


def _better(found: SearchResult, beam: Beam, nodes: int, *, over: bool) -> SearchResult:
    """Return the result after one more beam, with `nodes` expanded in all."""
    up, exhaustive = int(beam.counts[BEST_UP]), over and not beam.counts[PRUNED]
    if up <= found.up:
        return found._replace(exhaustive=exhaustive, nodes=nodes)
    return SearchResult(up, steps_to_best(beam), exhaustive, nodes)
