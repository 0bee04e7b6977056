"""The deals of a part of a survey, one after the other: for games that no kernel counts as a whole."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bot.engine.rules import Outcome
from bot.solvers import player_for, solver_for
from bot.solvers.fair import play_fairly
from bot.solvers.search import Search
from bot.solvers.survey.tally import Tally
from bot.solvers.verdict import Answer, Limit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from bot.engine.rules import AnyRules

# In nodes alone, so that a slow machine counts what a fast one does: for either, about a second at most.
_ENOUGH = Limit(nodes=1_000_000, seconds=math.inf)
_ENOUGH_FOR_SEARCH = Limit(nodes=20_000, seconds=math.inf)


def solve_deals(rules: AnyRules, seed: int, first: int, deals: int) -> Tally:
    """Solve the deals with the numbers from `first` on, all cards known."""
    solver = solver_for(rules)
    limit = _ENOUGH_FOR_SEARCH if isinstance(solver, Search) else _ENOUGH
    answers = [solver.solve(state, limit).answer for state in _dealt(rules, seed, first, deals)]
    return Tally(answers.count(Answer.WON), deals, answers.count(Answer.UNKNOWN))


def play_deals(rules: AnyRules, seed: int, first: int, deals: int) -> Tally:
    """Let the fair player play the deals with the numbers from `first` on."""
    player = player_for(rules)
    if player is None:
        raise ValueError(f"{rules.name} has no fair player.")
    ends = [play_fairly(rules, player, state)[0] for state in _dealt(rules, seed, first, deals)]
    return Tally(sum(rules.outcome(end) is Outcome.WON for end in ends), deals)


def _dealt(rules: AnyRules, seed: int, first: int, deals: int) -> Iterator[Any]:
    return (rules.start(f"{seed}-{number}") for number in range(first, first + deals))
