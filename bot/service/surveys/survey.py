"""What a survey counts, described by names that any machine understands."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.errors import GameError
from bot.solvers.registry import player_for

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


class Kind(StrEnum):
    """How the wins of a survey are counted."""

    KNOWN = "known"
    """What can be won with all cards known."""
    FAIR = "fair"
    """What the fair player wins."""
    BY_HINTS = "by-hints"
    """What is won by taking every hint."""


class Survey(NamedTuple):
    """The deals of one seed of a game, counted in one way."""

    game: str
    """The id of the game."""
    kind: Kind
    seed: int


def check_player(rules: AnyRules, kind: Kind) -> None:
    """Raise GameError if a survey's kind needs a player that the game lacks; kernels must be loaded."""
    if kind is Kind.FAIR and player_for(rules) is None:
        raise GameError(f"There is no fair player for {rules.name}: leave --fair out.")
