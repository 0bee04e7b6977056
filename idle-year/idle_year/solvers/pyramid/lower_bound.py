"""Lower bounds on the moves to the goal and on the cards that stay, whatever the order of moves.

All are admissible, but for the draws of `bound` if only the pyramid must go: these only order moves.

A value that the pyramid still needs n times from the deck must come to the top of the waste n times. A card
of the waste does so without a deal only if all above it leave first; otherwise the rest of the stock is
dealt, the waste turned over, and all below it dealt again.

The deals and turns that a win takes are the critical path of a delete relaxation (Bonet and Geffner 2001). In
the relaxed game a card that has left still serves as a partner, so nothing is ever used up, and whatever can
leave does so at once. What cannot be relaxed is order: a card leaves after those that cover it, and with a
card of the deck while that is on top of the waste, or can return there because everything dealt after it may
have left. So a card that is uncovered too late waits for the next pass.

Whatever has left in the true game after a given number of deals of a pass has left in the relaxed one as
well, and each card dug out of the waste needs a partner of its own that was free by then: hence the count is
a lower bound, and a relaxed game that comes to a standstill proves that the true one is lost.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import NOTHING, ONE, bit, holds, lowest_bit, popcount
from idle_year.solvers.pyramid.deal_tables import NO_WAY, Deal, Relaxation, count_of, one_of, total
from idle_year.solvers.pyramid.state import KING, MOST_TURNS, ROW, ROW_AND_ONE, parts_of

_NEVER = 1 << 14
"""More moves than any game has."""
_COUNTER = np.uint64(15)


@kernel
def bound(deal: Deal, key: np.uint64) -> tuple[int, int, int]:
    """Return lower bounds on the removals, on the draws (deals and turns), and on the cards that stay.

    The draws are an estimate if only the pyramid must go.
    """
    shape, deck, dealt, _ = parts_of(key)
    buried = _buried(deal, shape, deck, dealt)
    if deal.whole:
        return _until_all_left(deal, key, buried)
    draws, short = _until_cleared(deal, key, buried)
    return int(deal.removals[shape]), draws, short


@kernel
def moves_ahead(deal: Deal, key: np.uint64, room: int) -> int:
    """Return the minimum number of moves to a win; if it is `room` or more, any number that large."""
    shape, deck, dealt, turns = parts_of(key)
    removals = int(deal.removals[shape])
    if removals >= NO_WAY:
        return _NEVER
    if removals >= room:
        return removals
    draws, taken = _draws_to_clear(
        deal.relaxed,
        deal.shapes.grid[shape],
        deal.wanted[shape],
        deck,
        dealt,
        -1 if turns == MOST_TURNS else turns,
        0 if deal.whole else 1,
        room - removals,
    )
    if removals + draws >= room:
        return _NEVER
    if not deal.whole:
        return draws + max(removals, _removals_with(deal, shape, taken))
    removals, all_draws, stay = bound(deal, key)
    return _NEVER if stay > 0 else removals + max(draws, all_draws)


@kernel
def _removals_with(deal: Deal, shape: int, taken: int) -> int:
    """Return the minimum number of removals if `taken` of them take a card of the deck."""
    left = deal.shapes.left[shape]
    kings = popcount(left & deal.places[KING])
    return kings + (popcount(left) - kings + taken + 1) // 2


@kernel
def _buried(deal: Deal, shape: int, deck: np.uint64, dealt: int) -> int:
    """Return the place of the deck below which no card can reach the top before the waste is turned over."""
    partners = deal.partners[shape]
    for place in range(dealt - 1, -1, -1):
        value = deal.deck[place]
        if value != KING and holds(deck, place):
            if count_of(partners, value) == 0:
                return place + 1
            partners -= one_of(value)
    return 0


@kernel
def _until_cleared(deal: Deal, key: np.uint64, buried: int) -> tuple[int, int]:
    """Estimate the draws until all wanted cards have come up; return also how many of them never do.

    It takes them from the waste first, kings above them included, even if the stock brings one sooner.
    """
    shape, deck, dealt, turns = parts_of(key)
    wanted = deal.wanted[shape]
    steps = kings = 0
    for place in range(dealt - 1, buried - 1, -1):
        if wanted == NOTHING:
            return steps, 0
        if holds(deck, place):
            value = deal.deck[place]
            kings += value == KING
            if count_of(wanted, value) > 0:
                wanted -= one_of(value)
                steps = kings
    dealing = 0
    for turned in range(2 if turns > 0 else 1):
        ahead = deck & (bit(buried) - ONE) if turned else deck & ~(bit(dealt) - ONE)
        dealing += turned
        while wanted != NOTHING and ahead != NOTHING:
            value = deal.deck[lowest_bit(ahead)]
            ahead &= ahead - ONE
            dealing += 1
            if count_of(wanted, value) > 0:
                wanted -= one_of(value)
                steps = max(steps, dealing)
    return steps, total(wanted)


@kernel
def _until_all_left(deal: Deal, key: np.uint64, buried: int) -> tuple[int, int, int]:
    """Return the same as `bound` if every card of the deck must leave as well."""
    shape, deck, dealt, turns = parts_of(key)
    under = deck & (bit(buried) - ONE)
    draws, stay = popcount(deck & ~(bit(dealt) - ONE)), 0
    if under != NOTHING and turns > 0:
        draws += 1 + popcount(under)
    elif under != NOTHING:
        stay, deck = popcount(under), deck ^ under
    removals = popcount(deal.shapes.left[shape] & deal.places[KING])
    partners = deal.partners[shape]
    while deck != NOTHING:
        value = deal.deck[lowest_bit(deck)]
        deck &= deck - ONE
        if value == KING:
            removals += 1
        elif count_of(partners, value) > 0:
            removals += 1
            partners -= one_of(value)
        else:
            stay += 1
    # The remaining cards of the pyramid must pair off within it.
    for low in range(1, 7):
        ones, others = count_of(partners, low), count_of(partners, KING - low)
        removals += min(ones, others)
        stay += abs(ones - others)
    return removals, draws, stay


@kernel
def _draws_to_clear(
    relaxed: Relaxation,
    left: np.uint64,
    wanted: np.uint64,
    deck: np.uint64,
    dealt: int,
    turns: int,
    king_costs: int,
    room: int,
) -> tuple[int, int]:
    """Return the minimum number of deals and turns that clear the pyramid, or _NEVER.

    If it is `room` or more, any number that large is returned. The minimum is only attainable if a certain
    number of cards of the deck leave with one of the pyramid and are not dealt again; that number is returned
    as well. `left` are the places with a card, `wanted` counts the cards that the deck must bring up, `turns`
    is negative if unlimited, and taking a king off the waste costs `king_costs`.
    """
    takes, counter = relaxed.takes, relaxed.counter
    left, ready, mates, partners, up = _settle_relaxed(relaxed, deck, dealt, left, NOTHING, NOTHING, NOTHING)
    wanted = _without(counter, wanted, up)
    moves = laps = spared = 0
    ahead, before = deck & ~(bit(dealt) - ONE), NOTHING
    gone, budget = NOTHING, NOTHING
    while (left != NOTHING or wanted != NOTHING) and moves < room:
        if ahead == NOTHING:
            # A pass through the whole deck that freed no card is like all that would follow.
            if laps == turns or deck == NOTHING or (laps > 0 and ready == before):
                return _NEVER, 0
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
            left, ready, mates, partners, top = _settle_relaxed(
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
def _settle_relaxed(
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
