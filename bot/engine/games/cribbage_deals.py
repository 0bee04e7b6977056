"""Cribbage Solitaire, and a variant with an earlier deadline."""

from __future__ import annotations

from bot.engine.games import chances
from bot.engine.games.cribbage import Cribbage
from bot.engine.games.sentences import SINGLY
from bot.engine.rules import Example, Page

_CLAIMS = (
    "Claim what two or three neighbouring piles form: a pair 2 points (`p`), three of a kind 6 (`t`), "
    "three of one suit 3 (`f`), a run of three in any order 3 (`r`), a run in one suit 6 (`s`), two or "
    "three cards that total fifteen 2 (`v`). Aces are low and count 1, court cards 10. A claim scores in "
    "one way, and at once one of its piles goes onto another: `r@2-4:4>2` claims a run on piles 2 to 4 and "
    "puts pile 4 onto pile 2. The row closes up, and what it forms now can be claimed as well. The next "
    "card ends every claim that was not made; only a pair of the last two piles keeps for one card, in "
    "case a third comes. You need not claim."
)
_EXAMPLE = Example("9C 7D 5H 6S", "r@2-4:4>2", "7♦ 5♥ 6♠ are a run, 3 points, and 6♠ goes onto 7♦.")

DEALS = (
    Cribbage(
        id="cribbage",
        name="Cribbage Solitaire",
        aliases=("Cribbage", "Bill Beers", "Cribbage Solitaire - Accordion"),
        page=Page(
            goal="61 points. Claims after the last card still count: that is our reading.",
            deal=SINGLY,
            play=_CLAIMS,
            example=_EXAMPLE,
            chance=chances.CRIBBAGE,
            source="CatsAtCards and Solitaire Central, where the game is also called Bill Beers. CatsAtCards "
            'wants 61 points "before the entire pack has been fully dealt"; to take it at its word, play '
            "Cribbage Solitaire, strict.",
        ),
    ),
    Cribbage(
        id="cribbage-strict",
        name="Cribbage Solitaire, strict",
        late_win=False,
        page=Page(
            goal="61 points while a card is still in the stock: what the last card brings does not win.",
            deal=SINGLY,
            play=_CLAIMS,
            example=_EXAMPLE,
            chance=chances.CRIBBAGE_STRICT,
            source='CatsAtCards at its word: 61 points "before the entire pack has been fully dealt".',
        ),
    ),
)
"""The deals in the order in which menus list them."""
