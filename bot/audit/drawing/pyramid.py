"""Endgames of Pyramid: a few cards of the pyramid, of the stock and of the waste."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.cards import KING, PACK, RANKS
from bot.engine.positions.pyramid import COVERED_BY, Triangle

if TYPE_CHECKING:
    import random

    from bot.engine.cards import Card
    from bot.engine.games.pyramid import Pyramid

_MOST, _MOST_STOCK, _MOST_WASTE = 8, 4, 4


def draw_pyramid(rules: Pyramid, chance: random.Random) -> Triangle:
    """Draw a partly cleared pyramid with a stock and a waste, in any pass."""
    cards = _few_cards(chance)
    places = _left_places(chance.randint(0, min(_MOST, len(cards))), chance)
    pyramid = tuple(cards.pop() if place in places else None for place in range(len(COVERED_BY)))
    stock = tuple(cards.pop() for _ in range(min(chance.randint(0, _MOST_STOCK), len(cards))))
    waste = tuple(cards.pop() for _ in range(min(chance.randint(0, _MOST_WASTE), len(cards))))
    return Triangle(pyramid, stock, waste, chance.randint(1, rules.passes or 3))


def _few_cards(chance: random.Random) -> list[Card]:
    """Draw cards of few values, with those that make 13 with them."""
    lows = chance.sample(range(KING // 2), chance.randint(1, 3))
    ranks = {rank for low in lows for rank in (low, KING - 1 - low)}
    if chance.random() < 0.4:
        ranks.add(KING)
    if chance.random() < 0.2:
        ranks.add(chance.randrange(len(RANKS)))
    cards = [card for card in PACK if card.rank in ranks]
    chance.shuffle(cards)
    return cards


def _left_places(count: int, chance: random.Random) -> set[int]:
    """Draw `count` places of the pyramid such that none is gone from under another."""
    left: set[int] = set()
    free = [0]
    while len(left) < count:
        place = free.pop(chance.randrange(len(free)))
        left.add(place)
        over = {lower for upper in left for lower in COVERED_BY[upper]}
        # A card lies over a place only if both cards that it would cover are still there.
        free = [each for each in over - left if _covered_by_none_gone(each, left)]
        if not free:
            break
    return left


def _covered_by_none_gone(place: int, left: set[int]) -> bool:
    """Whether all cards that a place would cover are left."""
    return all(upper in left for upper, lower in enumerate(COVERED_BY) if place in lower)
