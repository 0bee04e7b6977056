"""Best score: the fewest piles by iterated targets, then branch and bound for the largest pile.

Branch and bound (Land and Doig 1960) goes depth first, as in `depth_first`, but goes on after the first end,
and rows are equal only if their piles have the same sizes. A pile can take in no more than its component: the
heaviest component is an admissible upper bound, and what cannot beat the incumbent is pruned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import PACK
from idle_year.engine.games.accordion import Accordion
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import Move
from idle_year.solvers import lines
from idle_year.solvers.accordion.open.depth_first import (
    DEPTH,
    KEY,
    LOST,
    MOVE,
    NODES,
    SLICE,
    UNTRIED,
    VISIBLE,
    WON,
    SearchState,
    contains,
    next_move,
    own_search_state,
    part_for,
    push,
    store,
)
from idle_year.solvers.accordion.open.moves import (
    KINDS,
    NO_GOAL,
    Game,
    cards_of,
    covered,
    distance,
    encoded,
    game_of,
    line_of,
    source_and_target,
)
from idle_year.solvers.accordion.open.restarts import decide, lay_out
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bit_planes import LONGEST, Planes, card_at, kept, key, merged
from idle_year.solvers.kernels.bits import ONE, bit, lowest_bit, popcount
from idle_year.solvers.kernels.card_components import component_of, components
from idle_year.solvers.kernels.rng import random
from idle_year.solvers.protocols import Best, Budget, Limit


def find_best(rules: Accordion, state: Row, limit: Limit) -> Best:
    """Return the best score within reach; an unknown stock is left undealt, and then nothing is proven."""
    hidden = None in state.stock
    row = replace(state, stock=()) if hidden else state
    budget = Budget(limit)
    game, moves, proven = _fewest(rules, row, budget)
    best = lines.best(rules, state, moves, budget.used, exact=False)
    if not proven:
        return best
    largest = rules.cards - best.score.rank[1]
    larger, proven = _largest(game, row, largest, budget)
    return lines.best(rules, state, larger or moves, budget.used, exact=proven and not hidden)


def _fewest(rules: Accordion, row: Row, budget: Budget) -> tuple[Game, tuple[Move, ...], bool]:
    """Return the game with the fewest reachable piles as target, a line to it, and whether it is proven."""
    search, cards, proven = own_search_state(), cards_of(row), True
    for game in _targets(rules, row, len(cards)):
        search.clear()
        answer = decide(game, search, cards, budget.share(2))
        budget.used += search.nodes
        if answer == WON:
            break
        # The score ignores the goal card, so a game lost only because of that card proves nothing here.
        proven &= answer == LOST or game.goal != NO_GOAL
    return game, line_of(game, row, search.line()), proven


def _targets(rules: Accordion, row: Row, piles: int) -> Iterator[Game]:
    """Yield the targets to try in turn: the game's own, then ever more piles, up to all of them."""
    if row.goal is not None:
        yield game_of(rules, row.goal)
    game = game_of(rules, None)
    for target in range(min(game.near, piles), piles + 1):
        yield game._replace(target=target)


def _largest(game: Game, row: Row, largest: int, budget: Budget) -> tuple[tuple[Move, ...] | None, bool]:
    """Return a line to as few piles with one larger than `largest`, or None; and whether that is optimal."""
    search, cards = own_search_state(), cards_of(row)
    sizes = Sizes(np.ones(len(PACK), np.int64), np.zeros(1 + LONGEST, np.int64))
    for pile in row.piles:
        sizes.piles[pile.top] = pile.size
    sizes.incumbent[0] = largest
    enough = int(sizes.piles[cards].sum()) - (game.target - 1)
    search.clear()
    lay_out(game, search, cards)
    share = Budget(budget.share(1))
    proven = any(enlarge(game, search, sizes, enough, share.used) for _ in share.slices(SLICE))
    budget.used += search.nodes
    if sizes.incumbent[0] == largest:
        return None, proven
    return line_of(game, row, sizes.incumbent[1 : 1 + len(cards) - game.target]), proven


class Sizes(NamedTuple):
    """The sizes of piles, in cards, at the current row and at the best end so far."""

    piles: NDArray[np.int64]
    """Shape (52,): for each card the size of the pile that it tops, or topped when it was covered."""
    incumbent: NDArray[np.int64]
    """Shape (1 + LONGEST,): the largest pile of any end so far, then the encoded moves to it."""


@kernel
def enlarge(game: Game, search: SearchState, sizes: Sizes, enough: int, nodes: int) -> bool:
    """Continue until `nodes` were used in all; return whether the incumbent is proven optimal.

    The row was laid out by `restarts.lay_out`, and no end has fewer piles than the target of the game. A pile
    of `enough` cards is as large as possible.
    """
    depth = search.counters[DEPTH]
    table = part_for(search.table, popcount(search.stack[0, 0]))
    while depth >= 0 and search.counters[NODES] < nodes and sizes.incumbent[0] < enough:
        kind, right = next_move(search.stack, depth)
        if kind < KINDS:
            search.counters[NODES] += 1
            search.stack[depth, UNTRIED + kind] ^= bit(right)
            depth += _try(game, search, table, sizes, depth, kind, right)
        else:
            store(table, search.stack[depth, KEY], search.salt[0])
            depth -= 1
            if depth >= 0:
                kind, right = divmod(int(np.int64(search.stack[depth, MOVE])), LONGEST)
                upper, lower = _cards(game, kept(search.stack, depth), kind, right)
                sizes.piles[upper] -= sizes.piles[lower]
    search.counters[DEPTH] = depth
    return bool(depth < 0 or sizes.incumbent[0] >= enough)


@kernel
def _try(
    game: Game,
    search: SearchState,
    table: NDArray[np.uint64],
    sizes: Sizes,
    depth: int,
    kind: int,
    right: int,
) -> int:
    """Make a move; return 1 if it leads to a new and promising row, otherwise undo it and return 0."""
    row, piles = kept(search.stack, depth), sizes.piles
    source, target = source_and_target(game, kind, right)
    upper, lower = _cards(game, row, kind, right)
    visible = covered(row, search.stack[depth, VISIBLE], target)
    if components(visible) > game.target:
        return 0
    row = merged(row, source, target)
    piles[upper] += piles[lower]
    row_key = key(row) ^ _key_of_sizes(visible, piles)
    if contains(table, row_key, search.salt[0]) or _heaviest_component(visible, piles) <= sizes.incumbent[0]:
        piles[upper] -= piles[lower]
        return 0
    search.stack[depth, MOVE] = encoded(kind, right)
    push(game, search.stack, depth + 1, row, visible, row_key, right - distance(game, kind))
    if popcount(row[0]) == game.target:
        _note_end(search.stack, sizes, depth + 1)
    return 1


@kernel
def _note_end(stack: NDArray[np.uint64], sizes: Sizes, depth: int) -> None:
    """Make an end the incumbent if its largest pile is the largest yet."""
    largest, left = 0, stack[depth, VISIBLE]
    while left:
        largest = max(largest, sizes.piles[lowest_bit(left)])
        left &= left - ONE
    if largest > sizes.incumbent[0]:
        sizes.incumbent[0] = largest
        for made in range(depth):
            sizes.incumbent[1 + made] = np.int64(stack[made, MOVE])


@kernel
def _cards(game: Game, row: Planes, kind: int, right: int) -> tuple[int, int]:
    """Return the card that a move puts on top and the one that it covers."""
    source, target = source_and_target(game, kind, right)
    return card_at(row, source), card_at(row, target)


@kernel
def _key_of_sizes(visible: np.uint64, piles: NDArray[np.int64]) -> np.uint64:
    """Return a Zobrist hash (1970) of the sizes of the piles."""
    mixed = np.uint64(0)
    while visible:
        card = lowest_bit(visible)
        visible &= visible - ONE
        mixed ^= random(np.uint64(card * LONGEST + piles[card]))
    return mixed


@kernel
def _heaviest_component(visible: np.uint64, piles: NDArray[np.int64]) -> int:
    """Return the most cards that can come together in one pile, as an upper bound."""
    heaviest = 0
    while visible:
        part = component_of(visible, lowest_bit(visible))
        visible &= ~part
        weight = 0
        while part:
            weight += piles[lowest_bit(part)]
            part &= part - ONE
        heaviest = max(heaviest, weight)
    return heaviest
