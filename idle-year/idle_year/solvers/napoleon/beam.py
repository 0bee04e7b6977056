"""Restarted beam search in stages, one for each card turned; best-first search within a stage.

A stage expands its tables, cheapest first, without turning a card; then a card is turned on the best of them,
and the results wait in the next stage. A stage has room for a limited number of tables; the most expensive
are pruned. Each beam is three times as wide as the last, with new noise in the evaluation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.positions.napoleon import Columns
from idle_year.solvers.jit import kernel
from idle_year.solvers.napoleon.best_first import add_root, expand, expand_deal
from idle_year.solvers.napoleon.bucket_queue import (
    NONE,
    PRICES,
    Queue,
    clear,
    full,
    new_queue,
    spare,
    take,
    used,
)
from idle_year.solvers.napoleon.evaluation import solver_weights
from idle_year.solvers.napoleon.moves import DEALT, UP, lay
from idle_year.solvers.protocols import Budget, Limit

_FIRST_WIDTH, _WIDEST = 300, 9000
"""Tables that a stage keeps at first, and at most, which takes 9 MB."""
_WIDER = 3
_ONE_IN = 10
"""One in this many of a stage's capacity advances to the next: most of the other tables are steps on the way
to a better one, or much like it."""
_NEAR_THE_END = 16
"""With at most this many cards in the stock, as many advance as fit: otherwise few losses are proven."""
_NOISE = 6.0
"""The noise added to the costs in all beams but the first."""
_SLICE = 5000
"""Tables between clock checks: a few milliseconds."""
_STAGE, _NODES, _BEST_UP, _BEST_STAGE, _BEST_SLOT, _PRUNED = range(6)
"""The counters: stage, tables expanded, most cards home and where, and whether any tables were pruned."""
_STEP = np.dtype([("parent", np.int32), ("source", np.int8), ("target", np.int8)])
"""The slot of the table before a move, and the move."""


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


class _Beam(NamedTuple):
    """A search with its allocated tables, and how each was reached."""

    even: Queue
    """The tables of even stages."""
    odd: Queue
    """The tables of odd stages."""
    trail: NDArray[np.void]
    """(stages, tables): the step that led to each table of each stage."""
    transposition: NDArray[np.uint64]
    """(a power of two,): hashes of tables that were visited."""
    counts: NDArray[np.int64]
    """(6,): see _STAGE."""
    weights: NDArray[np.float64]
    """(3, 9): the weights of the evaluation."""


def search(state: Columns, limit: Limit) -> SearchResult:
    """Search for the most cards home, with as much of the stock as is known."""
    budget, (table, stock) = Budget(limit), lay(state)
    goal = state.up + len(state.waste) + sum(map(len, state.columns)) + len(stock)
    found, width, salt = SearchResult(state.up, [], exhaustive=False, nodes=0), _FIRST_WIDTH, 0
    while found.up < goal and not found.exhaustive and not budget.is_over():
        beam = _new_beam(width, len(stock) + 1, solver_weights(_NOISE if salt else 0.0, salt))
        begin(beam, table)
        over = _search_within(beam, stock, goal, budget)
        found = _better(found, beam, budget.used, over=over)
        width, salt = min(width * _WIDER, _WIDEST), salt + 1
    return found


def _search_within(beam: _Beam, stock: NDArray[np.int8], goal: int, budget: Budget) -> bool:
    """Search until nothing is left or the budget is spent; return whether nothing is left."""
    over = False
    while not over and (nodes := budget.slice(_SLICE)):
        before = int(beam.counts[_NODES])
        over = search_on(beam, stock, goal, nodes)
        budget.used += int(beam.counts[_NODES]) - before
    if not over:
        stop(beam)
    return over


def _better(found: SearchResult, beam: _Beam, nodes: int, *, over: bool) -> SearchResult:
    """Return the result after one more beam, with `nodes` expanded in all."""
    up, exhaustive = int(beam.counts[_BEST_UP]), over and not beam.counts[_PRUNED]
    if up <= found.up:
        return found._replace(exhaustive=exhaustive, nodes=nodes)
    return SearchResult(up, _steps_to_best(beam), exhaustive, nodes)


def _steps_to_best(beam: _Beam) -> list[tuple[int, int]]:
    """Return the moves to the table with the most cards home: source, and target or DEALT."""
    stage, slot = int(beam.counts[_BEST_STAGE]), int(beam.counts[_BEST_SLOT])
    steps: list[tuple[int, int]] = []
    while (step := beam.trail[stage, slot])["parent"] != NONE:
        steps.append((int(step["source"]), int(step["target"])))
        stage, slot = stage - (step["target"] == DEALT), int(step["parent"])
    return steps[::-1]


def _new_beam(width: int, stages: int, weights: NDArray[np.float64]) -> _Beam:
    """Return a search that keeps up to `width` tables in each of `stages` stages."""
    return _Beam(
        new_queue(width),
        new_queue(width),
        np.zeros((stages, width + 1), _STEP),
        np.zeros(1 << (4 * width).bit_length(), np.uint64),
        np.zeros(6, np.int64),
        weights,
    )


@kernel
def begin(beam: _Beam, table: NDArray[np.int8]) -> None:
    """Start the search from a table."""
    clear(beam.even.chains)
    clear(beam.odd.chains)
    beam.transposition[:] = 0
    beam.counts[:] = 0
    beam.counts[_BEST_UP] = -1
    add_root(beam.even.slots, beam.even.chains, beam.weights, table)


@kernel
def search_on(beam: _Beam, stock: NDArray[np.int8], goal: int, nodes: int) -> bool:
    """Resume the search; return whether it is over.

    It is over when `goal` cards are home or no table is left; it pauses after `nodes` tables.
    """
    counts = beam.counts
    enough = counts[_NODES] + nodes
    while counts[_STAGE] <= len(stock) and counts[_BEST_UP] < goal:
        if counts[_STAGE] % 2:
            finished = _expand_stage(beam, beam.odd, beam.even, stock, goal, enough)
        else:
            finished = _expand_stage(beam, beam.even, beam.odd, stock, goal, enough)
        if not finished:
            return False
    return True


@kernel
def _expand_stage(
    beam: _Beam, here: Queue, later: Queue, stock: NDArray[np.int8], goal: int, enough: int
) -> bool:
    """Expand the tables of a stage; return whether all were, and the next stage has begun."""
    slots, chains = here
    seen, weights, counts = beam.transposition, beam.weights, beam.counts
    stage = counts[_STAGE]
    slot = take(slots, chains)
    while slot != NONE:
        counts[_NODES] += 1
        if slots[slot].table[UP] == goal:
            break
        expand(slots, chains, seen, weights, stage, slot)
        if counts[_NODES] >= enough:
            return False
        slot = take(slots, chains)
    if stage < len(stock):
        counts[_PRUNED] += _advance_best(here, later, seen, weights, stage, stock)
    _close(beam, here)
    return True


@kernel
def stop(beam: _Beam) -> None:
    """Record the stage in which a search is cut short; the search cannot be resumed."""
    here = beam.odd if beam.counts[_STAGE] % 2 else beam.even
    _note(beam, here)


@kernel
def _close(beam: _Beam, here: Queue) -> None:
    """Go on to the next stage."""
    _note(beam, here)
    beam.counts[_PRUNED] += full(here.slots, here.chains)
    beam.counts[_STAGE] += 1
    clear(here.chains)


@kernel
def _note(beam: _Beam, here: Queue) -> None:
    """Record what led to each table of a stage, and which has the most cards home."""
    (slots, chains), trail, counts = here, beam.trail, beam.counts
    stage, best = counts[_STAGE], NONE
    for slot in range(used(chains) + 1):
        if slot == spare(chains):
            continue  # the last table made there was not kept
        table, step = slots[slot], trail[stage, slot]
        step.parent, step.source, step.target = table.parent, table.source, table.target
        if table.table[UP] > counts[_BEST_UP]:
            counts[_BEST_UP], best = table.table[UP], slot
    if best != NONE:
        counts[_BEST_STAGE], counts[_BEST_SLOT] = stage, _without_idle_moves(slots, best)


@kernel
def _without_idle_moves(slots: NDArray[np.void], slot: int) -> int:
    """Walk back from a table past the moves that brought no card home."""
    parent = slots[slot].parent
    while parent != NONE and slots[slot].target != DEALT and slots[parent].table[UP] == slots[slot].table[UP]:
        slot, parent = parent, slots[parent].parent
    return slot


@kernel
def _advance_best(
    here: Queue,
    later: Queue,
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    stage: int,
    stock: NDArray[np.int8],
) -> bool:
    """Turn a card on the cheapest tables of a stage, for the next one; return whether any are left out."""
    (slots, chains), (later_slots, later_chains) = here, later
    enough = max(1, len(slots) // _ONE_IN)
    chooses = len(stock) - stage > _NEAR_THE_END or full(slots, chains)
    leaves_out = chooses and used(chains) > enough
    dearest = _price_of_best(here, enough) if leaves_out else PRICES
    card = stock[stage]
    for slot in range(used(chains) + 1):
        if slot != spare(chains) and slots[slot].price <= dearest:
            expand_deal(slots, slot, later_slots, later_chains, transposition, weights, stage + 1, card)
    return bool(leaves_out)


@kernel
def _price_of_best(here: Queue, count: int) -> int:
    """Return the price up to which there are `count` tables, or a few more in case of ties."""
    slots, chains = here
    tables = np.zeros(PRICES, np.int32)  # per price
    for slot in range(used(chains) + 1):
        if slot != spare(chains):
            tables[slots[slot].price] += 1
    price = 0
    while count > tables[price]:
        count -= tables[price]
        price += 1
    return price
