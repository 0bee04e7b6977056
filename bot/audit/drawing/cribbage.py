"""Small rows of Cribbage Solitaire, close to 61 points or far from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.audit.drawing.cards import few_cards
from bot.engine.cards import PACK, RANKS
from bot.engine.games.cribbage import GAME_POINTS
from bot.engine.positions.cribbage import ClaimRow, last_link
from bot.engine.rules import Pile

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bot.engine.cards import Card
    from bot.engine.games.cribbage import Cribbage

_MOST, _MOST_STOCK = 7, 3


def draw_cribbage(rules: Cribbage, chance: random.Random) -> ClaimRow:
    """Draw a row with some fresh links, or with a held pair, and a stock."""
    cards = few_cards(chance, _MOST) if chance.random() < 0.4 else _neighbouring_ranks(chance)
    dealt = max(chance.randint(1, len(cards)), len(cards) - _MOST_STOCK)
    piles = tuple(Pile(card, chance.choice((1, 1, 2, 3))) for card in cards[:dealt])
    points = GAME_POINTS - chance.randint(1, 5 * len(cards))
    held = _ends_in_held_pair(cards[:dealt]) and chance.random() < 0.7
    fresh = last_link(piles)
    if not held and chance.random() < 0.5:
        fresh = frozenset(link for link in range(len(piles) - 1) if chance.random() < 0.6) or fresh
    return ClaimRow(piles, tuple(cards[dealt:]), points, fresh, held)


def _neighbouring_ranks(chance: random.Random) -> list[Card]:
    """Draw cards that form many sets and runs."""
    ranks = chance.randint(1, 4)
    lowest = chance.randrange(len(RANKS) - ranks + 1)
    cards = [card for card in PACK if lowest <= card.rank < lowest + ranks]
    return chance.sample(cards, min(chance.randint(2, _MOST), len(cards)))


def _ends_in_held_pair(row: Sequence[Card]) -> bool:
    """Whether the two cards before the last are a pair, which may be claimed for one more deal."""
    return len(row) > 2 and row[-3].rank == row[-2].rank
