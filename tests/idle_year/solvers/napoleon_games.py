"""Games of Napoleon at St Helena, near their end or not so near."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from idle_year.engine.cards import KING, Card
from idle_year.engine.games import find_game
from idle_year.engine.positions.napoleon import COLUMNS, Columns

if TYPE_CHECKING:
    import random

    from idle_year.engine.games.napoleon import Napoleon

GAMES = [cast("Napoleon", find_game(name)) for name in ("napoleon", "napoleon-manual")]
each_game = pytest.mark.parametrize("rules", GAMES, ids=[rules.id for rules in GAMES])


def draw_game(chance: random.Random, most: int, *, buried: bool = False, missing: int = 0) -> Columns:
    """Draw a game in which up to `most` cards are not home; buried ones lie under kings."""
    heights = [13] * 8
    for number in range(chance.randint(1, most)):
        heights[number % 8 if buried else chance.choice([n for n in range(8) if heights[n]])] -= 1
    cards = [Card.of(place // 2, rank) for place in range(8) for rank in range(heights[place], 13)]
    chance.shuffle(cards)
    del cards[: min(missing, len(cards) - 1)]
    if buried:
        cards.sort(key=lambda card: card.rank < KING)
    piles: list[list[Card]] = [[] for _ in range(COLUMNS + 2)]
    for number, card in enumerate(cards):
        piles[number if number < COLUMNS else chance.randrange(COLUMNS + 2)].append(card)
    if buried:
        for pile in piles:
            pile.sort(key=lambda card: card.rank)
    *table, waste, stock = map(tuple, piles)
    pairs = zip(heights[::2], heights[1::2], strict=True)
    return Columns(tuple(table), waste, tuple((max(pair), min(pair)) for pair in pairs), stock)
