"""Find wins, and prove that there are none; where cards are hidden, weigh moves by what may be known.

Kernels do the work where there are some for a game, once they are compiled and loaded; else the plain search
does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.compiled import at_hand
from bot.solvers.search import Search

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.rules import AnyRules, Rules, S
    from bot.solvers.compiled import Count
    from bot.solvers.fair import AnyPlayer
    from bot.solvers.verdict import Solver


def solver_for(rules: Rules[S]) -> Solver[S]:
    """Return the best solver there is for a game."""
    solvers = (package.solver(rules) for package in at_hand(rules.family))
    return next((solver for solver in solvers if solver is not None), Search(rules))


def player_for(rules: Rules[S]) -> AnyPlayer | None:
    """Return the fair player of a game with hidden cards, or None where there is none (yet)."""
    players = (package.player(rules) for package in at_hand(rules.family))
    return next((player for player in players if player is not None), None)


def counter_for(rules: AnyRules) -> Count | None:
    """Return what counts the deals of a game that can be won with all cards known, or None."""
    return _able((getattr(package, "count", None) for package in at_hand(rules.family)), rules)


def fair_counter_for(rules: AnyRules) -> Count | None:
    """Return what counts the deals of a game that its fair player wins, or None."""
    return _able((getattr(package, "fair_count", None) for package in at_hand(rules.family)), rules)


def _able(counters: Iterable[Count | None], rules: AnyRules) -> Count | None:
    """Return the first that can count the deals of a game: none of them, to begin with."""
    return next((count for count in counters if count and count(rules, 0, 0, 0) is not None), None)
