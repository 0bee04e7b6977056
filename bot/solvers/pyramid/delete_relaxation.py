"""Critical path of a delete relaxation (Bonet and Geffner 2001): the deals and turns that a win takes.

In the relaxed game a card that has left still serves as a partner, so nothing is ever used up, and whatever
can leave does so at once. What cannot be relaxed is order: a card leaves after those that cover it, and
with a card of the deck while that is on top of the waste, or can return there because everything dealt
after it may have left. So a card that is uncovered too late waits for the next pass.

Whatever has left in the true game after a given number of deals of a pass has left in the relaxed one as
well, and each card dug out of the waste needs a partner of its own that was free by then: hence the count is
a lower bound, and a relaxed game that comes to a standstill proves that the true one is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, ONE, bit, holds, lowest_bit
from bot.solvers.pyramid.shapes import ROW, ROW_AND_ONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEVER = 1 << 14
"""More moves than any game has."""
_COUNTER = np.uint64(15)


class Relaxation(NamedTuple):
    """A deal as the relaxed game sees it: places of the pyramid are bits of the grid, counters are packed."""

    takes: NDArray[np.uint64]
    """For each card of the deck, the places whose cards can leave with it."""
    counter: NDArray[np.uint64]
    """For each card of the deck, a counter of one for its value; 0 for a king, which needs no partner."""
    mates: NDArray[np.uint64]
    """For each place, those whose cards can leave with its own (a king: itself); neither covers the other."""
    partner: NDArray[np.uint64]
    """For each place, a counter of one for the value that its card pairs with; 0 for a king."""


@kernel
def draws_to_clear(
    relaxed: Relaxation,
    left: np.uint64,
    wanted: np.uint64,
    deck: np.uint64,
    dealt: int,
    turns: int,
    king_costs: int,
    room: int,
) -> tuple[int, int]:
    """Return the minimum number of deals and turns that clear the pyramid, or NEVER.

    If it is `room` or more, any number that large is returned. The minimum is only attainable if a certain
    number of cards of the deck leave with one of the pyramid and are not dealt again; that number is returned
    as well. `left` are the places with a card, `wanted` counts the cards that the deck must bring up, `turns`
    is negative if unlimited, and taking a king off the waste costs `king_costs`.
    """
    takes, counter = relaxed.takes, relaxed.counter
    left, ready, mates, partners, up = _settle(relaxed, deck, dealt, left, NOTHING, NOTHING, NOTHING)
    wanted = _without(counter, wanted, up)
    moves = laps = spared = 0
    ahead, before = deck & ~(bit(dealt) - ONE), NOTHING
    gone, budget = NOTHING, NOTHING
    while (left != NOTHING or wanted != NOTHING) and moves < room:
        if ahead == NOTHING:
            # A pass through the whole deck that freed no card is like all that would follow.
            if laps == turns or deck == NOTHING or (laps > 0 and ready == before):
                return NEVER, 0
            laps += 1
            moves += 1
            ahead, before, gone, budget = deck, ready, up, partners
        place = lowest_bit(ahead)
        ahead &= ahead - ONE
        one = counter[place]
        # A king that has left cost its move only once.
        cost, budget = _dealing(one, holds(gone, place), budget, king_costs if laps == 1 else 0)
        moves += cost
        spared += cost == 0 and one != NOTHING
        if not holds(up, place):
            up |= bit(place)
            if wanted & (one * _COUNTER) != NOTHING:
                wanted -= one
        if left & ~((left >> ROW) | (left >> ROW_AND_ONE)) & takes[place] != NOTHING:
            left, ready, mates, partners, top = _settle(
                relaxed, deck, place + 1, left, ready, mates, partners
            )
            wanted = _without(counter, wanted, top & ~up)
            up |= top
    # Each card that has left is saved again in every later pass.
    return moves, spared if laps < 2 else (spared + laps - 1) // laps


@kernel
def _dealing(one: np.uint64, was_up: bool, budget: np.uint64, king_costs: int) -> tuple[int, np.uint64]:
    """Return the cost of dealing a card, and the partners that are left for others.

    In a later pass it may already have left, if it ever was on top and had a partner.
    """
    if was_up and one == NOTHING:
        return king_costs, budget
    if was_up and budget & (one * _COUNTER) != NOTHING:
        return 0, budget - one
    return 1, budget


@kernel
def _settle(
    relaxed: Relaxation,
    deck: np.uint64,
    dealt: int,
    left: np.uint64,
    ready: np.uint64,
    mates: np.uint64,
    partners: np.uint64,
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Remove all that can leave before the next deal; return the masks and what can top the waste.

    `ready` are the places that were free at some time, `mates` those whose card may leave alone or with one
    of these, and `partners` counts how many cards of each value those may take.
    """
    takes, counter, all_mates, partner = relaxed
    top = taken = over = NOTHING
    spare = partners
    while True:
        # The card under one in the waste comes up if that one leaves, for which it needs its own partner.
        while dealt > 0 and (over == NOTHING or spare & (over * _COUNTER) != NOTHING):
            spare -= over
            over = NOTHING
            dealt -= 1
            if holds(deck, dealt):
                top |= bit(dealt)
                taken |= takes[dealt]
                over = counter[dealt]
        free = left & ~((left >> ROW) | (left >> ROW_AND_ONE))
        fresh = free & ~ready
        ready |= fresh
        while fresh != NOTHING:
            place = lowest_bit(fresh)
            fresh &= fresh - ONE
            mates |= all_mates[place]
            partners += partner[place]
            spare += partner[place]
        leaving = free & (mates | taken)
        is_dug = dealt == 0 or (over != NOTHING and spare & (over * _COUNTER) == NOTHING)
        if leaving == NOTHING and is_dug:
            return left, ready, mates, partners, top
        left ^= leaving


@kernel
def _without(counter: NDArray[np.uint64], wanted: np.uint64, cards: np.uint64) -> np.uint64:
    """Return what is still wanted after these cards of the deck have come up."""
    while cards != NOTHING:
        one = counter[lowest_bit(cards)]
        cards &= cards - ONE
        if wanted & (one * _COUNTER) != NOTHING:
            wanted -= one
    return wanted
