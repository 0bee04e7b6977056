"""Surveys: how often a game can be won, by whom, counted in many deals; here on this machine."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.engine.rules import AnyRules, Outcome
from bot.service.hint import Advisor
from bot.solvers import win_rate
from bot.solvers.protocols import Limit
from bot.solvers.registry import player_for
from bot.solvers.win_rate import Tally, growing, processes
from bot.solvers.win_rate import deals as dealt

_LIMIT = Limit(nodes=100_000, seconds=math.inf)
"""In nodes alone, so that a slow machine plays exactly as a fast one does."""


class Counting(StrEnum):
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
    kind: Counting
    seed: int


def check_player(rules: AnyRules, kind: Counting) -> None:
    """Raise GameError if a survey's kind needs a player that the game lacks; kernels must be loaded."""
    if kind is Counting.FAIR and player_for(rules) is None:
        raise GameError(f"There is no fair player for {rules.name}: leave --fair out.")


@contextmanager
def counted_here(survey: Survey, deals: int, counted: Tally) -> Iterator[Iterator[Tally]]:
    """Continue a survey from what is already counted; yield an iterator over the running count."""
    game, kind, seed = survey
    rules = find_game(game)
    if kind is Counting.BY_HINTS:
        with processes(rules.family) as workers:
            yield growing(workers, partial(follow_deals, game, seed), deals, counted)
    else:
        begun = win_rate.survey(rules, seed, deals, fair=kind is Counting.FAIR, counted=counted)
        with begun as tallies:
            yield tallies


class Followed(NamedTuple):
    """How a game in which every hint was taken ended."""

    won: bool
    moves: int
    repeats: bool
    """Whether a position recurred: the hints went in a circle."""
    end: Any
    """The last position."""


def follow(rules: AnyRules, state: Any) -> Followed:
    """Take every hint to the end, from a position whose stock is known only to the rules."""
    advisor, positions, met = Advisor(), [state], {rules.position(state)}
    moves = 0
    while rules.moves(state):
        move = advisor.advise(rules, positions, _LIMIT).move
        if move is None:
            break
        positions = [] if rules.reveals(state, move) or not rules.reversible else positions
        state = rules.play(state, move)
        positions.append(state)
        moves += 1
        if rules.position(state) in met:
            return Followed(won=False, moves=moves, repeats=True, end=state)
        met.add(rules.position(state))
    return Followed(rules.outcome(state) is Outcome.WON, moves, repeats=False, end=state)


def follow_deals(game: str, seed: int, first: int, deals: int) -> Tally:
    """Take every hint in the deals of a survey numbered from `first` on, and tally the results."""
    rules = find_game(game)
    followed = [follow(rules, state) for state in dealt(rules, seed, first, deals)]
    return Tally(
        wins=sum(each.won for each in followed),
        deals=deals,
        repeats=sum(each.repeats for each in followed),
    )
