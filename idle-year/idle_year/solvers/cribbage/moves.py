"""The right end of a row, packed into two words, and the moves that can be made there.

A place is counted from the right: 0 is the last pile. `near` holds the cards of places 0 to 9 and `far`
those of 10 to 19, six bits each, the lowest place lowest; a card is its suit x 16 + its rank. Claims are made
only in the near piles, and the far ones move up as the row closes. Piles beyond those are forgotten; a search
that reaches a forgotten pile is not exhaustive.

The move generator lists what can be claimed at the end of a row, and all ends of a turn that claims can
reach. A claim is one non-zero number: the place of the window's last pile, which pile goes onto which, its
points. What a window is worth is looked up. The ends of a turn are found by a breadth-first search without
transpositions, whose queue is the list of ends itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product, takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import RANKS, Card
from idle_year.engine.games.claims import pip_value
from idle_year.engine.positions.cribbage import ClaimRow
from idle_year.solvers.jit import kernel

PLACES = 10
"""Piles per number."""
NO_PILE, FORGOTTEN = 63, 62
"""The codes for a place left of the row, and for a pile that there was no room for."""
HELD = 1 << 32
"""The bit in `fresh` that says that places 2 and 1 are a pair that outlived the last deal.

The bits below it are links: bit j is set if the piles in places j + 1 and j became neighbours in this turn.
"""
_BITS = 6
_CARD = (1 << _BITS) - 1
_TOP = _BITS * (PLACES - 1)
_ALL = (1 << _BITS * PLACES) - 1


def packed(card: Card) -> int:
    """Encode a card in six bits."""
    return card.suit << 4 | card.rank


def pack(cards: Sequence[Card]) -> tuple[int, int]:
    """Return the near and the far piles of a row of top cards."""
    places = [packed(card) for card in reversed(cards)] + [NO_PILE] * 2 * PLACES
    if len(cards) > 2 * PLACES:
        places[2 * PLACES - 1] = FORGOTTEN
    near, far = places[:PLACES], places[PLACES : 2 * PLACES]
    return _joined(near), _joined(far)


def _joined(places: list[int]) -> int:
    return sum(card << _BITS * place for place, card in enumerate(places))


def root_row(state: ClaimRow) -> NDArray[np.int64]:
    """Return the row of a state in the columns of an end of a turn."""
    near, far = pack([pile.top for pile in state.piles])
    fresh = HELD * state.held
    for link in state.fresh:
        # The rules count links from the left. Those out of sight need only be kept distinct from HELD.
        fresh |= 1 << min(len(state.piles) - 2 - link, 2 * PLACES)
    return np.array([near, far, fresh, state.points, 0], np.int64)


def known_cards(state: ClaimRow) -> NDArray[np.int64]:
    """Return the cards of the stock up to the first face-down one, packed."""
    known = takewhile(lambda card: card is not None, state.stock)
    return np.array([packed(card) for card in known if card is not None], np.int64)


@kernel
def card_at(near: int, place: int) -> int:
    """Return the card at a place."""
    return (near >> (_BITS * place)) & _CARD


@kernel
def dealt(near: int, far: int, card: int) -> tuple[int, int]:
    """Return near and far piles after a card has been dealt."""
    pushed, lost = near >> _TOP, far >> _TOP
    far = ((far << _BITS) & _ALL) | pushed
    if lost != NO_PILE:
        far = (far & ~(_CARD << _TOP)) | (FORGOTTEN << _TOP)
    return ((near << _BITS) & _ALL) | card, far


@kernel
def stacked(near: int, far: int, source: int, target: int) -> tuple[int, int]:
    """Return near and far piles after one near pile has moved onto another and the row has closed up."""
    change = card_at(near, source) ^ card_at(near, target)
    near ^= change << (_BITS * target)
    below = near & ((1 << (_BITS * source)) - 1)
    above = near >> (_BITS * (source + 1)) << (_BITS * source)
    beyond = FORGOTTEN if far >> _TOP == FORGOTTEN else NO_PILE
    return below | above | ((far & _CARD) << _TOP), (far >> _BITS) | (beyond << _TOP)


@kernel
def out_of_sight(near: int, fresh: int) -> bool:
    """Whether something might be claimed further left than claims are searched for."""
    last = near >> _TOP
    return last == FORGOTTEN or (last != NO_PILE and (fresh & (HELD - 1)) >> (PLACES - 2) != 0)


@kernel
def linked(fresh: int, source: int, target: int) -> int:
    """Return the fresh links after one pile has moved onto another and the row has closed up.

    The links of the changed pile and the one over the gap are new; links of other piles keep their state. A
    held pair ceases to exist.
    """
    touched = ((3 << source) | (3 << target)) >> 1
    kept = fresh & (HELD - 1) & ~touched
    below = (1 << source) - 1
    landed = target - (1 if target > source else 0)
    return (kept & below) | ((kept >> 1) & ~below) | (3 << landed >> 1) | ((1 << source) >> 1)


NEAR, FAR, FRESH, TOTAL, PATH = range(5)
"""The columns of the ends of a turn: near and far piles, fresh links, points so far, claims made."""
COLUMNS = 5
NEVER = 1 << 20
"""More points than any game has: the target once points no longer win."""
CLAIM_BITS = 9
WAYS = ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1), (0, 1), (1, 0))
"""Source and target of a stacking, as places from the window's last pile."""
WAYS_OF_THREE = 6
"""The first of the ways are for windows of three piles, the others for two."""
POINTS = (0, 2, 3, 6)
"""The points of claims by kind; a worth is a set of kinds, one bit each."""
MOST_CLAIMS = 256
"""More than are ever open at once: eight windows of each size, two and six ways, three kinds."""
_ENDS = 1024
"""Room for the ends of a turn: a few are usual, hundreds are not rare."""
_LONGEST = 7
"""How many claims fit into a path, the last one in the lowest bits."""
_MIXER = 0x1E3779B97F4A7C15
_TWO, _THREE, _SIX = (1 << kind for kind in range(1, len(POINTS)))
_ONE_SUIT = 1 << 12


class Turn(NamedTuple):
    """The arrays that a turn is listed in."""

    ends: NDArray[np.int64]
    """`[_ENDS, COLUMNS]`; the first is where the turn starts, which is one of its ends."""
    slots: NDArray[np.int16]
    """An open hash table of places in `ends`, -1 if free."""
    found: NDArray[np.int64]


@kernel
def new_turn() -> Turn:
    """Allocate a turn."""
    return Turn(
        np.empty((_ENDS, COLUMNS), np.int64),
        np.empty(2 * _ENDS, np.int16),
        np.empty(MOST_CLAIMS, np.int64),
    )


@kernel
def begin(turn: Turn, near: int, far: int, card: int, points: int) -> None:
    """Begin a turn: deal a card onto the end of the last one."""
    start = turn.ends[0]
    start[FRESH], start[TOTAL], start[PATH] = fresh_after_deal(near), points, 0
    start[NEAR], start[FAR] = dealt(near, far, card)


@kernel
def fresh_after_deal(near: int) -> int:
    """Return the fresh links after a deal onto a row: the last one, and HELD for a pair at its end."""
    pair = card_at(near, 0) & 15 == card_at(near, 1) & 15
    return 1 | HELD if pair else 1


@kernel
def list_ends(turn: Turn, enough: int, every: bool) -> tuple[int, bool]:
    """List all ends that a turn can reach; return their number, and whether the list is complete.

    With `enough` points a game is over. Of equal ends only the one with the most points is expanded, or with
    `every` each that differs in points.
    """
    ends, found = turn.ends, turn.found
    count, done, complete = 1, 0, True
    while done < count:
        near, far, fresh = ends[done, NEAR], ends[done, FAR], ends[done, FRESH]
        total, path = ends[done, TOTAL], ends[done, PATH]
        done += 1
        if total >= enough:
            continue
        complete = complete and not out_of_sight(near, fresh)
        claims = list_claims(near, fresh, every, found)
        if claims and done == 1:
            turn.slots[:] = -1
        for number in range(claims):
            claim = found[number]
            after, beyond, links = claimed(near, far, fresh, claim)
            points = total + points_of(claim)
            slot = _slot_for(turn, after, links, points, every)
            if turn.slots[slot] >= 0:
                continue
            if count == _ENDS or path >> CLAIM_BITS * (_LONGEST - 1):
                complete = False
                continue
            ends[count, NEAR], ends[count, FAR], ends[count, FRESH] = after, beyond, links
            ends[count, TOTAL], ends[count, PATH] = points, path << CLAIM_BITS | claim
            turn.slots[slot] = count
            count += 1
    return count, complete


@kernel
def _slot_for(turn: Turn, near: int, fresh: int, points: int, every: bool) -> int:
    """Return the slot of an end at least as good, or a free one; the near piles determine the far ones."""
    mixed = (near ^ fresh << 40) * _MIXER
    slot = (mixed ^ mixed >> 32) & (len(turn.slots) - 1)
    while turn.slots[slot] >= 0:
        end = turn.slots[slot]
        more = turn.ends[end, TOTAL] - points
        alike = turn.ends[end, NEAR] == near and turn.ends[end, FRESH] == fresh
        if alike and (more == 0 or (more > 0 and not every)):
            return slot
        slot = (slot + 1) & (len(turn.slots) - 1)
    return slot


def _worths_of_two() -> NDArray[np.int64]:
    """Return what two piles are worth, by their ranks of four bits each."""
    worths = np.zeros(1 << 8, np.int64)
    for one, other in product(range(len(RANKS)), repeat=2):
        fifteen = pip_value(Card(one)) + pip_value(Card(other)) == 15
        worths[one | other << 4] = _TWO * (fifteen or one == other)
    return worths


def _worths_of_three() -> NDArray[np.int64]:
    """Return what three piles are worth, by their ranks of four bits each and whether they share a suit."""
    worths = np.zeros(2 * _ONE_SUIT, np.int64)
    for ranks in product(range(len(RANKS)), repeat=3):
        low, middle, high = sorted(ranks)
        run = low + 2 == middle + 1 == high
        fifteen = sum(pip_value(Card(rank)) for rank in ranks) == 15
        worth = _TWO * fifteen | _THREE * run | _SIX * (low == high)
        index = ranks[0] | ranks[1] << 4 | ranks[2] << 8
        worths[index] = worth
        worths[index | _ONE_SUIT] = worth | _THREE | _SIX * run
    return worths


_WORTH_OF_TWO, _WORTH_OF_THREE = _worths_of_two(), _worths_of_three()
_POINTS = np.array(POINTS)
_SOURCE, _TARGET = (np.array(places) for places in zip(*WAYS, strict=True))


@kernel
def list_claims(near: int, fresh: int, every: bool, found: NDArray[np.int64]) -> int:
    """List the open claims and return their number; `found` has room for MOST_CLAIMS.

    A window is claimed for the most that it is worth, and with `every` for less as well.
    """
    count = 0
    for place in range(PLACES - 2):
        links = fresh >> place
        if links == 0:
            break
        if links & 1 or (place == 1 and fresh & HELD):
            count = _list_ways(place, _worth_of_two(near, place), WAYS_OF_THREE, every, found, count)
        if links & 3:
            count = _list_ways(place, _worth_of_three(near, place), 0, every, found, count)
    return count


@kernel
def _list_ways(
    place: int,
    worth: int,
    first: int,
    every: bool,
    found: NDArray[np.int64],
    count: int,
) -> int:
    """Append the ways to claim one window, starting with the first for its size."""
    end = len(WAYS) if first else WAYS_OF_THREE
    for kind in range(len(POINTS) - 1, 0, -1):
        if worth >> kind & 1:
            for way in range(first, end):
                found[count] = place | way << 4 | kind << 7
                count += 1
            if not every:
                break
    return count


@kernel
def _worth_of_two(near: int, place: int) -> int:
    one, other = card_at(near, place), card_at(near, place + 1)
    return int(_WORTH_OF_TWO[one & 15 | (other & 15) << 4])


@kernel
def _worth_of_three(near: int, place: int) -> int:
    one, two, three = card_at(near, place), card_at(near, place + 1), card_at(near, place + 2)
    index = one & 15 | (two & 15) << 4 | (three & 15) << 8
    if one >> 4 == two >> 4 and two >> 4 == three >> 4:
        index |= _ONE_SUIT
    return int(_WORTH_OF_THREE[index])


@kernel
def points_of(claim: int) -> int:
    """Return the points of a claim."""
    return int(_POINTS[claim >> 7])


@kernel
def claimed(near: int, far: int, fresh: int, claim: int) -> tuple[int, int, int]:
    """Return near and far piles and fresh links after a claim."""
    place, way = claim & 15, claim >> 4 & 7
    source, target = place + _SOURCE[way], place + _TARGET[way]
    near, far = stacked(near, far, source, target)
    return near, far, linked(fresh, source, target)
