"""Ever wider searches in stages, each with noise of its own, until one wins or the limit is reached."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from bot.solvers.napoleon.beam import BEST_UP, FORGOT, NODES, begin, new_beam, steps_to_best, stop, sweep
from bot.solvers.napoleon.evaluation_weights import open_weights
from bot.solvers.napoleon.state import lay

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bot.engine.states.napoleon import Layout
    from bot.solvers.napoleon.beam import Beam
    from bot.solvers.protocols import Limit

_FIRST_WIDTH, _WIDEST = 300, 9000
"""How many tables a stage keeps at first, and at most: that takes 9 MB."""
_WIDER = 3
_NOISE = 6.0
"""How much chance adds to the costs in all searches but the first."""
_SLICE = 5000
"""Tables between two looks at the clock: a few milliseconds."""


class Found(NamedTuple):
    """What the searches came to."""

    up: int
    """The most cards home."""
    steps: list[tuple[int, int]]
    """The moves to there: source, and target or DEALT."""
    through: bool
    """Whether all that can be reached was looked at."""
    nodes: int
    """Tables that were played on."""


def search(state: Layout, limit: Limit) -> Found:
    """Search for the most cards home, with as much of the stock as is known."""
    end = time.perf_counter() + limit.seconds
    table, stock = lay(state)
    goal = state.up + len(state.waste) + sum(map(len, state.columns)) + len(stock)
    found, width, salt = Found(state.up, [], through=False, nodes=0), _FIRST_WIDTH, 0
    while found.up < goal and not found.through and found.nodes < limit.nodes and time.perf_counter() < end:
        beam = new_beam(width, len(stock) + 1, open_weights(_NOISE if salt else 0.0, salt))
        begin(beam, table)
        over = _sweep(beam, stock, goal, limit.nodes - found.nodes, end)
        found = _better(found, beam, over=over)
        width, salt = min(width * _WIDER, _WIDEST), salt + 1
    return found


def _sweep(beam: Beam, stock: NDArray[np.int8], goal: int, nodes: int, end: float) -> bool:
    """Sweep until nothing is left or the limit is reached; return whether nothing is."""
    over = False
    while not over and beam.counts[NODES] < nodes and time.perf_counter() < end:
        over = sweep(beam, stock, goal, min(_SLICE, nodes - int(beam.counts[NODES])))
    if not over:
        stop(beam)
    return over


def _better(found: Found, beam: Beam, *, over: bool) -> Found:
    """Return what is known after one search more."""
    nodes, up = found.nodes + int(beam.counts[NODES]), int(beam.counts[BEST_UP])
    through = over and not beam.counts[FORGOT]
    if up <= found.up:
        return found._replace(through=through, nodes=nodes)
    return Found(up, steps_to_best(beam), through, nodes)
