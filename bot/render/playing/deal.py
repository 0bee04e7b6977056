"""What `/deal` cannot deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

SEED_OR_WISH = "A seed is one deal: leave it out to have one of a difficulty, or winnable."


def other_family(rules: AnyRules) -> str:
    """Say which command deals a game."""
    return f"{rules.name} belongs to /deal {rules.family}."
