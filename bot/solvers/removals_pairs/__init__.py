"""Concertina and Bayan, where two matching cards leave at a time: search with random restarts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games.marriage_deals import BAYAN, CONCERTINA
from bot.solvers.protocols import Counted, Limit
from bot.solvers.removals_pairs.count import count_wins
from bot.solvers.removals_pairs.depth_first import search_in
from bot.solvers.removals_pairs.eligibility import eligible
from bot.solvers.removals_pairs.solver import ConcertinaSolver

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.solvers.fair_play import AnyPlayer
    from bot.solvers.protocols import AnySolver


def solver_for(rules: AnyRules) -> AnySolver | None:
    """Return a solver for a game, or None if this package has none."""
    game = eligible(rules)
    return None if game is None else ConcertinaSolver(*game)


def player_for(_rules: AnyRules) -> AnyPlayer | None:
    """Return None: nothing is hidden in these games."""
    return None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Return how many of a survey's numbered deals can be won; None for other games."""
    game = eligible(rules)
    if game is None:
        return None
    marriage, pairs = game
    return Counted(*count_wins(search_in([], pairs.distances), marriage.target, seed, first, deals))


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    for rules in (CONCERTINA, BAYAN):
        count_winnable(rules, 1, 0, 1)
        solver = solver_for(rules)
        if solver is not None:
            solver.best(rules.start("warm"), Limit())
