"""Eligibility: the deals of Accordion that these kernels support, those in which no move is ever forced."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from bot.engine.games.accordion import Accordion, Compulsion, Destination

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_WITH_GOAL_CARD = (1, 3)
"""The distances for which `moves` knows what would lose the goal card."""


def is_eligible(rules: AnyRules) -> TypeGuard[Accordion]:
    """Whether these kernels support a game's options, however many cards it deals, and however.

    The target is at most the number of piles at which nothing can move; otherwise a game would have to go on
    after a win.
    """
    return (
        isinstance(rules, Accordion)
        and rules.compulsion is Compulsion.NONE
        and rules.destination is Destination.FREE
        and len(rules.distances) == 2
        and 1 <= rules.target <= rules.distances[0] < rules.distances[1]
        and (not rules.goal_card or _keeps_goal_card(rules))
    )


def is_hidden(rules: Accordion) -> bool:
    """Whether an eligible game hides cards from its player."""
    return rules.face_up is not None and not rules.goal_card


def _keeps_goal_card(rules: Accordion) -> bool:
    return rules.distances == _WITH_GOAL_CARD and not rules.rightward
