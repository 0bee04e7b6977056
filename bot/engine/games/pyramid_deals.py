"""Every deal of Pyramid: with limited or unlimited passes, and with either goal."""

from __future__ import annotations

from bot.engine.games import chances
from bot.engine.games.pyramid import Pyramid
from bot.engine.rules import Example, Page

_GOAL = "Clear the pyramid."
_GOAL_ALL = "All 52 cards leave: the pyramid, the stock and the waste."
_LAYOUT = (
    "28 cards lie face up in seven rows, each card covered by two of the next row. 24 are in the stock; `d` "
    "turns the next one up onto the waste."
)
_UNLIMITED = " When the stock is empty, `r` turns the waste over, as often as you wish."
_THREE = " When the stock is empty, `r` turns the waste over, twice in all: three passes."
_PLAY = (
    "Two cards that total 13 leave together, such as `9C+4D`; a king leaves alone, `KS`. An ace counts 1, "
    "a jack 11, a queen 12. Free are the cards of the pyramid that no other covers, and the top card of "
    "the waste."
)
_EXAMPLE = Example("QS / 9C 4D / 8H 5S 2C w: 3C", "8H+5S", "8♥ and 5♠ total 13 and leave, which frees 9♣.")

DEALS = (
    Pyramid(
        id="pyramid",
        name="Pyramid",
        page=Page(
            goal=_GOAL,
            deal=_LAYOUT + _UNLIMITED,
            play=_PLAY,
            example=_EXAMPLE,
            chance=chances.PYRAMID,
            source="A family card-game page, where the waste turns over as often as you wish.",
        ),
    ),
    Pyramid(
        id="pyramid-three-passes",
        name="Pyramid, three passes",
        passes=3,
        page=Page(
            goal=_GOAL,
            deal=_LAYOUT + _THREE,
            play=_PLAY,
            example=_EXAMPLE,
            chance=chances.PYRAMID_THREE_PASSES,
            source="The number of passes in the program PySolFC.",
        ),
    ),
    Pyramid(
        id="pyramid-all",
        name="Pyramid, all cards",
        whole_pack=True,
        page=Page(
            goal=_GOAL_ALL,
            deal=_LAYOUT + _UNLIMITED,
            play=_PLAY,
            example=_EXAMPLE,
            chance=chances.PYRAMID_ALL,
            source="Pyramid with the harder goal that other rules set.",
        ),
    ),
    Pyramid(
        id="pyramid-all-three-passes",
        name="Pyramid, all cards in three passes",
        whole_pack=True,
        passes=3,
        page=Page(
            goal=_GOAL_ALL,
            deal=_LAYOUT + _THREE,
            play=_PLAY,
            example=_EXAMPLE,
            chance=chances.PYRAMID_ALL,
            source="As Pyramid, with the harder goal and the number of passes in PySolFC.",
        ),
    ),
)
"""The deals in the order in which menus list them."""
