"""Information sets: all deals that look the same to a player. The random stream depends on nothing else."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.positions.row import Row


def seed_of(known: str) -> np.uint64:
    """Return the start of the random stream for what a player knows: 64 bits, the same on every machine."""
    return np.uint64(int.from_bytes(hashlib.sha256(known.encode()).digest()[:8], "big"))


def unseen_cards(rules: Marriage, state: Row) -> tuple[tuple[Card, ...], Card | None]:
    """Return the cards that the stock may hold, sorted, and apart from them the one that must come last."""
    unseen = [card for card in state.stock if card is not None]
    if len(unseen) < len(state.stock):
        unseen = list((Counter(PACK * rules.packs) - Counter(pile.top for pile in state.piles)).elements())
    last = rules.ends[1] if rules.ends and rules.ends[1] in unseen and state.stock else None
    return tuple(sorted(card for card in unseen if card != last)), last
