"""Pyramid and its variants: cards that nothing covers leave in pairs that make 13."""

from __future__ import annotations

from typing import Any, ClassVar

from bot.engine.cards import Card
from bot.engine.wording import sentence
from bot.render.families.family import About, Family, Phrases

_THIRTEEN = sentence(
    "Two cards that nothing covers leave together if they make 13 (ace 1, jack 11, queen 12); a king leaves "
    "alone."
)


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
    redeal: ClassVar = Phrases(
        sentence("turn the waste over"), sentence("turning the waste over"), sentence("Turn the waste over.")
    )

    def with_two(self, _state: Any, one: Card, other: Card) -> str:
        """Return the move that takes both cards out."""
        return f"{one}+{other}"
