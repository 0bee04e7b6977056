"""Depth-first branch and bound through a deal with a known stock, visiting every state once.

Moves and deals never lead back to an earlier state, so a state in the transposition table has nothing new to
offer; the table holds the hashes of states, and is doubled as it fills. At least as many piles remain as the
uncovered cards have components: an admissible lower bound on the rank of every end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.accordion.compulsory.moves import (
    DEALT,
    GRACE,
    Game,
    may_deal,
    next_shift,
    piles_in,
    shifted,
    slides_and_leaps,
    tops,
    used_by_dealing,
    with_card,
)
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bit_planes import LONGEST, PLANES, Planes, card_at, keep, kept, key, lay
from idle_year.solvers.kernels.bits import NOTHING, ONE, bit, lowest_bit
from idle_year.solvers.kernels.card_components import component_of, components
from idle_year.solvers.kernels.transposition import add_if_new

_DEPTHS = 2 * 52 + 1
DEPTH, NODES, RANK, LENGTH = range(4)
"""Indices of the counters: current depth, nodes so far, rank of the best end, and number of moves to it."""
_NO_MOVE = -1
_PILE = 64
"""The weight of one pile in a rank; the rest of the rank is the penalty."""
ANY_END = 99 * _PILE
"""A rank worse than that of any end."""
TWO_PILES = 2 * _PILE
SMALLEST, _LARGEST = 2**12, 2**20
"""Slots in a table; the largest takes 8 MB."""
_PROBES = 8


class SearchState(NamedTuple):
    """A resumable search: a move stack, the best line so far and counters."""

    rows: NDArray[np.uint64]
    """The row at each depth, shape (_DEPTHS, PLANES)."""
    sizes: NDArray[np.int8]
    """Cards in every pile, shape (_DEPTHS, LONGEST); all 0 if sizes do not matter."""
    untried: NDArray[np.uint64]
    """Masks of untried slides and leaps, and the number (0 or 1) of untried deals, shape (_DEPTHS, 3)."""
    stock: NDArray[np.int64]
    """Cards dealt, and 1 if the grace is used, shape (_DEPTHS, 2)."""
    uncovered: NDArray[np.uint64]
    """The cards that are not covered, in the row or in the stock, as masks, shape (_DEPTHS,)."""
    moves: NDArray[np.int64]
    """The move that led to each depth, shape (_DEPTHS,)."""
    line: NDArray[np.int64]
    """The moves to the best end so far, shape (_DEPTHS,)."""
    counters: NDArray[np.int64]
    """Shape (4,): see DEPTH, NODES, RANK, LENGTH."""


class Deal(NamedTuple):
    """The constants of a search."""

    game: Game
    cards: NDArray[np.int8]
    """The stock, the next card first."""
    pack: int
    """Cards in the game: the penalty counts those not in the largest pile."""
    weight: int
    """What a card of the stock adds to the size of its pile: 1, or 0 if sizes do not matter."""


@kernel
def begin(deal: Deal, row: NDArray[np.int8], sizes: NDArray[np.int8], used: int, rank: int) -> SearchState:
    """Return a search from a row of cards, 0..51, for an end with a rank better than `rank`."""
    search = SearchState(
        np.zeros((_DEPTHS, PLANES), np.uint64),
        np.zeros((_DEPTHS, LONGEST), np.int8),
        np.zeros((_DEPTHS, 3), np.uint64),
        np.zeros((_DEPTHS, 2), np.int64),
        np.zeros(_DEPTHS, np.uint64),
        np.zeros(_DEPTHS, np.int64),
        np.zeros(_DEPTHS, np.int64),
        np.zeros(4, np.int64),
    )
    planes = lay(row)
    search.sizes[0, : len(sizes)] = sizes
    search.stock[0, 1] = used
    search.uncovered[0] = tops(planes)
    for card in deal.cards:
        search.uncovered[0] |= bit(card)
    search.counters[:] = (0, 1, rank, 0)
    _push(deal, search, planes, 0)
    return search


@kernel
def search_on(deal: Deal, search: SearchState, table: NDArray[np.uint64], nodes: int) -> bool:
    """Continue for up to `nodes` nodes; return whether the search is complete or found an end in one pile."""
    counters = search.counters
    enough = counters[NODES] + nodes
    while counters[DEPTH] >= 0 and counters[NODES] < enough:
        move = _next_move(search.untried[counters[DEPTH]])
        if move == _NO_MOVE:
            counters[DEPTH] -= 1
        else:
            _make_move(deal, search, table, move)
    return bool(counters[DEPTH] < 0)


@kernel
def _next_move(untried: NDArray[np.uint64]) -> int:
    """Take the next untried move: slides, then leaps, then a deal; _NO_MOVE when there are no more."""
    source, distance = next_shift(untried)
    if distance != 0:
        return 4 * source + distance
    if untried[2] == NOTHING:
        return _NO_MOVE
    untried[2] = NOTHING
    return DEALT


@kernel
def _make_move(deal: Deal, search: SearchState, table: NDArray[np.uint64], move: int) -> None:
    """Make a move, and undo it if the state was visited or cannot improve on the best end."""
    depth = search.counters[DEPTH]
    row = _dealt(deal, search, depth) if move == DEALT else _moved(deal, search, depth, move)
    ahead = depth + 1
    search.moves[ahead] = move
    # Without grace only one row can precede a deal, and that row was new.
    if (move != DEALT or deal.game.compulsion == GRACE) and not (
        insert(table, _key(deal, search, row, ahead)) and _may_improve(deal, search, row, ahead)
    ):
        return
    search.counters[NODES] += 1
    search.counters[DEPTH] = ahead
    _push(deal, search, row, ahead)


@kernel
def _dealt(deal: Deal, search: SearchState, depth: int) -> Planes:
    """Deal a card: fill the entries of the next depth except its row, and return the row."""
    before, ahead = kept(search.rows, depth), depth + 1
    slides, leaps = slides_and_leaps(before, deal.game)
    if deal.weight != 0:
        search.sizes[ahead] = search.sizes[depth]
        search.sizes[ahead, piles_in(before)] = deal.weight
    search.stock[ahead, 0] = search.stock[depth, 0] + 1
    search.stock[ahead, 1] = used_by_dealing(deal.game, slides | leaps)
    search.uncovered[ahead] = search.uncovered[depth]
    return with_card(before, deal.cards[search.stock[depth, 0]])


@kernel
def _moved(deal: Deal, search: SearchState, depth: int, move: int) -> Planes:
    """Move a pile: fill the entries of the next depth except its row, and return the row."""
    before, ahead = kept(search.rows, depth), depth + 1
    source, distance = move >> 2, move & 3
    if deal.weight != 0:
        _merge(search.sizes[depth], search.sizes[ahead], source, distance)
    search.stock[ahead, 0], search.stock[ahead, 1] = search.stock[depth, 0], 0
    search.uncovered[ahead] = search.uncovered[depth] & ~bit(card_at(before, source - distance))
    return shifted(before, source, distance)


@kernel
def _merge(before: NDArray[np.int8], after: NDArray[np.int8], source: int, distance: int) -> None:
    """Fill in the sizes of the piles after a move."""
    for place in range(LONGEST - 1):
        after[place] = before[place] if place < source else before[place + 1]
    after[source - distance] += before[source]


@kernel
def _key(deal: Deal, search: SearchState, row: Planes, depth: int) -> np.uint64:
    """Return the hash of a state."""
    piles = np.uint64(0)
    for place in range(piles_in(row) * deal.weight):
        piles = (piles + np.uint64(search.sizes[depth, place])) * np.uint64(0x9E3779B97F4A7C15)
    stock = np.uint64(2 * search.stock[depth, 0] + search.stock[depth, 1]) * np.uint64(0xD6E8FEB86659FD93)
    mixed = key(row) ^ (piles ^ (piles >> np.uint64(32))) * np.uint64(0xBF58476D1CE4E5B9) ^ stock
    return mixed ^ (mixed >> np.uint64(29))


@kernel
def _push(deal: Deal, search: SearchState, row: Planes, depth: int) -> None:
    """Push a state with its moves; if there are none, rate it as an end."""
    keep(search.rows, depth, row)
    slides, leaps = slides_and_leaps(row, deal.game)
    cards_left = search.stock[depth, 0] < len(deal.cards)
    deals = cards_left and may_deal(deal.game, slides | leaps, search.stock[depth, 1])
    untried = search.untried[depth]
    untried[0], untried[1], untried[2] = slides, leaps, np.uint64(deals)
    if slides | leaps == NOTHING and not cards_left:
        _note_end(deal, search, piles_in(row), depth)


@kernel
def _note_end(deal: Deal, search: SearchState, piles: int, depth: int) -> None:
    """Keep the line to an end better than all before; an end in one pile finishes the search."""
    rank = piles * _PILE + deal.pack - search.sizes[depth].max()
    if rank < search.counters[RANK]:
        search.counters[RANK], search.counters[LENGTH] = rank, depth
        search.line[:depth] = search.moves[1 : depth + 1]
        if piles <= 1:
            search.counters[DEPTH] = -1


@kernel
def _may_improve(deal: Deal, search: SearchState, row: Planes, depth: int) -> bool:
    """Whether the lower bound of a state is below the rank of the best end so far."""
    uncovered, best = search.uncovered[depth], search.counters[RANK]
    fewest = components(uncovered)
    if fewest * _PILE >= best:
        return False
    if (fewest + 1) * _PILE < best or deal.weight == 0:
        return True
    return bool(fewest * _PILE + deal.pack - _heaviest_component(deal, search, row, depth) < best)


@kernel
def _heaviest_component(deal: Deal, search: SearchState, row: Planes, depth: int) -> int:
    """Return an upper bound on the largest pile: the most cards in any one component."""
    uncovered, most = search.uncovered[depth], 0
    while uncovered != NOTHING:
        found = component_of(uncovered, lowest_bit(uncovered))
        uncovered &= ~found
        size = 0
        for place in range(piles_in(row)):
            size += int(search.sizes[depth, place]) * int((found >> np.uint64(card_at(row, place))) & ONE)
        for number in range(search.stock[depth, 0], len(deal.cards)):
            size += int((found >> np.uint64(deal.cards[number])) & ONE)
        most = max(most, size)
    return most


@kernel
def insert(table: NDArray[np.uint64], key: np.uint64) -> bool:
    """Insert a 64-bit hash into a table; return whether it was new.

    Among a million keys, two collide by chance once in 37 million searches.
    """
    return add_if_new(table, key, _PROBES)


@kernel
def grown(table: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a table of twice the size with the same keys, or the table itself if it is at its largest."""
    if len(table) >= _LARGEST:
        return table
    larger = np.zeros(2 * len(table), np.uint64)
    for word in table:
        if word != NOTHING:
            insert(larger, word)
    return larger
