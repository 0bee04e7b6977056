"""Games played by taking every hint: how often that wins is the fair figure for a game."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.engine.games import find_game
from bot.engine.rules import Outcome
from bot.service.hints.hint import Advisor
from bot.solvers.protocols import Limit
from bot.solvers.win_rate.deals import deals as dealt
from bot.solvers.win_rate.tally import Tally

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_LIMIT = Limit(nodes=100_000, seconds=math.inf)
"""In nodes alone, so that a slow machine plays exactly as a fast one does."""


class Followed(NamedTuple):
    """How a game in which every hint was taken ended."""

    won: bool
    moves: int
    repeats: bool
    """Whether a position recurred: the hints went in a circle."""


def follow(rules: AnyRules, state: Any) -> Followed:
    """Take every hint to the end, from a position whose stock is known only to the rules."""
    advisor, positions, met = Advisor(), [state], {state}
    moves = 0
    while rules.moves(state):
        move = advisor.advise(rules, positions, _LIMIT).move
        if move is None:
            break
        positions = [] if rules.reveals(state, move) or not rules.reversible else positions
        state = rules.play(state, move)
        positions.append(state)
        moves += 1
        if state in met:
            return Followed(won=False, moves=moves, repeats=True)
        met.add(state)
    return Followed(rules.outcome(state) is Outcome.WON, moves, repeats=False)


def follow_deals(game: str, seed: int, first: int, deals: int) -> Tally:
    """Take every hint in the deals of a survey numbered from `first` on, and tally the results."""
    rules = find_game(game)
    followed = [follow(rules, state) for state in dealt(rules, seed, first, deals)]
    return Tally(
        wins=sum(each.won for each in followed),
        deals=deals,
        repeats=sum(each.repeats for each in followed),
    )
