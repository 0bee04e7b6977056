"""Node expansion: all tables that a move leads to, without transpositions, evaluated and queued."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.positions.napoleon import COLUMNS, FOUNDATION, WASTE
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import random
from bot.solvers.kernels.transposition import add_if_new
from bot.solvers.napoleon.bucket_queue import NONE, PRICES, count_kind, join, spare
from bot.solvers.napoleon.evaluation import DIVERSITY, OF_REST, evaluate, price_all, reprice
from bot.solvers.napoleon.moves import carry, empty_column, fits, goes_up, hash_after, safe, settle, turn
from bot.solvers.napoleon.state import NOTHING, PILES, TOPS, hash_of, link, waste_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.napoleon.bucket_queue import Record

DEALT = 15
"""The target of a move that turned a card of the stock: the previous table is one stage back."""

_FINENESS = 8.0
"""Prices per unit of cost."""
_FREE = 1000
"""The price of a table with zero cost; costs may be negative."""
_PROBES = 4
"""Slots in the transposition table where a hash may lie."""


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
