"""Successor generation with macro moves: each removal, with the deals and the turn that bring its card up.

Deals alone lead nowhere new, so a step is a removal and the dealing before it. Two dominances reduce choices.
A king of the pyramid leaves as soon as it is free: that costs the same at any time and only uncovers cards. A
king of the waste may stay if lines are to be short (if only the pyramid must go, taking it may be a wasted
move); with `kings_leave` it leaves as soon as it comes up, which never rules anything out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import NOTHING, ONE, bit, holds, lowest_bit
from idle_year.solvers.pyramid.deal_tables import Deal
from idle_year.solvers.pyramid.state import KING, Shapes, key_of, parts_of

MOST_STEPS = 192
"""No state has more successors: 41 cards of a deck, each with at most four partners, and 12 pairs."""


@kernel
def _settled(
    shapes: Shapes,
    kings: np.uint64,
    values: NDArray[np.int8],
    whole: bool,
    shape: int,
    deck: np.uint64,
    dealt: int,
    turns: int,
    kings_leave: bool,
) -> tuple[np.uint64, int]:
    """Remove the kings that leave at once; return the key, and how many left.

    `kings` are the places of the pyramid that hold one, and `values` those of the deck: passing a whole deal
    would take longer than all the rest.
    """
    many = 0
    free = shapes.free[shape] & kings
    while free != NOTHING:
        shape = int(shapes.after[shape, lowest_bit(free)])
        many += 1
        free = shapes.free[shape] & kings
    # Once the pyramid is cleared, the game may be over, and no king can leave any more.
    kings_leave = kings_leave and (whole or shape != 0)
    while dealt > 0:
        if holds(deck, dealt - 1):
            if not kings_leave or values[dealt - 1] != KING:
                break
            deck &= ~bit(dealt - 1)
            many += 1
        dealt -= 1
    return key_of(shape, deck, dealt, turns), many


@kernel
def settle(deal: Deal, key: np.uint64, kings_leave: bool) -> np.uint64:
    """Return the key of a state after removing the kings that leave at once."""
    shape, deck, dealt, turns = parts_of(key)
    return _settled(
        deal.shapes, deal.places[KING], deal.deck, deal.whole, shape, deck, dealt, turns, kings_leave
    )[0]


@kernel
def expand(
    deal: Deal,
    key: np.uint64,
    lap: int,
    kings_leave: bool,
    keys: NDArray[np.uint64],
    costs: NDArray[np.int16],
) -> int:
    """Write the keys of all successors of a state and the moves to each; return how many there are.

    `lap` is what a turn of the waste subtracts from the turns left: 1, or 0 if unlimited.
    """
    shape, deck, dealt, turns = parts_of(key)
    many = expand_now(deal, key, kings_leave, keys, costs)
    # Calls are expensive relative to this loop, so only cards that can leave cause one.
    values, partners = deal.deck, _partners(deal, shape, kings_leave)
    moves = 0
    for part in range(2 if turns > 0 else 1):
        # The waste is turned over below the card that was on its top: that one needs no turn.
        ahead = deck & (bit(dealt) - ONE) & ~_top(dealt) if part else deck & ~(bit(dealt) - ONE)
        moves += part
        while ahead != NOTHING:
            place = lowest_bit(ahead)
            ahead &= ahead - ONE
            moves += 1
            left = turns - lap * part
            if holds(partners, values[place]):
                many = _removals(deal, key, place, deck, left, moves, kings_leave, keys, costs, many)
            if kings_leave and values[place] == KING:
                deck &= ~bit(place)
                moves += 1
    return many


@kernel
def expand_now(
    deal: Deal, key: np.uint64, kings_leave: bool, keys: NDArray[np.uint64], costs: NDArray[np.int16]
) -> int:
    """Write only the successors without a deal; return how many there are."""
    many = _pairs(deal, key, kings_leave, keys, costs)
    _, deck, dealt, turns = parts_of(key)
    if dealt > 0:
        many = _removals(deal, key, dealt - 1, deck, turns, 0, kings_leave, keys, costs, many)
    return many


@kernel
def _partners(deal: Deal, shape: int, kings_leave: bool) -> np.uint64:
    """Return, as a mask, which values of the deck can leave now."""
    values = bit(KING) if deal.whole or not kings_leave else NOTHING
    free = deal.shapes.free[shape]
    while free != NOTHING:
        values |= bit(KING - deal.pyramid[lowest_bit(free)])
        free &= free - ONE
    return values


@kernel
def _top(dealt: int) -> np.uint64:
    return bit(dealt - 1) if dealt > 0 else NOTHING


@kernel
def _pairs(
    deal: Deal, key: np.uint64, kings_leave: bool, keys: NDArray[np.uint64], costs: NDArray[np.int16]
) -> int:
    """Write the successors by pairs within the pyramid."""
    shape, deck, dealt, turns = parts_of(key)
    many = 0
    ones = deal.shapes.free[shape]
    while ones != NOTHING:
        one = lowest_bit(ones)
        ones &= ones - ONE
        others = ones & deal.places[KING - deal.pyramid[one]]
        while others != NOTHING:
            after = int(deal.shapes.after[deal.shapes.after[shape, one], lowest_bit(others)])
            others &= others - ONE
            keys[many], kings = _settled(
                deal.shapes, deal.places[KING], deal.deck, deal.whole, after, deck, dealt, turns, kings_leave
            )
            costs[many] = 1 + kings
            many += 1
    return many


@kernel
def _removals(
    deal: Deal,
    key: np.uint64,
    place: int,
    deck: np.uint64,
    turns: int,
    moves: int,
    kings_leave: bool,
    keys: NDArray[np.uint64],
    costs: NDArray[np.int16],
    many: int,
) -> int:
    """Add the successors by removing a card of the deck once it is on top; return how many there are."""
    shape, _, _, _ = parts_of(key)
    value, deck = deal.deck[place], deck & ~bit(place)
    if value == KING:
        if deal.whole or not kings_leave:
            keys[many], kings = _settled(
                deal.shapes, deal.places[KING], deal.deck, deal.whole, shape, deck, place, turns, kings_leave
            )
            costs[many] = moves + 1 + kings
            many += 1
        return many
    partners = deal.shapes.free[shape] & deal.places[KING - value]
    while partners != NOTHING:
        after = int(deal.shapes.after[shape, lowest_bit(partners)])
        partners &= partners - ONE
        keys[many], kings = _settled(
            deal.shapes, deal.places[KING], deal.deck, deal.whole, after, deck, place, turns, kings_leave
        )
        costs[many] = moves + 1 + kings
        many += 1
    return many
