"""Small rows of single cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.audit.drawing.cards import few_cards
from bot.engine.games.one_handed import OneHanded
from bot.engine.positions.row import Row
from bot.engine.rules import Pile

if TYPE_CHECKING:
    import random

    from bot.engine.games.marriage import Marriage

_MOST, _MOST_COMPELLED, _MOST_IN_HAND, _MOST_WITH_REDEAL = 11, 14, 18, 7
"""Numbers of cards: higher where fewer moves are possible at a time."""
_MOST_STOCK = 4
"""The largest stock that is also to be read face down."""


def draw_marriage(rules: Marriage, chance: random.Random) -> Row:
    """Draw a row, a stock if the game has one, and a redeal that may be used."""
    most = _MOST_IN_HAND if isinstance(rules, OneHanded) else _MOST_COMPELLED if rules.compulsory else _MOST
    used = rules.redeal and chance.random() < 0.4
    if rules.redeal and not used:
        most = _MOST_WITH_REDEAL
    ends = rules.ends if rules.ends and chance.random() < 0.8 else ()
    cards = [*ends[:1], *few_cards(chance, most, packs=rules.packs, without=rules.ends or ()), *ends[1:]]
    if not rules.singly:
        return Row(tuple(map(Pile, cards)), used=used)
    # If a fixed end card is still to come it is the last of the stock; without end cards none is.
    dealt = len(cards) if rules.ends and not ends else chance.randint(min(1, len(cards)), len(cards))
    if chance.random() < 0.5:
        dealt = max(dealt, len(cards) - _MOST_STOCK)
    return Row(tuple(map(Pile, cards[:dealt])), tuple(cards[dealt:]), used)
