"""Lower bounds on the moves to the goal and on the cards that stay, whatever the order of moves.

All are admissible, but for the draws of `bound` if only the pyramid must go: these only order moves.

A value that the pyramid still needs n times from the deck must come to the top of the waste n times. A card
of the waste does so without a deal only if all above it leave first; otherwise the rest of the stock is
dealt, the waste turned over, and all below it dealt again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, ONE, bit, holds, lowest_bit, popcount
from bot.solvers.pyramid.deal_tables import KING, NO_WAY
from bot.solvers.pyramid.delete_relaxation import NEVER, draws_to_clear
from bot.solvers.pyramid.packed_counters import count_of, one_of, total
from bot.solvers.pyramid.state import MOST_TURNS, parts_of

if TYPE_CHECKING:
    import numpy as np

    from bot.solvers.pyramid.deal_tables import Deal


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
        return NEVER
    if removals >= room:
        return removals
    draws, taken = draws_to_clear(
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
        return NEVER
    if not deal.whole:
        return draws + max(removals, _removals_with(deal, shape, taken))
    removals, all_draws, stay = bound(deal, key)
    return NEVER if stay > 0 else removals + max(draws, all_draws)


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
