"""Eligibility: the deals of Accordion that these kernels know, those that compel."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from bot.engine.games.accordion import Accordion, Compulsion

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_DISTANCES = (1, 3)


def is_eligible(rules: AnyRules) -> TypeGuard[Accordion]:
    """Whether every option of a game is known here; any destination is, and any number of cards."""
    return (
        isinstance(rules, Accordion)
        and rules.compulsion is not Compulsion.NONE
        and rules.distances == _DISTANCES
        and not rules.rightward
        and rules.target == 1
        and not rules.goal_card
    )
