"""Eligibility: which rules these kernels support: Cribbage Solitaire, with either deadline."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from bot.engine.games.cribbage import Cribbage

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def is_eligible(rules: AnyRules) -> TypeGuard[Cribbage]:
    """Whether these kernels support every option of a game."""
    return isinstance(rules, Cribbage)
