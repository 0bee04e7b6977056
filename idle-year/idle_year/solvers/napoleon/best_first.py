"""Best-first search from a table until the next card is turned, and the expansion of a table.

An expansion makes all tables that a move leads to, without transpositions, evaluates and queues them; the
beams share it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.positions.napoleon import CARDS, COLUMNS, FOUNDATION, WASTE
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import random
from idle_year.solvers.kernels.transposition import add_if_new
from idle_year.solvers.napoleon.bucket_queue import (
    NONE,
    PRICES,
    Queue,
    Record,
    cheapest,
    clear,
    count_kind,
    join,
    new_queue,
    spare,
    take,
)
from idle_year.solvers.napoleon.evaluation import (
    DIVERSITY,
    OF_REST,
    evaluate,
    player_weights,
    price_all,
    reprice,
)
from idle_year.solvers.napoleon.moves import (
    DEALT,
    NOTHING,
    PILES,
    TOPS,
    UP,
    carry,
    empty_column,
    fits,
    goes_up,
    hash_after,
    hash_of,
    link,
    safe,
    settle,
    turn,
    waste_of,
)

ROOM = 1000
"""Capacity of a search, in tables."""
_PLACES = 2048
_PROBES = 4
"""Slots in the transposition table where a hash may lie."""
_FINENESS = 8.0
"""Prices per unit of cost."""
_FREE = 1000
"""The price of a table with zero cost; costs may be negative."""


class Workspace(NamedTuple):
    """The arrays that successive searches reuse."""

    queue: Queue
    transposition: NDArray[np.uint64]
    """(_PLACES,): hashes of tables that were visited."""
    weights: NDArray[np.float64]
    """(3, 9): the weights of the evaluation."""


def new_workspace(noise: float = 0.0) -> Workspace:
    """Allocate a workspace for a player to whom tables look up to `noise` worse than they are."""
    return Workspace(new_queue(ROOM), np.zeros(_PLACES, np.uint64), player_weights(noise))


@kernel
def play_greedily(space: Workspace, table: NDArray[np.int8], nodes: int) -> int:
    """Expand up to `nodes` tables without the stock; return how many, leaving the cheapest in `table`."""
    played = best_first_search(space, table, nodes)
    slots, chains = space.queue
    table[:] = slots[cheapest(slots, chains)].table
    return played


@kernel
def best_first_search(space: Workspace, table: NDArray[np.int8], nodes: int) -> int:
    """Expand up to `nodes` tables without the stock, until the game is won; return how many."""
    (slots, chains), transposition, weights = space
    clear(chains)
    transposition[:] = 0
    add_root(slots, chains, weights, table)
    played = 0
    while played < nodes:
        slot = take(slots, chains)
        if slot == NONE or slots[slot].table[UP] == CARDS:
            break
        expand(slots, chains, transposition, weights, 0, slot)
        played += 1
    return played


@kernel
def add_root(
    slots: NDArray[np.void], chains: NDArray[np.int32], weights: NDArray[np.float64], table: NDArray[np.int8]
) -> None:
    """Queue a table as the first, after moving up all cards that can safely go up."""
    child = slots[spare(chains)]
    child.table[:] = table
    child.hash = settle(child.table, hash_of(child.table))
    price_all(child.table, child.piles, weights)
    _join(slots, chains, weights, NONE, 0, 0)


@kernel
def expand(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    stage: int,
    slot: int,
) -> None:
    """Make every table that a move without the stock leads to, and keep the new ones."""
    table = slots[slot].table
    empty = empty_column(table)
    for source in range(PILES):
        card = table[TOPS + source]
        if card == NOTHING:
            continue
        if goes_up(table, card):
            _move(slots, chains, transposition, weights, stage, slot, source, FOUNDATION)
        for column in range(COLUMNS):
            if fits(table, card, column):
                _move(slots, chains, transposition, weights, stage, slot, source, column)
        if empty != NOTHING and (source == WASTE or table[card] != NOTHING):
            _move(slots, chains, transposition, weights, stage, slot, source, empty)


@kernel
def expand_deal(
    slots: NDArray[np.void],
    slot: int,
    later: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    stage: int,
    card: int,
) -> None:
    """Make the table after turning a card of the stock, and keep it in the later stage if it is new."""
    child, parent = later[spare(chains)], slots[slot]
    key = parent.hash + link(card, parent.table[TOPS + WASTE], WASTE)
    _copy(parent, child)
    turn(child.table, card)
    child.hash = settle(child.table, key)
    if not _is_visited(transposition, child.hash, stage):
        reprice(child.table, parent.table, child.piles, weights)
        _join(later, chains, weights, slot, WASTE, DEALT)


@kernel
def _move(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    stage: int,
    slot: int,
    source: int,
    target: int,
) -> None:
    """Make the table after a move, and keep it if it is new."""
    parent, child = slots[slot], slots[spare(chains)]
    key = hash_after(parent.table, parent.hash, source, target)
    if _is_visited(transposition, key, stage):
        return
    _copy(parent, child)
    carry(child.table, source, target)
    child.hash = key
    if target == FOUNDATION or safe(child.table, source):
        child.hash = settle(child.table, key)
        if child.hash != key and _is_visited(transposition, child.hash, stage):
            return
    reprice(child.table, parent.table, child.piles, weights)
    _join(slots, chains, weights, slot, source, target)


@kernel
def _join(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    weights: NDArray[np.float64],
    parent: int,
    source: int,
    target: int,
) -> None:
    """Queue the child in the spare slot if it is cheap enough."""
    child = slots[spare(chains)]
    child.parent, child.source, child.target = parent, source, target
    price = evaluate(child.table, child.piles, child.hash, weights)
    if weights[OF_REST, DIVERSITY]:
        # Otherwise the many arrangements of columns around one waste would crowd out all else.
        price += weights[OF_REST, DIVERSITY] * np.log2(1.0 + count_kind(chains, waste_of(child.table)))
    join(slots, chains, min(max(int(_FREE + price * _FINENESS), 0), PRICES - 1))


@kernel
def _copy(parent: Record, child: Record) -> None:
    """Copy a table and the costs of its piles."""
    for place in range(len(parent.table)):
        child.table[place] = parent.table[place]
    for place in range(PILES):
        child.piles[place] = parent.piles[place]


@kernel
def _is_visited(transposition: NDArray[np.uint64], key: np.uint64, stage: int) -> bool:
    """Whether a hash was already visited in this stage; mark it as visited. A crowded table forgets some."""
    word = random(key + np.uint64(stage))
    return not add_if_new(transposition, word, _PROBES)
