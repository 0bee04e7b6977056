"""Find wins, and prove that there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.search import Search

if TYPE_CHECKING:
    from bot.engine.rules import Rules, S
    from bot.solvers.verdict import Solver


def solver_for(rules: Rules[S]) -> Solver[S]:
    """Return the best solver there is for a game."""
    return Search(rules)
