"""Small rows of the games in which blocks leave, with many matches: some are won, some are lost."""

from __future__ import annotations

import random

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games import find_game
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import Pile

IDS = (
    "royal-marriage",
    "royal-marriage-dealt",
    "royal-marriage-suitrun",
    "queen-and-her-lad",
    "queen-and-her-lad-lenient",
    "push-pin",
    "push-pin-single",
    "double-jump",
    "french",
)


def game(name: str) -> Marriage:
    """Return a game of the family."""
    rules = find_game(name)
    assert isinstance(rules, Marriage)
    return rules


def chance_of(seed: str) -> random.Random:
    """Return the same random source every time."""
    return random.Random(seed)  # noqa: S311  the same rows every time


def random_row(rules: Marriage, chance: random.Random) -> Row:
    """Draw a row of up to ten cards with its redeal used, and with a known stock if the game has one."""
    ranks = chance.randint(3, 5)
    cards = [card for card in PACK if card.rank < ranks] * rules.packs
    drawn = chance.sample(cards, chance.randint(1, 10))
    dealt = chance.randint(1, len(drawn)) if rules.singly else len(drawn)
    return row_of(drawn[:dealt], drawn[dealt:], used=rules.redeal)


def row_of(cards: list[Card], stock: list[Card] | None = None, *, used: bool = False) -> Row:
    """Return the state with these cards in the row and in the stock."""
    return Row(tuple(Pile(card) for card in cards), tuple(stock or ()), used)
