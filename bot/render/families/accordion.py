"""Accordion and its variants: a row of piles, which go onto others."""

from __future__ import annotations

from typing import Any, ClassVar

from bot.render.families.family import About, Family
from idle_year.engine.cards import Card
from idle_year.engine.wording import sentence

_ONTO = sentence(
    "A pile moves onto its left neighbour, or onto the third pile to its left, "
    "if the suit or rank is the same."
)
_ONE_PILE = sentence("Bring it down to one pile.")


class AccordionFamily(Family):
    """What Accordion and its variants say of themselves."""

    about: ClassVar = {
        "accordion": About(sentence("All 52 cards face up: the game to start with"), 40),
        "till-dawn": About(sentence("Two cards face up; deal as many as you like, whenever you like"), 85),
        "idle-year": About(
            sentence("The rules of 1883: one card at a time, and you must move when you can"), 90
        ),
        "idle-year-slides": About(
            sentence("Rules of 1883, read differently: no leap while any pile can slide"), 90
        ),
        "tarbart": About(sentence("One card at a time, and moves may wait (1905)"), 85),
        "tower-of-babel": About(sentence("One card at a time, and moves may wait (1940)"), 85),
        "goren": About(sentence("You may deal one card past a waiting move"), 85),
        "parlett": About(sentence("Any move must be made before the next card"), 85),
        "compacted": About(sentence("As Parlett, but five piles or fewer is the usual goal"), 85),
        "relaxed-accordion": About(sentence("Piles move to the right as well"), 35),
        "skidoo": About(sentence("Piles move two or three places; two piles win"), 45),
        "accordions-revenge": About(sentence("A card named at the start must end on top"), 40),
        "late-binding": About(sentence("Only 18 cards: a short game"), 10),
    }
    achievement: ClassVar = (sentence("Squeezed shut"), sentence("win a game of the Accordion family"))
    goals: ClassVar = {
        "accordion": (_ONE_PILE, _ONTO),
        "relaxed-accordion": (_ONE_PILE, _ONTO, sentence("Moves to the right are allowed as well.")),
        "skidoo": (
            sentence("Bring it down to two piles."),
            sentence("A pile moves two or three places left, if the suit or rank is the same."),
        ),
        "accordions-revenge": (sentence("Bring it down to one pile, with the named card on top."), _ONTO),
    }
    legend: ClassVar = sentence("On buttons, ←3 is three piles to the left.")
    local_names: ClassVar = {"accordion": ("Sanfona",)}

    def with_two(self, state: Any, one: Card, other: Card) -> str | None:
        """Return the move of the pile with one card on top to that with the other."""
        tops = [pile.top for pile in state.piles]
        if not tops.count(one) == tops.count(other) == 1 or one == other:
            return None
        left = tops.index(one) - tops.index(other)
        return f"{one}{'<' * left}{'>' * -left}"
