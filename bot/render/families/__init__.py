"""The families of games: a file each, with all that is special about its words, buttons and typed moves."""

from __future__ import annotations

from collections.abc import Mapping

from bot.render.families.accordion import AccordionFamily
from bot.render.families.cribbage import CribbageFamily
from bot.render.families.family import About, Face, Family, Offers, Run
from bot.render.families.marriage import MarriageFamily
from bot.render.families.napoleon import NapoleonFamily
from bot.render.families.pyramid import PyramidFamily
from idle_year.engine.rules import AnyRules

__all__ = ["FAMILIES", "About", "Face", "Family", "Offers", "Run", "family_of"]

FAMILIES: Mapping[str, Family] = {
    "accordion": AccordionFamily(),
    "marriage": MarriageFamily(),
    "cribbage": CribbageFamily(),
    "napoleon": NapoleonFamily(),
    "pyramid": PyramidFamily(),
}


def family_of(rules: AnyRules) -> Family:
    """Return the family that a game belongs to."""
    return FAMILIES[rules.family]
