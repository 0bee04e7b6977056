"""A beam through the deals of a known stock: of all rows after a deal the most promising are kept.

A stage is all that can be reached with as many cards dealt. Where none had to leave anything out, all was
seen: what was not found is not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.engine.games.cribbage import GAME_POINTS
from bot.solvers.cribbage.beam_candidates import PARENT, join, keep_best
from bot.solvers.cribbage.moves import COLUMNS, PATH, TOTAL, Turn, list_ends, new_turn
from bot.solvers.cribbage.state import NEVER
from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDTHS = (10, 40, 160, 640, 4000)
"""How wide beams are, one after the other, until one finds what is looked for."""
_CROWD, _MORE = 8, 1000
"""For each row that a stage keeps it chooses among up to so many, and some more where it keeps few."""
_NO_CARD = -1


class Reached(NamedTuple):
    """The best end of a turn that a beam came to, where to find it, and what it took."""

    points: int
    stage: int
    row: int
    path: int
    nodes: int
    complete: bool
    """Whether nothing was left out."""


class Room(NamedTuple):
    """The arrays that a beam works in."""

    crowd: NDArray[np.int64]
    slots: NDArray[np.int32]
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
    kept: NDArray[np.int64],
) -> Reached:
    """Search from a row, in the columns of an end, through the known cards of a stock of `left`.

    `every` tells scores apart and looks for the best one; else the first win ends the search. `late` is
    whether points still win when the stock is empty. `kept[stage, row]` receives paths and parents, which
    `retraced` reads.
    """
    rows = np.empty((kept.shape[1], PARENT + 1), np.int64)
    room = _room(len(rows))
    rows[0, :COLUMNS] = root
    count, spent, complete = 1, 0, True
    best = Reached(-1, 0, 0, 0, 0, True)
    for stage in range(len(cards) + 1):
        enough = GAME_POINTS if late or left > stage else NEVER
        card = cards[stage] if stage < len(cards) else _NO_CARD
        joined, here = _turn(rows[:count], stage, card, enough, every, room)
        spent += here.nodes
        complete = complete and here.complete
        if here.points > best.points:
            best = here
        if spent >= nodes or (best.points >= enough and not every):
            complete = False
            break
        if card != _NO_CARD:
            count = keep_best(room.crowd, joined, rows, left - stage - 1, values)
            complete = complete and count == joined
            kept[stage + 1, :count] = rows[:count, PATH:]
    return Reached(best.points, best.stage, best.row, best.path, spent, complete)


@kernel
def _turn(
    rows: NDArray[np.int64],
    stage: int,
    card: int,
    enough: int,
    every: bool,
    room: Room,
) -> tuple[int, Reached]:
    """Play the turn of every row and deal a card; return the size of the crowd, and the best end."""
    ends = room.turn.ends
    room.slots[:] = -1
    joined, nodes, complete = 0, 0, True
    points, best_row, best_path = -1, 0, 0
    for row in range(len(rows)):
        ends[0] = rows[row, :COLUMNS]
        ends[0, PATH] = 0
        count, all_listed = list_ends(room.turn, enough, every)
        nodes += count
        complete = complete and all_listed
        for number in range(count):
            total = ends[number, TOTAL]
            if total > points:
                points, best_row, best_path = total, row, ends[number, PATH]
            if card != _NO_CARD and total < enough:
                joined, fits = join(room.crowd, joined, room.slots, ends[number], card, row, every)
                complete = complete and fits
    return joined, Reached(points, stage, best_row, best_path, nodes, complete)


@kernel
def _room(width: int) -> Room:
    """Make room for a beam of some width; the hash table is a power of 2, and never more than half full."""
    size, slots = _CROWD * width + _MORE, 1
    while slots < 2 * size:
        slots *= 2
    return Room(
        np.empty((size, PARENT + 1), np.int64),
        np.empty(slots, np.int32),
        new_turn(),
    )
