"""Napoleon at St Helena, and a variant in which aces wait for the player."""

from __future__ import annotations

from bot.engine.games import chances
from bot.engine.games.napoleon import Napoleon
from bot.engine.rules import Example, Page

_GOAL = "All 104 cards on the eight foundations, which go up in suit from ace to king."
_DEAL = (
    "Two packs. Forty cards lie face up in ten columns of four; the other 64 are the stock, turned one at a "
    "time onto the waste (`d`). There is no redeal."
)
_PLAY = (
    "Only the top card of a column or of the waste moves, one at a time: to a foundation (`t3>f`, `w>f`), "
    "onto a column whose top card is of the same suit and the next higher rank (`t3>t7`, `w>t4`) or to an "
    "empty column. A card that is alone in its column is not offered another empty one: the rules allow that "
    "move, and it changes nothing. The game is over when the stock is empty and it can be "
    "seen that no card will reach a foundation any more."
)

NAPOLEON = Napoleon(
    id="napoleon",
    name="Napoleon at St Helena",
    aliases=("Napoleon at St. Helena", "Forty Thieves"),
    page=Page(
        goal=_GOAL,
        deal=_DEAL,
        play=_PLAY + " Aces go up by themselves as soon as they can.",
        source="A family card-game page, which is silent on a redeal; PySolFC and others allow none.",
        example=Example(
            "9D 8H8S 5C - - - - - - - w:3S8D f:2S",
            "w>t1",
            "8♦ goes from the waste onto 9♦, the next higher card of its suit. That frees 3♠, which "
            "may go up.",
        ),
        chance=chances.NAPOLEON,
    ),
)

NAPOLEON_MANUAL = Napoleon(
    id="napoleon-manual",
    name="Napoleon, aces by hand",
    plays_aces=False,
    page=Page(
        goal=_GOAL,
        deal=_DEAL,
        play=_PLAY + " Aces wait until you move them.",
        source="As Napoleon at St Helena; most programs leave the aces to the player.",
        example=Example(
            "9DAD 8H8S 5C - - - - - - - w:3S8D f:2S",
            "t1>f",
            "A♦ waits in its column until you move it up. That frees 9♦, onto which 8♦ may go from the "
            "waste.",
        ),
        chance=chances.NAPOLEON_MANUAL,
    ),
)

DEALS = (NAPOLEON, NAPOLEON_MANUAL)
"""The deals in the order in which menus list them."""
