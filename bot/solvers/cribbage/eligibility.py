"""Eligibility: which rules these kernels can answer for: Cribbage Solitaire, with either deadline."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from bot.engine.games.cribbage import Cribbage

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def is_eligible(rules: AnyRules) -> TypeGuard[Cribbage]:
    """Whether every option of a game is known here."""
    return isinstance(rules, Cribbage)
