"""The fewest cards that can be left, and a proof that no fewer can: depth first, each state once.

Where two ends leave as many cards, the one in an earlier pass is the better one: so games are scored.
What was looked at is kept as whole keys, not as hashes of them, so nothing is lost by a collision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, popcount
from bot.solvers.pyramid.lower_bound import bound
from bot.solvers.pyramid.state_key import MOST_TURNS, hashed, parts_of
from bot.solvers.pyramid.successors import MOST_STEPS, expand

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.pyramid.deal_tables import Deal

RANKS = MOST_TURNS + 1
"""An end is worth RANKS for each card that is left and 1 for each turn of the waste; less is better."""
_DEEPEST = 54
_PROBES = 4


class Hunt(NamedTuple):
    """A search that can be stopped and taken up again."""

    ahead: NDArray[np.uint64]
    """For each depth the keys that are still to be looked at, the best last."""
    waiting: NDArray[np.int64]
    """How many they are."""
    path: NDArray[np.uint64]
    """The keys from the root to where the search is."""
    found: NDArray[np.uint64]
    """The keys from the root to the best end."""
    seen: NDArray[np.uint64]
    """A table of hashes: the inverted keys of states that were looked at; 0 is an empty slot."""
    at: NDArray[np.int64]
    """The depth (-1 when all is done), the states looked at, the worth of the best end and its depth."""


def hunt(states: int) -> Hunt:
    """Return a search that remembers so many states (a power of two)."""
    return Hunt(
        np.zeros((_DEEPEST, MOST_STEPS), np.uint64),
        np.zeros(_DEEPEST, np.int64),
        np.zeros(_DEEPEST, np.uint64),
        np.zeros(_DEEPEST, np.uint64),
        np.zeros(states, np.uint64),
        np.zeros(4, np.int64),
    )


@kernel
def set_out(search: Hunt, deal: Deal, root: np.uint64, lap: int, worth: int) -> None:
    """Begin at a root, looking for an end that is worth less than this."""
    search.seen[:] = NOTHING
    search.path[0] = root
    search.at[:] = 0
    search.at[2], search.at[3] = worth, -1
    _keep_if_best(search, deal, root, 0)
    _list(search, deal, 0, root, lap, 0)


@kernel
def pursue(search: Hunt, deal: Deal, lap: int, least: int, enough: int, nodes: int) -> bool:
    """Look at up to so many more states; return whether the search is over.

    It is over when all was looked at, or an end worth less than `enough` is found. It is known that nothing
    can be worth less than `least`.
    """
    stop = search.at[1] + nodes
    while search.at[0] >= 0 and search.at[2] >= enough:
        if search.at[1] >= stop:
            return False
        depth = search.at[0]
        if search.waiting[depth] == 0:
            search.at[0] -= 1
            continue
        search.waiting[depth] -= 1
        key = search.ahead[depth, search.waiting[depth]]
        if _is_known(search, key):
            continue
        search.at[0] = depth + 1
        search.at[1] += 1
        search.path[depth + 1] = key
        _keep_if_best(search, deal, key, depth + 1)
        _list(search, deal, depth + 1, key, lap, least)
    return True


@kernel
def _worth(deal: Deal, root: np.uint64, key: np.uint64) -> int:
    """Return what it is worth to end in a state."""
    shape, deck, _, turns = parts_of(key)
    left = popcount(deal.shapes.left[shape])
    if deal.whole:
        left += popcount(deck)
    return RANKS * left + parts_of(root)[3] - turns


@kernel
def _keep_if_best(search: Hunt, deal: Deal, key: np.uint64, depth: int) -> None:
    worth = _worth(deal, search.path[0], key)
    if worth < search.at[2]:
        search.at[2], search.at[3] = worth, depth
        search.found[: depth + 1] = search.path[: depth + 1]


@kernel
def _is_known(search: Hunt, key: np.uint64) -> bool:
    """Whether a state was looked at; it is then known from now on, in place of another if need be."""
    first, mark = hashed(key, len(search.seen)), ~key
    for probe in range(_PROBES):
        slot = (first + probe) & (len(search.seen) - 1)
        if search.seen[slot] == mark:
            return True
        if search.seen[slot] == NOTHING:
            search.seen[slot] = mark
            return False
    search.seen[(first + search.at[1] % _PROBES) & (len(search.seen) - 1)] = mark
    return False


@kernel
def _list(search: Hunt, deal: Deal, depth: int, key: np.uint64, lap: int, least: int) -> None:
    """List what a state leads to, if it may end better than the best so far; the most promising last."""
    keys, ahead = search.ahead[depth], np.empty(MOST_STEPS, np.int64)
    costs = np.empty(MOST_STEPS, np.int16)
    many = 0
    turns = parts_of(search.path[0])[3]
    for step in range(expand(deal, key, lap, True, keys, costs)):
        child = keys[step]
        removals, draws, stay = bound(deal, child)
        if max(RANKS * stay, least) + turns - parts_of(child)[3] >= search.at[2]:
            continue
        promise = 10 * costs[step] + 20 * removals + 8 * draws
        place = many
        while place > 0 and ahead[place - 1] < promise:
            ahead[place], keys[place] = ahead[place - 1], keys[place - 1]
            place -= 1
        ahead[place], keys[place] = promise, child
        many += 1
    search.waiting[depth] = many
