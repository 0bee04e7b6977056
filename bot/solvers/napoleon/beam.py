"""Beam search in stages, one for each card turned from the stock; best-first search within a stage.

A stage expands its tables, cheapest first, without turning a card; then a card is turned on the best of them,
and the results wait in the next stage. A stage has room for a limited number of tables; the most expensive
are pruned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.napoleon.beam_advance import advance_best
from bot.solvers.napoleon.bucket_queue import NONE, Queue, clear, full, new_queue, spare, take, used
from bot.solvers.napoleon.expand import DEALT, add_root, expand
from bot.solvers.napoleon.state import UP

if TYPE_CHECKING:
    from numpy.typing import NDArray

STAGE, NODES, BEST_UP, BEST_STAGE, BEST_SLOT, PRUNED = range(6)
"""The counters: stage, tables expanded, most cards home and where, and whether any tables were pruned."""

STEP = np.dtype([("parent", np.int32), ("source", np.int8), ("target", np.int8)])
"""The slot of the table before a move, and the move."""


class Beam(NamedTuple):
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
    """(6,): see STAGE."""
    weights: NDArray[np.float64]
    """(3, 9): the weights of the evaluation."""


def new_beam(width: int, stages: int, weights: NDArray[np.float64]) -> Beam:
    """Return a search that keeps up to `width` tables in each of `stages` stages."""
    return Beam(
        new_queue(width),
        new_queue(width),
        np.zeros((stages, width + 1), STEP),
        np.zeros(1 << (4 * width).bit_length(), np.uint64),
        np.zeros(6, np.int64),
        weights,
    )


@kernel
def begin(beam: Beam, table: NDArray[np.int8]) -> None:
    """Start the search from a table."""
    clear(beam.even.chains)
    clear(beam.odd.chains)
    beam.transposition[:] = 0
    beam.counts[:] = 0
    beam.counts[BEST_UP] = -1
    add_root(beam.even.slots, beam.even.chains, beam.weights, table)


@kernel
def search_on(beam: Beam, stock: NDArray[np.int8], goal: int, nodes: int) -> bool:
    """Resume the search; return whether it is over.

    It is over when `goal` cards are home or no table is left; it pauses after `nodes` tables.
    """
    counts = beam.counts
    enough = counts[NODES] + nodes
    while counts[STAGE] <= len(stock) and counts[BEST_UP] < goal:
        if counts[STAGE] % 2:
            finished = _expand_stage(beam, beam.odd, beam.even, stock, goal, enough)
        else:
            finished = _expand_stage(beam, beam.even, beam.odd, stock, goal, enough)
        if not finished:
            return False
    return True


@kernel
def _expand_stage(
    beam: Beam, here: Queue, later: Queue, stock: NDArray[np.int8], goal: int, enough: int
) -> bool:
    """Expand the tables of a stage; return whether all were, and the next stage has begun."""
    slots, chains = here
    seen, weights, counts = beam.transposition, beam.weights, beam.counts
    stage = counts[STAGE]
    slot = take(slots, chains)
    while slot != NONE:
        counts[NODES] += 1
        if slots[slot].table[UP] == goal:
            break
        expand(slots, chains, seen, weights, stage, slot)
        if counts[NODES] >= enough:
            return False
        slot = take(slots, chains)
    if stage < len(stock):
        counts[PRUNED] += advance_best(here, later, seen, weights, stage, stock)
    _close(beam, here)
    return True


@kernel
def stop(beam: Beam) -> None:
    """Record the stage in which a search is cut short; the search cannot be resumed."""
    here = beam.odd if beam.counts[STAGE] % 2 else beam.even
    _note(beam, here)


@kernel
def _close(beam: Beam, here: Queue) -> None:
    """Go on to the next stage."""
    _note(beam, here)
    beam.counts[PRUNED] += full(here.slots, here.chains)
    beam.counts[STAGE] += 1
    clear(here.chains)


@kernel
def _note(beam: Beam, here: Queue) -> None:
    """Record what led to each table of a stage, and which has the most cards home."""
    (slots, chains), trail, counts = here, beam.trail, beam.counts
    stage, best = counts[STAGE], NONE
    for slot in range(used(chains) + 1):
        if slot == spare(chains):
            continue  # the last table made there was not kept
        table, step = slots[slot], trail[stage, slot]
        step.parent, step.source, step.target = table.parent, table.source, table.target
        if table.table[UP] > counts[BEST_UP]:
            counts[BEST_UP], best = table.table[UP], slot
    if best != NONE:
        counts[BEST_STAGE], counts[BEST_SLOT] = stage, _without_idle_moves(slots, best)


@kernel
def _without_idle_moves(slots: NDArray[np.void], slot: int) -> int:
    """Walk back from a table past the moves that brought no card home."""
    parent = slots[slot].parent
    while parent != NONE and slots[slot].target != DEALT and slots[parent].table[UP] == slots[slot].table[UP]:
        slot, parent = parent, slots[parent].parent
    return slot


def steps_to_best(beam: Beam) -> list[tuple[int, int]]:
    """Return the moves to the table with the most cards home: source, and target or DEALT."""
    stage, slot = int(beam.counts[BEST_STAGE]), int(beam.counts[BEST_SLOT])
    steps: list[tuple[int, int]] = []
    while (step := beam.trail[stage, slot])["parent"] != NONE:
        steps.append((int(step["source"]), int(step["target"])))
        stage, slot = stage - (step["target"] == DEALT), int(step["parent"])
    return steps[::-1]
