"""Beam search through a known stock: of all rows after a deal, those with the best evaluation are kept.

A stage holds everything reachable with a given number of cards dealt. A beam that never had to prune is
exhaustive: what it did not find does not exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.engine.games.cribbage import GAME_POINTS
from bot.solvers.cribbage.beam_candidates import PARENT, add_candidate, keep_best
from bot.solvers.cribbage.moves import COLUMNS, NEVER, PATH, TOTAL, Turn, list_ends, new_turn
from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDTHS = (10, 40, 160, 640, 4000)
"""Rows kept per stage, beam after beam, until one finds what is sought."""
_CANDIDATES, _MORE = 8, 1000
"""Room for candidates per row that a stage keeps, plus a constant for narrow beams."""
_NO_CARD = -1


class BeamResult(NamedTuple):
    """The best end of a turn that a beam reached, where to find it, and what it cost."""

    points: int
    stage: int
    row: int
    path: int
    nodes: int
    complete: bool
    """Whether nothing was left out."""


class SearchState(NamedTuple):
    """The arrays that a beam works in, reused by every stage."""

    candidates: NDArray[np.int64]
    """Shape (n, PARENT + 1): the rows of the next stage, before the best are kept."""
    slots: NDArray[np.int32]
    """Transposition table of the candidates: their places by hash, -1 if free."""
    turn: Turn


@kernel
def beam(
    root: NDArray[np.int64],
    cards: NDArray[np.int64],
    left: int,
    late: bool,
    every: bool,
    nodes: int,
    values: NDArray[np.float32],
    trail: NDArray[np.int64],
) -> BeamResult:
    """Search from a row, in the columns of an end, through the known cards of a stock of `left`.

    `every` distinguishes scores and seeks the best one; otherwise the first win ends the search. `late` is
    whether points still win when the stock is empty. `nodes` are ends of turns; a stage is always finished.
    `trail[stage, row]` (int64, shape (cards + 1, width, 2)) receives paths and parents, which `moves_to`
    reads.
    """
    rows = np.empty((trail.shape[1], PARENT + 1), np.int64)
    search = _new_search(len(rows))
    rows[0, :COLUMNS] = root
    count, spent, complete = 1, 0, True
    best = BeamResult(-1, 0, 0, 0, 0, True)
    for stage in range(len(cards) + 1):
        enough = GAME_POINTS if late or left > stage else NEVER
        card = cards[stage] if stage < len(cards) else _NO_CARD
        unique, here = _expand(rows[:count], stage, card, enough, every, search)
        spent += here.nodes
        complete = complete and here.complete
        if here.points > best.points:
            best = here
        if spent >= nodes or (best.points >= enough and not every):
            complete = False
            break
        if card != _NO_CARD:
            count = keep_best(search.candidates, unique, rows, left - stage - 1, values)
            complete = complete and count == unique
            trail[stage + 1, :count] = rows[:count, PATH:]
    return BeamResult(best.points, best.stage, best.row, best.path, spent, complete)


@kernel
def _expand(
    rows: NDArray[np.int64],
    stage: int,
    card: int,
    enough: int,
    every: bool,
    search: SearchState,
) -> tuple[int, BeamResult]:
    """Play the turn of every row and deal a card; return the number of candidates, and the best end."""
    ends = search.turn.ends
    search.slots[:] = -1
    unique, nodes, complete = 0, 0, True
    points, best_row, best_path = -1, 0, 0
    for row in range(len(rows)):
        ends[0] = rows[row, :COLUMNS]
        ends[0, PATH] = 0
        count, all_listed = list_ends(search.turn, enough, every)
        nodes += count
        complete = complete and all_listed
        for number in range(count):
            total = ends[number, TOTAL]
            if total > points:
                points, best_row, best_path = total, row, ends[number, PATH]
            if card != _NO_CARD and total < enough:
                unique, fits = add_candidate(
                    search.candidates, unique, search.slots, ends[number], card, row, every
                )
                complete = complete and fits
    return unique, BeamResult(points, stage, best_row, best_path, nodes, complete)


@kernel
def _new_search(width: int) -> SearchState:
    """Allocate a beam of some width; the hash table is a power of 2 and never more than half full."""
    size, slots = _CANDIDATES * width + _MORE, 1
    while slots < 2 * size:
        slots *= 2
    return SearchState(
        np.empty((size, PARENT + 1), np.int64),
        np.empty(slots, np.int32),
        new_turn(),
    )
