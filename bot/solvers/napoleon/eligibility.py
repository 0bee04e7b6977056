"""Eligibility: which rules these kernels support, whether aces go up automatically or wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from bot.engine.games.napoleon import Napoleon

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def is_eligible(rules: AnyRules) -> TypeGuard[Napoleon]:
    """Whether these kernels support every option of a game."""
    return isinstance(rules, Napoleon)
