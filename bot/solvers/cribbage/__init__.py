"""Not written yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.solvers.fair import AnyPlayer
    from bot.solvers.verdict import AnySolver


def solver(_rules: AnyRules) -> AnySolver | None:
    """Return a solver for a game, or None where this package has none."""
    return None


def player(_rules: AnyRules) -> AnyPlayer | None:
    """Return a fair player for a game, or None where this package has none."""
    return None


def warm() -> None:
    """Run every kernel once, with arguments of the types that are ever used."""
