"""Beam selection: turning the next card of the stock on the best tables of a stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.napoleon.bucket_queue import PRICES, full, spare, used
from bot.solvers.napoleon.expand import expand_deal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.napoleon.bucket_queue import Queue

_ONE_IN = 10
"""One in this many of a stage's capacity advances to the next: most of the other tables are steps on the way
to a better one, or much like it."""
_NEAR_THE_END = 16
"""With at most this many cards in the stock, as many advance as fit: otherwise few losses are proven."""


@kernel
def advance_best(
    here: Queue,
    later: Queue,
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    stage: int,
    stock: NDArray[np.int8],
) -> bool:
    """Turn a card on the cheapest tables of a stage, for the next one; return whether any are left out."""
    (slots, chains), (later_slots, later_chains) = here, later
    enough = max(1, len(slots) // _ONE_IN)
    chooses = len(stock) - stage > _NEAR_THE_END or full(slots, chains)
    leaves_out = chooses and used(chains) > enough
    dearest = _price_of_best(here, enough) if leaves_out else PRICES
    card = stock[stage]
    for slot in range(used(chains) + 1):
        if slot != spare(chains) and slots[slot].price <= dearest:
            expand_deal(slots, slot, later_slots, later_chains, transposition, weights, stage + 1, card)
    return bool(leaves_out)


@kernel
def _price_of_best(here: Queue, count: int) -> int:
    """Return the price up to which there are `count` tables, or a few more in case of ties."""
    slots, chains = here
    tables = np.zeros(PRICES, np.int32)  # per price
    for slot in range(used(chains) + 1):
        if slot != spare(chains):
            tables[slots[slot].price] += 1
    price = 0
    while count > tables[price]:
        count -= tables[price]
        price += 1
    return price
