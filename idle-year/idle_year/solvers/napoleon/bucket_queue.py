"""Bounded bucket priority queue (Dial 1969): the open and closed tables of one stage, the costliest pruned.

Kernels that run for every table get its two arrays separately: for arrays found in a tuple, Numba counts
references in every function. Those that run once per search or stage get the queue.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel
from idle_year.solvers.napoleon.moves import PILES, SIZE

SLOT = np.dtype(
    [
        ("hash", np.uint64),
        ("table", np.int8, SIZE),
        ("piles", np.float32, PILES),
        ("price", np.int32),
        ("next", np.int32),
        ("parent", np.int32),
        ("source", np.int8),
        ("target", np.int8),
    ],
    align=True,
)
"""A table, the costs of its piles, its price, the next slot in its chain, and the move that made it."""
Record: TypeAlias = Any
"""A slot, a macro or a move as a kernel sees it: its fields are attributes."""
PRICES = 4096
"""The number of prices."""
NONE = -1

_USED, _SPARE, _LOWEST, _HIGHEST, _WAITING = range(PRICES, PRICES + 5)
_KINDS = 1024
"""Kinds of tables that are distinguished, by hash; collisions are lumped together."""
_OF_A_KIND = PRICES + 5


class Queue(NamedTuple):
    """Slots for tables; the open ones are chained by price."""

    slots: NDArray[np.void]
    """(tables + 1,): the tables; one spare slot always remains, in which the next table is made."""
    chains: NDArray[np.int32]
    """(PRICES + 5 + _KINDS,): the first slot of each chain, or NONE; then the number of tables, the
    spare slot, bounds of the prices of open tables, the number of open tables, and how many came of each
    kind."""


def new_queue(tables: int) -> Queue:
    """Return an empty queue with room for `tables` tables."""
    chains = np.full(_OF_A_KIND + _KINDS, NONE, np.int32)
    chains[PRICES:_OF_A_KIND] = 0, 0, PRICES - 1, 0, 0
    chains[_OF_A_KIND:] = 0
    return Queue(np.zeros(tables + 1, SLOT), chains)


@kernel
def clear(chains: NDArray[np.int32]) -> None:
    """Discard all tables."""
    for price in range(chains[_LOWEST], chains[_HIGHEST] + 1):
        chains[price] = NONE
    chains[_USED], chains[_SPARE], chains[_WAITING] = 0, 0, 0
    chains[_LOWEST], chains[_HIGHEST] = PRICES - 1, 0
    chains[_OF_A_KIND:] = 0


@kernel
def used(chains: NDArray[np.int32]) -> int:
    """Return the number of tables, including those that were taken."""
    return int(chains[_USED])


@kernel
def spare(chains: NDArray[np.int32]) -> int:
    """Return the slot in which the next table is made."""
    return int(chains[_SPARE])


@kernel
def full(slots: NDArray[np.void], chains: NDArray[np.int32]) -> bool:
    """Whether the next table can be added only by replacing another."""
    return bool(chains[_USED] == len(slots) - 1)


@kernel
def join(slots: NDArray[np.void], chains: NDArray[np.int32], price: int) -> None:
    """Queue the table in the spare slot, replacing the most expensive open one if there is no room."""
    slot = chains[_SPARE]
    if not full(slots, chains):
        chains[_USED] += 1
        chains[_SPARE] = chains[_USED]
    else:
        dearest = _dearest(chains)
        if dearest <= price:
            return
        chains[_SPARE] = _leave(slots, chains, dearest)
    slots[slot].price = price
    slots[slot].next = chains[price]
    chains[price] = slot
    chains[_LOWEST] = min(chains[_LOWEST], price)
    chains[_HIGHEST] = max(chains[_HIGHEST], price)
    chains[_WAITING] += 1


@kernel
def take(slots: NDArray[np.void], chains: NDArray[np.int32]) -> int:
    """Return the slot of the cheapest open table, or NONE; the table keeps its slot for good."""
    if chains[_WAITING] == 0:
        return NONE
    while chains[chains[_LOWEST]] == NONE:
        chains[_LOWEST] += 1
    return _leave(slots, chains, chains[_LOWEST])


@kernel
def cheapest(slots: NDArray[np.void], chains: NDArray[np.int32]) -> int:
    """Return the slot of the cheapest table, open or taken."""
    best, lowest = NONE, PRICES
    for slot in range(chains[_USED] + 1):
        if slot != chains[_SPARE] and slots[slot].price < lowest:
            best, lowest = slot, slots[slot].price
    return best


@kernel
def count_kind(chains: NDArray[np.int32], kind: np.uint64) -> int:
    """Count a table of a kind, identified by a hash; return how many came before it."""
    place = _OF_A_KIND + (kind & np.uint64(_KINDS - 1))
    chains[place] += 1
    return int(chains[place] - 1)


@kernel
def _dearest(chains: NDArray[np.int32]) -> int:
    """Return the highest price among open tables, or NONE."""
    if chains[_WAITING] == 0:
        return NONE
    while chains[chains[_HIGHEST]] == NONE:
        chains[_HIGHEST] -= 1
    return int(chains[_HIGHEST])


@kernel
def _leave(slots: NDArray[np.void], chains: NDArray[np.int32], price: int) -> int:
    """Remove the first table from the chain of a price."""
    slot = int(chains[price])
    chains[price] = slots[slot].next
    chains[_WAITING] -= 1
    return slot
