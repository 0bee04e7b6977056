"""Pyramid and its variants: cards that nothing covers leave in pairs that make 13."""

from __future__ import annotations

from typing import Any, ClassVar

from bot.render.cards import EMPTY
from bot.render.families.family import AS_ON_A_TABLE, About, Family, Phrases
from bot.render.layout import BACK, COVERED, Bar, Layout, Place, downwards, shown, upright
from bot.render.marks import Spot
from idle_year.engine.cards import Card
from idle_year.engine.positions.pyramid import Triangle
from idle_year.engine.rules import Table
from idle_year.engine.wording import sentence

_THIRTEEN = sentence(
    "Two cards that nothing covers leave together if they make 13 (ace 1, jack 11, queen 12); a king leaves "
    "alone."
)
_DOWN = 0.68
"""From one row of the pyramid to the next, of a card's height."""
_ACROSS = 7
"""Cards of the lowest row, which is gone once it is cleared: the others stay where they are."""
_FAN = 5
"""How many cards of the waste show, of which the last one lies on the others."""


class PyramidFamily(Family):
    """What Pyramid and its variants say of themselves."""

    about: ClassVar = {
        "pyramid": About(
            sentence("Take out pairs that make 13; go through the cards as often as you like"), 60
        ),
        "pyramid-three-passes": About(sentence("Only three times through the cards"), 60),
        "pyramid-all": About(sentence("Not only the pyramid: all 52 cards must go"), 60),
        "pyramid-all-three-passes": About(sentence("All 52 cards must go, in three times through"), 60),
    }
    achievement: ClassVar = (sentence("Tomb raider"), sentence("win a game of Pyramid"))
    goals: ClassVar = {
        "pyramid": (sentence("Clear the pyramid."), _THIRTEEN),
        "pyramid-all": (sentence("Clear all 52 cards: the pyramid, the stock and the waste."), _THIRTEEN),
    }
    over: ClassVar = sentence("It's over: no two cards that can be uncovered at the same time make 13.")
    hopeless: ClassVar = sentence(
        "This can't be won: no two cards that can be uncovered at the same time make 13, and only kings can "
        "still leave."
    )
    redeal: ClassVar = Phrases(
        sentence("turn the waste over"), sentence("turning the waste over"), sentence("Turn the waste over.")
    )

    legend: ClassVar = sentence("On buttons, +4♣ means that 4♣ leaves too.")
    bigger: ClassVar = AS_ON_A_TABLE

    def on_table(self, table: Table, state: Triangle) -> Layout:
        """Return the pyramid, with the stock and the last cards of the waste at its upper right."""
        *rows, waste = table.rows
        places: list[Place] = []
        bars: dict[Spot, Bar] = {}
        for row, line in enumerate(rows):
            left, top = (_ACROSS - len(line.piles)) / 2, row * _DOWN
            below = rows[row + 1].piles if row + 1 < len(rows) else (None,) * (len(line.piles) + 1)
            for place, pile in enumerate(line.piles):
                covered = bool(below[place] or below[place + 1])
                if pile:
                    places.append(Place(left + place, top, pile.top, (row, place), covered))
            hidden = 1 - _DOWN if row else 0
            bars |= {(row, place): upright(left + place, top, hidden) for place in range(len(line.piles) + 1)}
        right, behind = _ACROSS - 1, len(rows)
        places.append(Place(right - 1, 0, BACK if table.stock else EMPTY))
        fan = state.waste[-_FAN:] or (shown(waste.piles[0]),)
        places += downwards(right, 0, fan, [*[None] * (len(fan) - 1), (behind, 0)])
        lowest = (len(fan) - 1) * COVERED
        bars |= {(behind, place): upright(right + place, lowest) for place in (0, 1)}
        return Layout(_ACROSS, (len(rows) - 1) * _DOWN + 1, places, bars, [])

    def with_two(self, _state: Any, one: Card, other: Card) -> str:
        """Return the move that takes both cards out."""
        return f"{one}+{other}"
