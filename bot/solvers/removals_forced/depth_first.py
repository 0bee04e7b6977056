"""A search through all that may come of a row and a stock that is known: depth first, no state twice.

Where removals are compulsory, nearly all happens at the right end, a few ways at a time, and most ways meet
again soon: a whole deal takes some hundred states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.removals_forced.moves import first_with, next_removal, take, unsettled
from bot.solvers.removals_forced.transposition import enter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.removals_forced.moves import Leaving

MOST = 104
"""Cards in the largest game."""
_STEPS = 2 * MOST
"""Moves in the longest line: every card is dealt, and leaves."""
DEALT, NOTHING = -1, -2
"""In place of the code of a removal: a card is dealt; there is no move."""
AN_END, NO_MORE, TIRED = range(3)
"""How `hunt` comes back: at a game that is over, with nothing left to look at, or after enough states."""


class Path(NamedTuple):
    """The way from the root to where a search is, a step in each place; it can be taken up again there."""

    cards: NDArray[np.int8]
    """Every card by its place: the row from the left, then the stock."""
    rows: NDArray[np.int8]
    """The places that are left in the row, shape (_STEPS, MOST)."""
    sizes: NDArray[np.int64]
    """How many these are."""
    dealt: NDArray[np.int64]
    """How many places of `cards` have been dealt."""
    settled: NDArray[np.int64]
    """There is no removal whose code is lower."""
    tried: NDArray[np.int64]
    """The move that was tried last, or NOTHING."""
    depth: NDArray[np.int64]
    """One number: the step that the search is at; -1 where it is over."""


def path_from(row: list[int], stock: list[int]) -> Path:
    """Return a path that has not left its root."""
    path = Path(
        np.array(row + stock, dtype=np.int8),
        rows=np.zeros((_STEPS, MOST), dtype=np.int8),
        sizes=np.zeros(_STEPS, dtype=np.int64),
        dealt=np.zeros(_STEPS, dtype=np.int64),
        settled=np.zeros(_STEPS, dtype=np.int64),
        tried=np.zeros(_STEPS, dtype=np.int64),
        depth=np.zeros(1, dtype=np.int64),
    )
    start(path, len(row))
    return path


@kernel
def start(path: Path, size: int) -> None:
    """Go to the root, where so many cards lie in the row."""
    for place in range(size):
        path.rows[0, place] = place
    path.sizes[0] = path.dealt[0] = size
    path.settled[0] = 0
    path.tried[0] = NOTHING
    path.depth[0] = 0


@kernel
def hunt(
    path: Path, met: NDArray[np.uint64], search: int, game: Leaving, goal: int, nodes: int
) -> tuple[int, int]:
    """Go on to the next end with no more cards than the goal; return why it stopped, and the states met.

    `path.tried[: path.depth[0] + 1]` then leads to that end.
    """
    entered = 0
    while path.depth[0] >= 0:
        if entered >= nodes:
            return TIRED, entered
        step = path.depth[0]
        move = _next_move(path, game, step)
        if move == NOTHING:
            path.depth[0] -= 1
            if path.tried[step] == NOTHING and path.sizes[step] <= goal:
                return AN_END, entered
            continue
        path.tried[step] = move
        _make(path, game, step)
        if enter(met, path.rows[step + 1], path.sizes[step + 1], path.dealt[step + 1], search):
            entered += 1
            path.depth[0] += 1
    return NO_MORE, entered


@kernel
def _next_move(path: Path, game: Leaving, step: int) -> int:
    """Return the next move to try: a removal, or the deal where there is none."""
    tried = path.tried[step]
    if tried == DEALT:
        return NOTHING
    code = path.settled[step] if tried == NOTHING else tried + 1
    removal = next_removal(path.cards, path.rows[step], path.sizes[step], code, game)
    if removal >= 0:
        return removal
    may_deal = tried == NOTHING and path.dealt[step] < len(path.cards)
    return DEALT if may_deal else NOTHING


@kernel
def _make(path: Path, game: Leaving, step: int) -> None:
    """Write down the state after the move that is tried at a step."""
    move, row, size, dealt = path.tried[step], path.rows[step + 1], path.sizes[step], path.dealt[step]
    row[:size] = path.rows[step, :size]
    if move == DEALT:
        row[size] = dealt
        # No removal was left, so a new one needs the new card.
        path.settled[step + 1] = first_with(size)
        path.sizes[step + 1], path.dealt[step + 1] = size + 1, dealt + 1
    else:
        path.settled[step + 1] = min(path.settled[step], unsettled(move, game))
        path.sizes[step + 1], path.dealt[step + 1] = take(row, size, move, path.cards, game), dealt
    path.tried[step + 1] = NOTHING
