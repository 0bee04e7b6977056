"""Expansion of a turn: all ends that claims can reach from a row between two deals, without transpositions.

It is a breadth-first search whose queue is the list of ends itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.cribbage.claims import CLAIM_BITS, MOST_CLAIMS, claimed, list_claims, points_of
from bot.solvers.cribbage.state import HELD, card_at, dealt, out_of_sight
from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEAR, FAR, FRESH, TOTAL, PATH = range(5)
"""The columns of the ends of a turn: near and far piles, fresh links, points so far, claims made."""
COLUMNS = 5
NEVER = 1 << 20
"""More points than any game has: the target once points no longer win."""
_ENDS = 1024
"""Room for the ends of a turn: a few are usual, hundreds are not rare."""
_MIXER = 0x1E3779B97F4A7C15
_LONGEST = 7
"""How many claims fit into a path, the last one in the lowest bits."""


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
