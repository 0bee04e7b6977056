"""Depth-first search with a transposition table, through a row and a stock that is known.

Where removals are compulsory, nearly all happens at the right end, a few ways at a time, and most ways
transpose soon: a whole deal takes some hundred states. The search can be paused and taken up again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.removals_forced.moves import first_with, next_removal, remove, unsettled
from bot.solvers.removals_forced.transposition import add_if_new, new_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.removals_forced.moves import RemovalRules
    from bot.solvers.removals_forced.transposition import TranspositionTable

MOST_CARDS = 104
"""Cards in the largest game."""
_DEPTHS = 2 * MOST_CARDS
"""Moves in the longest line: every card is dealt, and leaves."""
DEALT, NO_MOVE = -1, -2
"""In place of the code of a removal: a card is dealt; there is no move."""
END_FOUND, EXHAUSTED, PAUSED = range(3)
"""How `search_on` returns: at a game that is over, with nothing left to search, or after enough nodes."""
DEPTH, GENERATION = range(2)
"""What is counted: the depth of the search, -1 once it is exhausted; its generation in the table."""


class SearchState(NamedTuple):
    """The stack of moves from the root, an entry for each depth, and the transposition table."""

    cards: NDArray[np.int8]
    """Every card by its place: the row from the left, then the stock."""
    rows: NDArray[np.int8]
    """The places that are left in the row, shape (_DEPTHS, MOST_CARDS)."""
    sizes: NDArray[np.int64]
    """How many these are."""
    dealt: NDArray[np.int64]
    """How many places of `cards` have been dealt."""
    settled: NDArray[np.int64]
    """There is no removal whose code is lower."""
    tried: NDArray[np.int64]
    """The move that was tried last, or NO_MOVE."""
    counters: NDArray[np.int64]
    """(2,): see DEPTH."""
    transposition: TranspositionTable


def new_search(row: list[int], stock: list[int]) -> SearchState:
    """Return a search that has not left its root; cards are numbers 0..51."""
    search = SearchState(
        np.array(row + stock, dtype=np.int8),
        rows=np.zeros((_DEPTHS, MOST_CARDS), dtype=np.int8),
        sizes=np.zeros(_DEPTHS, dtype=np.int64),
        dealt=np.zeros(_DEPTHS, dtype=np.int64),
        settled=np.zeros(_DEPTHS, dtype=np.int64),
        tried=np.zeros(_DEPTHS, dtype=np.int64),
        counters=np.zeros(2, dtype=np.int64),
        transposition=new_table(),
    )
    begin(search, len(row), 1)
    return search


@kernel
def begin(search: SearchState, size: int, generation: int) -> None:
    """Go to the root, where so many cards lie in the row."""
    for place in range(size):
        search.rows[0, place] = place
    search.sizes[0] = search.dealt[0] = size
    search.settled[0] = 0
    search.tried[0] = NO_MOVE
    search.counters[DEPTH], search.counters[GENERATION] = 0, generation


@kernel
def search_on(search: SearchState, game: RemovalRules, goal: int, nodes: int) -> tuple[int, int]:
    """Go on to the next end with no more cards than the goal; return why it stopped, and the nodes.

    `search.tried[: depth + 1]` then leads to that end.
    """
    counters, visited = search.counters, 0
    while counters[DEPTH] >= 0:
        if visited >= nodes:
            return PAUSED, visited
        depth = counters[DEPTH]
        move = _next_move(search, game, depth)
        if move == NO_MOVE:
            counters[DEPTH] -= 1
            if search.tried[depth] == NO_MOVE and search.sizes[depth] <= goal:
                return END_FOUND, visited
            continue
        search.tried[depth] = move
        _make(search, game, depth)
        row, size, dealt = search.rows[depth + 1], search.sizes[depth + 1], search.dealt[depth + 1]
        if add_if_new(search.transposition, row, size, dealt, counters[GENERATION]):
            visited += 1
            counters[DEPTH] += 1
    return EXHAUSTED, visited


@kernel
def _next_move(search: SearchState, game: RemovalRules, depth: int) -> int:
    """Return the next move to try: a removal, or the deal where there is none."""
    tried = search.tried[depth]
    if tried == DEALT:
        return NO_MOVE
    code = search.settled[depth] if tried == NO_MOVE else tried + 1
    removal = next_removal(search.cards, search.rows[depth], search.sizes[depth], code, game)
    if removal >= 0:
        return removal
    may_deal = tried == NO_MOVE and search.dealt[depth] < len(search.cards)
    return DEALT if may_deal else NO_MOVE


@kernel
def _make(search: SearchState, game: RemovalRules, depth: int) -> None:
    """Write down the state after the move that is tried at a depth."""
    move, row = search.tried[depth], search.rows[depth + 1]
    size, dealt = search.sizes[depth], search.dealt[depth]
    row[:size] = search.rows[depth, :size]
    if move == DEALT:
        row[size] = dealt
        # No removal was left, so a new one needs the new card.
        search.settled[depth + 1] = first_with(size)
        search.sizes[depth + 1], search.dealt[depth + 1] = size + 1, dealt + 1
    else:
        search.settled[depth + 1] = min(search.settled[depth], unsettled(move, game))
        search.sizes[depth + 1] = remove(row, size, move, search.cards, game)
        search.dealt[depth + 1] = dealt
    search.tried[depth + 1] = NO_MOVE
