"""Depth-first search with a transposition table, through a row and a known stock.

With compulsory removals, nearly everything happens at the right end, with few choices at a time, and most
lines soon transpose: a whole deal takes some hundred states. The search can be paused and resumed.

The table of the states that a search has visited has open addressing, four probes, and the newest stays. Keys
are exact, not hashes: the remaining cards keep the order in which they were dealt, so a state is the set of
the places left (at most 104) and how many cards were dealt, two words of 64 bits. No state is mistaken for
another. The table has a fixed size, and overwriting a state costs only time. Each search marks its entries
with its generation, so that many searches share one table without clearing it. It does not use
`kernels.transposition`, which stores single words: a key of two words would have to be hashed to fit. It also
defines a free slot differently: any entry of an older generation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import bit
from idle_year.solvers.kernels.rng import random
from idle_year.solvers.marriage.forced.moves import RemovalRules, first_with, next_removal, remove, unsettled

MOST_CARDS = 104
"""Cards in the largest game."""
_DEPTHS = 2 * MOST_CARDS
"""Moves in the longest line: every card is dealt and leaves."""
DEALT, _NO_MOVE = -1, -2
"""In place of the code of a removal: a card is dealt; there is no move."""
END_FOUND, EXHAUSTED, PAUSED = range(3)
"""The results of `search_on`: a finished game was found, nothing is left to search, or the nodes ran out."""
DEPTH, GENERATION = range(2)
"""The counters: the depth of the search, -1 once exhausted; its generation in the table."""
_SLOTS = 1 << 16
"""Slots of a table, 1 MB."""
_HALF = 52
_PROBES = 4
GENERATIONS = 1 << 12
"""Generations count from 1 and stay below this; then the table has to be cleared."""


class SearchState(NamedTuple):
    """The stack of moves from the root, one entry per depth, and the transposition table."""

    cards: NDArray[np.int8]
    """Every card by its place: the row from the left, then the stock."""
    rows: NDArray[np.int8]
    """The places left in the row, shape (_DEPTHS, MOST_CARDS)."""
    sizes: NDArray[np.int64]
    """How many there are."""
    dealt: NDArray[np.int64]
    """How many places of `cards` have been dealt."""
    settled: NDArray[np.int64]
    """A lower bound on the codes of possible removals."""
    tried: NDArray[np.int64]
    """The last move tried, or _NO_MOVE."""
    counters: NDArray[np.int64]
    """(2,): see DEPTH."""
    transposition: NDArray[np.uint64]
    """The states visited: see `_new_table`."""


def new_search(row: list[int], stock: list[int]) -> SearchState:
    """Return a search at its root; cards are numbers 0..51."""
    search = SearchState(
        np.array(row + stock, dtype=np.int8),
        rows=np.zeros((_DEPTHS, MOST_CARDS), dtype=np.int8),
        sizes=np.zeros(_DEPTHS, dtype=np.int64),
        dealt=np.zeros(_DEPTHS, dtype=np.int64),
        settled=np.zeros(_DEPTHS, dtype=np.int64),
        tried=np.zeros(_DEPTHS, dtype=np.int64),
        counters=np.zeros(2, dtype=np.int64),
        transposition=_new_table(),
    )
    begin(search, len(row), 1)
    return search


@kernel
def begin(search: SearchState, size: int, generation: int) -> None:
    """Go to the root, with `size` cards in the row."""
    for place in range(size):
        search.rows[0, place] = place
    search.sizes[0] = search.dealt[0] = size
    search.settled[0] = 0
    search.tried[0] = _NO_MOVE
    search.counters[DEPTH], search.counters[GENERATION] = 0, generation


@kernel
def search_on(search: SearchState, game: RemovalRules, goal: int, nodes: int) -> tuple[int, int]:
    """Continue to the next end with no more cards than the goal; return why it stopped, and the nodes.

    `search.tried[: depth + 1]` then leads to that end.
    """
    counters, visited = search.counters, 0
    while counters[DEPTH] >= 0:
        if visited >= nodes:
            return PAUSED, visited
        depth = counters[DEPTH]
        move = _next_move(search, game, depth)
        if move == _NO_MOVE:
            counters[DEPTH] -= 1
            if search.tried[depth] == _NO_MOVE and search.sizes[depth] <= goal:
                return END_FOUND, visited
            continue
        search.tried[depth] = move
        _make(search, game, depth)
        row, size, dealt = search.rows[depth + 1], search.sizes[depth + 1], search.dealt[depth + 1]
        if _add_if_new(search.transposition, row, size, dealt, counters[GENERATION]):
            visited += 1
            counters[DEPTH] += 1
    return EXHAUSTED, visited


@kernel
def _next_move(search: SearchState, game: RemovalRules, depth: int) -> int:
    """Return the next move to try: a removal, or the deal if there is none."""
    tried = search.tried[depth]
    if tried == DEALT:
        return _NO_MOVE
    code = search.settled[depth] if tried == _NO_MOVE else tried + 1
    removal = next_removal(search.cards, search.rows[depth], search.sizes[depth], code, game)
    if removal >= 0:
        return removal
    may_deal = tried == _NO_MOVE and search.dealt[depth] < len(search.cards)
    return DEALT if may_deal else _NO_MOVE


@kernel
def _make(search: SearchState, game: RemovalRules, depth: int) -> None:
    """Store the state after the move tried at a depth."""
    move, row = search.tried[depth], search.rows[depth + 1]
    size, dealt = search.sizes[depth], search.dealt[depth]
    row[:size] = search.rows[depth, :size]
    if move == DEALT:
        row[size] = dealt
        # No removal was left, so a new one must involve the new card.
        search.settled[depth + 1] = first_with(size)
        search.sizes[depth + 1], search.dealt[depth + 1] = size + 1, dealt + 1
    else:
        search.settled[depth + 1] = min(search.settled[depth], unsettled(move, game))
        search.sizes[depth + 1] = remove(row, size, move, search.cards, game)
        search.dealt[depth + 1] = dealt
    search.tried[depth + 1] = _NO_MOVE


def _new_table() -> NDArray[np.uint64]:
    """Return an empty table, shape (_SLOTS, 2): low and high word of a key; 0 if a slot is free."""
    return np.zeros((_SLOTS, 2), dtype=np.uint64)


@kernel
def _add_if_new(
    table: NDArray[np.uint64], row: NDArray[np.int8], size: int, dealt: int, generation: int
) -> bool:
    """Add a state to the table; return whether it was new in this generation."""
    low, high = np.uint64(dealt) << np.uint64(_HALF), np.uint64(generation) << np.uint64(_HALF)
    for place in row[:size]:
        if place < _HALF:
            low |= bit(place)
        else:
            high |= bit(place - _HALF)
    first = random(low ^ random(high))
    slot = first % np.uint64(_SLOTS)
    for probe in range(_PROBES):
        at = (first + np.uint64(probe)) % np.uint64(_SLOTS)
        if table[at, 0] == low and table[at, 1] == high:
            return False
        if table[at, 1] >> np.uint64(_HALF) != np.uint64(generation):
            slot = at
            break
    table[slot, 0], table[slot, 1] = low, high
    return True
