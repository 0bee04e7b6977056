"""Concertina and Bayan, where two matching cards leave at a time: search with random restarts."""

from __future__ import annotations

from bot.engine.games.leaving import Pairs
from bot.engine.games.marriage import Marriage
from bot.engine.games.marriage_deals import BAYAN, CONCERTINA
from bot.engine.rules import AnyRules
from bot.solvers.fair_play import AnyPlayer
from bot.solvers.marriage.pairs.count import count_wins
from bot.solvers.marriage.pairs.depth_first import search_in
from bot.solvers.marriage.pairs.solver import ConcertinaSolver
from bot.solvers.protocols import AnySolver, Counted, Limit

_FARTHEST = 3
"""How far apart two cards may be: `depth_first` remembers this many."""


def solver_for(rules: AnyRules) -> AnySolver | None:
    """Return a solver for a game, or None if this package has none."""
    game = _eligible(rules)
    return None if game is None else ConcertinaSolver(*game)


def player_for(_rules: AnyRules) -> AnyPlayer | None:
    """Return None: nothing is hidden in these games."""
    return None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Return how many of a survey's numbered deals can be won; None for other games."""
    game = _eligible(rules)
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


def _eligible(rules: AnyRules) -> tuple[Marriage, Pairs] | None:
    """Return a game and which two cards may leave in it; None if one of its options is not supported.

    The target is at most the number of cards at which none can leave; otherwise a game would have to go on
    after a win.
    """
    if not isinstance(rules, Marriage) or not isinstance(rules.leaving, Pairs):
        return None
    near, far = rules.leaving.distances
    known = 1 <= near < far <= _FARTHEST and 0 <= rules.target <= near
    return (rules, rules.leaving) if known and _is_open(rules) else None


def _is_open(rules: Marriage) -> bool:
    """Whether one pack is laid out once, entirely at random."""
    return rules.packs == 1 and not (rules.singly or rules.redeal or rules.ends)
