"""Eligibility: the deals of Accordion that these kernels support, the compulsory ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from bot.engine.games.accordion import Accordion, Compulsion

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_DISTANCES = (1, 3)


def is_eligible(rules: AnyRules) -> TypeGuard[Accordion]:
    """Whether these kernels support a game's options; any destination and any number of cards will do."""
    return (
        isinstance(rules, Accordion)
        and rules.compulsion is not Compulsion.NONE
        and rules.distances == _DISTANCES
        and not rules.rightward
        and rules.target == 1
        and not rules.goal_card
    )
