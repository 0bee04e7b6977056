"""Concertina and Bayan with all cards in sight: two matching cards leave at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games.marriage_deals import DEALS
from bot.engine.games.pairs import Pairs
from bot.solvers.concertina.hunt import search_in
from bot.solvers.concertina.solving import ConcertinaSolver
from bot.solvers.concertina.survey import count_won
from bot.solvers.verdict import Limit

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.solvers.fair import AnyPlayer
    from bot.solvers.verdict import AnySolver

_SOLVERS = {
    rules.id: ConcertinaSolver(rules, rules.leaving)
    for rules in DEALS
    if isinstance(rules.leaving, Pairs) and not rules.singly
}


def solver(rules: AnyRules) -> AnySolver | None:
    """Return a solver for a game, or None where this package has none."""
    return _SOLVERS.get(rules.id)


def player(_rules: AnyRules) -> AnyPlayer | None:
    """Return None: nothing is hidden in these games."""
    return None


def count(rules: AnyRules, seed: int, first: int, deals: int) -> int:
    """Return how many of some numbered deals of a survey can be won."""
    found = _SOLVERS[rules.id]
    return count_won(search_in([], found.pairs.distances), found.rules.target, seed, first, deals)


def warm() -> None:
    """Run every kernel once, with arguments of the types that are ever used."""
    for found in _SOLVERS.values():
        count(found.rules, 1, 0, 1)
        found.best(found.rules.start("warm"), Limit())
