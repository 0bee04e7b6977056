"""Small rows of piles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.audit.drawing.cards import few_cards
from bot.engine.games.accordion import Compulsion
from bot.engine.positions.row import Row
from bot.engine.rules import Pile

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bot.engine.cards import Card
    from bot.engine.games.accordion import Accordion

_MOST = 9
_LARGEST = 4


def draw_accordion(rules: Accordion, chance: random.Random) -> Row:
    """Draw piles of any size, a stock if the game has one, a grace that may be used, and a goal card."""
    cards = few_cards(chance, min(_MOST, rules.cards))
    stock = 0 if rules.face_up is None else chance.randint(0, min(len(cards) - 1, 5))
    tops, rest = cards[: len(cards) - stock], cards[len(cards) - stock :]
    used = rules.compulsion is Compulsion.GRACE and chance.random() < 0.5
    goal = chance.choice(tops) if rules.goal_card else None
    return Row(_piles(rules, tops, len(rest), chance), tuple(rest), used, goal)


def _piles(rules: Accordion, tops: Sequence[Card], stock: int, chance: random.Random) -> tuple[Pile, ...]:
    room = rules.cards - len(tops) - stock
    piles = []
    for top in tops:
        buried = chance.randint(0, min(room, _LARGEST - 1)) if chance.random() < 0.4 else 0
        room -= buried
        piles.append(Pile(top, 1 + buried))
    return tuple(piles)
