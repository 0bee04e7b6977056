"""The search through a deal whose stock is known: depth first, every state once.

Moves and deals both lead on and never back, so a state that was met before has nothing new to offer. Where
the cards that are not covered yet fall apart into components, as many piles must remain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.accordion_compulsory.moves import (
    DEALT,
    NOTHING,
    Law,
    may_deal,
    next_shift,
    piles_in,
    shifted,
    slides_and_leaps,
    tops,
    used_by_dealing,
    with_card,
)
from bot.solvers.accordion_compulsory.transposition import first_met
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import LONGEST, PLANES, card_at, keep, kept, key, lay
from bot.solvers.kernels.bits import lowest_bit
from bot.solvers.kernels.card_components import component_of, components

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.kernels.bit_planes import Planes

_PLIES = 2 * 52 + 1
PLY, NODES, RANK, LENGTH = range(4)
"""Where the tally holds the state that is looked at now, how many were, the best rank and the moves to it."""
_NONE = -1
_PILE = 64
"""What a pile more weighs in a rank; the rest of it is the penalty."""
ANY_END = 99 * _PILE
"""A rank that every end is better than."""
TWO_PILES = 2 * _PILE
_ONE = np.uint64(1)


class Hunt(NamedTuple):
    """A search that can go on where it stopped: an entry for every move on the way to the state it is at."""

    rows: NDArray[np.uint64]
    """Shape (plies, PLANES)."""
    sizes: NDArray[np.int8]
    """Cards in every pile, shape (plies, LONGEST); none in any pile where sizes do not matter."""
    open: NDArray[np.uint64]
    """Slides, leaps and (0 or 1) deals that were not tried yet, shape (plies, 3)."""
    stock: NDArray[np.int64]
    """Cards dealt, and 1 where the grace is used, shape (plies, 2)."""
    alive: NDArray[np.uint64]
    """The cards that are not covered, in the row or in the stock, as masks."""
    moves: NDArray[np.int64]
    """What led to each state."""
    line: NDArray[np.int64]
    """The moves to the best end so far."""
    tally: NDArray[np.int64]
    """See PLY, NODES, RANK, LENGTH."""


class Deal(NamedTuple):
    """What stays the same throughout a search."""

    law: Law
    cards: NDArray[np.int8]
    """The stock, the next card first."""
    pack: int
    """Cards in the game: the penalty is those that are not in the largest pile."""
    weight: int
    """What a card of the stock adds to the size of its pile: 1, or 0 where sizes do not matter."""


@kernel
def begun(deal: Deal, row: NDArray[np.int8], sizes: NDArray[np.int8], used: int, rank: int) -> Hunt:
    """Return the search from a row of cards for an end of a better rank."""
    hunt = Hunt(
        np.zeros((_PLIES, PLANES), np.uint64),
        np.zeros((_PLIES, LONGEST), np.int8),
        np.zeros((_PLIES, 3), np.uint64),
        np.zeros((_PLIES, 2), np.int64),
        np.zeros(_PLIES, np.uint64),
        np.zeros(_PLIES, np.int64),
        np.zeros(_PLIES, np.int64),
        np.zeros(4, np.int64),
    )
    planes = lay(row)
    hunt.sizes[0, : len(sizes)] = sizes
    hunt.stock[0, 1] = used
    hunt.alive[0] = tops(planes)
    for card in deal.cards:
        hunt.alive[0] |= _ONE << np.uint64(card)
    hunt.tally[:] = (0, 1, rank, 0)
    _arrive(deal, hunt, planes, 0)
    return hunt


@kernel
def go_on(deal: Deal, hunt: Hunt, met: NDArray[np.uint64], nodes: int) -> bool:
    """Look at so many more states; return whether that was all of them, or an end in one pile was found."""
    tally = hunt.tally
    enough = tally[NODES] + nodes
    while tally[PLY] >= 0 and tally[NODES] < enough:
        move = _next_move(hunt.open[tally[PLY]])
        if move == _NONE:
            tally[PLY] -= 1
        else:
            _follow(deal, hunt, met, move)
    return bool(tally[PLY] < 0)


@kernel
def _next_move(untried: NDArray[np.uint64]) -> int:
    """Take the next move off those that were not tried: slides, leaps, then a deal; _NONE after the last."""
    source, distance = next_shift(untried)
    if distance != 0:
        return 4 * source + distance
    if untried[2] == NOTHING:
        return _NONE
    untried[2] = NOTHING
    return DEALT


@kernel
def _follow(deal: Deal, hunt: Hunt, met: NDArray[np.uint64], move: int) -> None:
    """Make a move; stay there unless nothing new or nothing better can come of it."""
    ply = hunt.tally[PLY]
    row = _dealt(deal, hunt, ply) if move == DEALT else _moved(deal, hunt, ply, move)
    ahead = ply + 1
    hunt.moves[ahead] = move
    # Only one row can come before a deal, and that one was new.
    if move != DEALT and not (
        first_met(met, _key(deal, hunt, row, ahead)) and _hopeful(deal, hunt, row, ahead)
    ):
        return
    hunt.tally[NODES] += 1
    hunt.tally[PLY] = ahead
    _arrive(deal, hunt, row, ahead)


@kernel
def _dealt(deal: Deal, hunt: Hunt, ply: int) -> Planes:
    """Deal a card: fill the entries of the next ply but for its row, and return that."""
    before, ahead = kept(hunt.rows, ply), ply + 1
    slides, leaps = slides_and_leaps(before, deal.law)
    if deal.weight != 0:
        hunt.sizes[ahead] = hunt.sizes[ply]
        hunt.sizes[ahead, piles_in(before)] = deal.weight
    hunt.stock[ahead, 0] = hunt.stock[ply, 0] + 1
    hunt.stock[ahead, 1] = used_by_dealing(deal.law, slides | leaps)
    hunt.alive[ahead] = hunt.alive[ply]
    return with_card(before, deal.cards[hunt.stock[ply, 0]])


@kernel
def _moved(deal: Deal, hunt: Hunt, ply: int, move: int) -> Planes:
    """Move a pile: fill the entries of the next ply but for its row, and return that."""
    before, ahead = kept(hunt.rows, ply), ply + 1
    source, distance = move >> 2, move & 3
    if deal.weight != 0:
        _merge(hunt.sizes[ply], hunt.sizes[ahead], source, distance)
    hunt.stock[ahead, 0], hunt.stock[ahead, 1] = hunt.stock[ply, 0], 0
    hunt.alive[ahead] = hunt.alive[ply] & ~(_ONE << np.uint64(card_at(before, source - distance)))
    return shifted(before, source, distance)


@kernel
def _merge(before: NDArray[np.int8], after: NDArray[np.int8], source: int, distance: int) -> None:
    """Fill in the sizes of the piles after a move."""
    for place in range(LONGEST - 1):
        after[place] = before[place] if place < source else before[place + 1]
    after[source - distance] += before[source]


@kernel
def _key(deal: Deal, hunt: Hunt, row: Planes, ply: int) -> np.uint64:
    """Return the hash of a state."""
    piles = np.uint64(0)
    for place in range(piles_in(row) * deal.weight):
        piles = (piles + np.uint64(hunt.sizes[ply, place])) * np.uint64(0x9E3779B97F4A7C15)
    stock = np.uint64(2 * hunt.stock[ply, 0] + hunt.stock[ply, 1]) * np.uint64(0xD6E8FEB86659FD93)
    mixed = key(row) ^ (piles ^ (piles >> np.uint64(32))) * np.uint64(0xBF58476D1CE4E5B9) ^ stock
    return mixed ^ (mixed >> np.uint64(29))


@kernel
def _arrive(deal: Deal, hunt: Hunt, row: Planes, ply: int) -> None:
    """Note the moves from a state; where there is none, how good an end it is."""
    keep(hunt.rows, ply, row)
    slides, leaps = slides_and_leaps(row, deal.law)
    cards_left = hunt.stock[ply, 0] < len(deal.cards)
    deals = cards_left and may_deal(deal.law, slides | leaps, hunt.stock[ply, 1])
    hunt.open[ply, 0], hunt.open[ply, 1], hunt.open[ply, 2] = slides, leaps, np.uint64(deals)
    if slides | leaps == NOTHING and not cards_left:
        _finish(deal, hunt, piles_in(row), ply)


@kernel
def _finish(deal: Deal, hunt: Hunt, piles: int, ply: int) -> None:
    """Keep the line to an end that is better than all before; one pile ends the search."""
    rank = piles * _PILE + deal.pack - hunt.sizes[ply].max()
    if rank < hunt.tally[RANK]:
        hunt.tally[RANK], hunt.tally[LENGTH] = rank, ply
        hunt.line[:ply] = hunt.moves[1 : ply + 1]
        if piles <= 1:
            hunt.tally[PLY] = -1


@kernel
def _hopeful(deal: Deal, hunt: Hunt, row: Planes, ply: int) -> bool:
    """Whether a better end than the best so far may come of a state, as far as components tell."""
    alive, best = hunt.alive[ply], hunt.tally[RANK]
    fewest = components(alive)
    if fewest * _PILE >= best:
        return False
    if (fewest + 1) * _PILE < best or deal.weight == 0:
        return True
    return bool(fewest * _PILE + deal.pack - _heaviest(deal, hunt, row, ply) < best)


@kernel
def _heaviest(deal: Deal, hunt: Hunt, row: Planes, ply: int) -> int:
    """Return the size of the largest pile that could come of any one component."""
    alive, most = hunt.alive[ply], 0
    while alive != NOTHING:
        found = component_of(alive, lowest_bit(alive))
        alive &= ~found
        size = 0
        for place in range(piles_in(row)):
            size += int(hunt.sizes[ply, place]) * int((found >> np.uint64(card_at(row, place))) & _ONE)
        for number in range(hunt.stock[ply, 0], len(deal.cards)):
            size += int((found >> np.uint64(deal.cards[number])) & _ONE)
        most = max(most, size)
    return most
