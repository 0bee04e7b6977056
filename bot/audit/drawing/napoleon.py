"""Endgames of Napoleon at St Helena: a few cards with much room to move, or many that block each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.cards import KING, SUITS, Card
from bot.engine.positions.napoleon import CARDS, COLUMNS, FACE_UP, PACKS, Columns

if TYPE_CHECKING:
    import random

    from bot.engine.games.napoleon import Napoleon

_FEW, _FEW_COLUMNS = 5, 3
_MOST_STOCK, _MOST_WASTE = 3, 4


def draw_napoleon(rules: Napoleon, chance: random.Random) -> Columns:
    """Draw the end of a game that went well, or of one that did not; now and then a card is missing."""
    return _few(chance) if chance.random() < 0.4 else _blocked(chance)


def _few(chance: random.Random) -> Columns:
    """Lay out a few cards in a few columns; all others are up."""
    suits = chance.sample(range(len(SUITS)), chance.choice((1, 2)))
    count = chance.randint(1, _FEW)
    left, foundations = _missing([suits[number % len(suits)] for number in range(count)], chance)
    if chance.random() < 0.1:
        left.pop()
    stock = [left.pop() for _ in range(min(chance.randint(0, _MOST_STOCK), len(left)))]
    waste = [left.pop() for _ in range(min(chance.randint(0, _MOST_WASTE), len(left)))]
    columns = chance.sample(range(COLUMNS), chance.randint(1, _FEW_COLUMNS))
    laid = {place: left[number :: len(columns)] for number, place in enumerate(columns)}
    return _layout([laid.get(place, []) for place in range(COLUMNS)], waste, foundations, stock)


def _blocked(chance: random.Random) -> Columns:
    """Lay out fairly short columns and a long waste, as late in a game that went badly."""
    lengths = [chance.randint(2, 5) for _ in range(COLUMNS)]
    # Cards that are not in the columns come from the stock.
    count = min(CARDS - chance.randint(0, 50), sum(lengths) + CARDS - FACE_UP)
    left, foundations = _missing([number % len(SUITS) for number in range(count)], chance)
    stock = [left.pop() for _ in range(chance.randint(0, _MOST_STOCK))]
    columns = [[left.pop() for _ in range(length)] for length in lengths]
    return _layout(columns, left, foundations, stock)


def _missing(suits: list[int], chance: random.Random) -> tuple[list[Card], tuple[tuple[int, int], ...]]:
    """Return a card that is not up yet for each of some suits, in any order, and the foundations."""
    heights = [[KING + 1] * PACKS for _ in SUITS]
    left: list[Card] = []
    for suit in suits:
        copy = chance.choice([copy for copy, height in enumerate(heights[suit]) if height])
        heights[suit][copy] -= 1
        left.append(Card.of(suit, heights[suit][copy]))
    chance.shuffle(left)
    return left, tuple((max(pair), min(pair)) for pair in heights)


def _layout(
    columns: list[list[Card]], waste: list[Card], foundations: tuple[tuple[int, int], ...], stock: list[Card]
) -> Columns:
    return Columns(tuple(map(tuple, columns)), tuple(waste), foundations, tuple(stock))
