"""Search for the end with so many piles whose largest pile is as large as can be.

As in `proof`, but nothing is over at the first end, and rows are the same only if their piles are of the
same sizes. A pile can take in no more than what is linked to it: that bounds what is left to find.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.accordion_open.move_stack import KEY, STEP, UNTRIED, VISIBLE, enter, leftmost
from bot.solvers.accordion_open.moves import KINDS, covered, distance, ends, step
from bot.solvers.accordion_open.search_state import DEPTH, NODES
from bot.solvers.accordion_open.transposition import known, remember, room
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import LONGEST, card_at, kept, key, merged
from bot.solvers.kernels.bits import lowest_bit, popcount
from bot.solvers.kernels.card_components import component_of, components
from bot.solvers.kernels.rng import random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.accordion_open.search_state import Desk
    from bot.solvers.kernels.bit_planes import Planes

_ONE = np.uint64(1)


class Sizes(NamedTuple):
    """What is known of the sizes of piles while one searches."""

    piles: NDArray[np.int64]
    """(52,): for each card the size of the pile that it tops, or topped when it was covered."""
    best: NDArray[np.int64]
    """(1 + LONGEST,): the size of the largest pile found in any end, and the moves there, as in `path`."""


@kernel
def enlarge(game: Game, desk: Desk, sizes: Sizes, enough: int, nodes: int) -> bool:
    """Go on until `nodes` rows were looked at; return whether there is nothing better to find.

    The row was laid out by `hunt.lay_out`, and no end has fewer piles than the target of the game. A pile of
    `enough` cards is as large as can be.
    """
    depth = desk.counters[DEPTH]
    done = room(desk.done, popcount(desk.path[0, 0]))
    while depth >= 0 and desk.counters[NODES] < nodes and sizes.best[0] < enough:
        kind, right = leftmost(desk.path, depth)
        if kind < KINDS:
            desk.counters[NODES] += 1
            desk.path[depth, UNTRIED + kind] ^= _ONE << np.uint64(right)
            depth += _try(game, desk, done, sizes, depth, kind, right)
        else:
            remember(done, desk.path[depth, KEY], desk.salt[0])
            depth -= 1
            if depth >= 0:
                kind, right = divmod(int(np.int64(desk.path[depth, STEP])), LONGEST)
                upper, lower = _cards(game, kept(desk.path, depth), kind, right)
                sizes.piles[upper] -= sizes.piles[lower]
    desk.counters[DEPTH] = depth
    return bool(depth < 0 or sizes.best[0] >= enough)


@kernel
def _try(
    game: Game, desk: Desk, done: NDArray[np.uint64], sizes: Sizes, depth: int, kind: int, right: int
) -> int:
    """Make a move; return 1 if it leads to a row that is new and may do better, else 0 and leave it."""
    row, piles = kept(desk.path, depth), sizes.piles
    source, target = ends(game, kind, right)
    upper, lower = _cards(game, row, kind, right)
    visible = covered(row, desk.path[depth, VISIBLE], target)
    if components(visible) > game.target:
        return 0
    row = merged(row, source, target)
    piles[upper] += piles[lower]
    found = key(row) ^ _key_of_sizes(visible, piles)
    if known(done, found, desk.salt[0]) or _heaviest_part(visible, piles) <= sizes.best[0]:
        piles[upper] -= piles[lower]
        return 0
    desk.path[depth, STEP] = step(kind, right)
    enter(game, desk.path, depth + 1, row, visible, found, right - distance(game, kind))
    if popcount(row[0]) == game.target:
        _note(desk.path, sizes, depth + 1)
    return 1


@kernel
def _note(path: NDArray[np.uint64], sizes: Sizes, depth: int) -> None:
    """Write down an end, if its largest pile is the largest yet."""
    largest, left = 0, path[depth, VISIBLE]
    while left:
        largest = max(largest, sizes.piles[lowest_bit(left)])
        left &= left - _ONE
    if largest > sizes.best[0]:
        sizes.best[0] = largest
        for made in range(depth):
            sizes.best[1 + made] = np.int64(path[made, STEP])


@kernel
def _cards(game: Game, row: Planes, kind: int, right: int) -> tuple[int, int]:
    """Return the card that a move puts on top and the one that it covers."""
    source, target = ends(game, kind, right)
    return card_at(row, source), card_at(row, target)


@kernel
def _key_of_sizes(visible: np.uint64, piles: NDArray[np.int64]) -> np.uint64:
    """Return a hash of the sizes of the piles."""
    mixed = np.uint64(0)
    while visible:
        card = lowest_bit(visible)
        visible &= visible - _ONE
        mixed ^= random(np.uint64(card * LONGEST + piles[card]))
    return mixed


@kernel
def _heaviest_part(visible: np.uint64, piles: NDArray[np.int64]) -> int:
    """Return the most cards that can come together in one pile."""
    heaviest = 0
    while visible:
        part = component_of(visible, lowest_bit(visible))
        visible &= ~part
        weight = 0
        while part:
            weight += piles[lowest_bit(part)]
            part &= part - _ONE
        heaviest = max(heaviest, weight)
    return heaviest
