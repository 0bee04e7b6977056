"""A few cards that have much in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.cards import PACK, RANKS, SUITS

if TYPE_CHECKING:
    import random
    from collections.abc import Collection

    from bot.engine.cards import Card


def few_cards(
    chance: random.Random, most: int, *, packs: int = 1, without: Collection[Card] = ()
) -> list[Card]:
    """Draw up to `most` cards of few ranks and suits, in any order; at least one."""
    cards: list[Card] = []
    while not cards:
        ranks = chance.sample(range(len(RANKS)), chance.randint(2, 6))
        suits = chance.sample(range(len(SUITS)), chance.choice((1, 2, 2, 3, 3, 4)))
        cards = [card for card in PACK * packs if card.rank in ranks and card.suit in suits]
        cards = [card for card in cards if card not in without]
    chance.shuffle(cards)
    # Mostly many: little can go wrong with few cards.
    return cards[: max(chance.randint(1, most), chance.randint(1, most))]
