"""Random positions of Cribbage Solitaire, small enough for the plain search."""

from __future__ import annotations

import random

from idle_year.engine.cards import PACK
from idle_year.engine.positions.cribbage import ClaimRow, last_link
from idle_year.engine.rules import Pile


def random_row(seed: str, piles: int = 6, stock: int = 2) -> ClaimRow:
    """Draw a row near the end of a game, with random fresh links or a held pair."""
    chance = random.Random(seed)  # noqa: S311  the same rows every time
    low = [card for card in PACK if card.rank < 6]
    cards = chance.sample(low, chance.randint(1, piles) + chance.randint(0, stock))
    size = min(len(cards), piles)
    row = tuple(Pile(card) for card in cards[:size])
    fresh = frozenset(link for link in range(size - 1) if chance.random() < 0.5)
    if not fresh or chance.random() < 0.5:
        fresh = last_link(row)
    pair = size > 2 and row[-3].top.rank == row[-2].top.rank
    held = pair and fresh == last_link(row)
    return ClaimRow(row, tuple(cards[size:]), chance.randint(44, 60), fresh, held)
