"""Eligibility: which rules these kernels support: either goal, with few or unlimited passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from bot.engine.games.pyramid import Pyramid
from bot.solvers.pyramid.state import MOST_TURNS

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def is_eligible(rules: AnyRules) -> TypeGuard[Pyramid]:
    """Whether a state's key has room for the turns of the waste that a game grants."""
    return isinstance(rules, Pyramid) and (rules.passes is None or 1 <= rules.passes <= MOST_TURNS + 1)
