"""The deals of a survey: dealt by the rules, solved or played one after the other, and their counts.

A deal is identified by the seed of its survey and its number. Kernels that count whole surveys deal the
same cards (`kernels.rng`); here they come from Python's own integers, so that the two can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any

from bot.engine.rules import AnyRules, Outcome
from bot.solvers.fair_play import interval, play_fairly
from bot.solvers.generic import Search
from bot.solvers.protocols import Answer, Limit
from bot.solvers.registry import player_for, solver_for

# Limited by nodes alone, so that results do not depend on the machine: ten seconds for Napoleon, a second
# for the plain search.
_ENOUGH = Limit(nodes=15_000_000, seconds=math.inf)
_ENOUGH_FOR_SEARCH = Limit(nodes=20_000, seconds=math.inf)
_ENOUGH_TO_PROVE = Limit(nodes=100_000, seconds=math.inf)
"""For a proof that a deal is lost: most proofs need less, and playing the deal would take longer."""
_WORD = 2**64 - 1
_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


@dataclass(frozen=True)
class Tally:
    """Deals, how many of them are won, and how many could not be decided within the limit."""

    wins: int = 0
    deals: int = 0
    undecided: int = 0
    repeats: int = 0
    """Deals in which following the hints went in a circle."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of wins, 0 to 1, for at least one deal.

        Undecided deals count as not won.
        """
        return interval(self.wins, self.deals)


def deal(rules: AnyRules, seed: int, number: int) -> Any:
    """Return one deal of a survey, with its stock known."""
    order = list(rules.pack)
    state = _random(_random(seed) ^ (number * _GOLDEN & _WORD))
    for place, lowest, bound in _draws(len(order)):
        other = lowest + ((_random(state) >> 32) * bound >> 32)
        order[place], order[other] = order[other], order[place]
        state = state + _GOLDEN & _WORD
    return rules.lay_out(order, f"{seed}-{number}")


def deals(rules: AnyRules, seed: int, first: int, count: int) -> Iterator[Any]:
    """Yield `count` deals of a survey, starting with number `first`."""
    return (deal(rules, seed, number) for number in range(first, first + count))


def solve_deals(rules: AnyRules, seed: int, first: int, count: int) -> Tally:
    """Solve the deals numbered from `first` on, with all cards known."""
    solver = solver_for(rules)
    limit = _ENOUGH_FOR_SEARCH if isinstance(solver, Search) else _ENOUGH
    answers = [solver.solve(state, limit).answer for state in deals(rules, seed, first, count)]
    return Tally(answers.count(Answer.WON), count, answers.count(Answer.UNKNOWN))


def play_deals(rules: AnyRules, seed: int, first: int, count: int) -> Tally:
    """Let the fair player play the deals numbered from `first` on, but for those that nobody can win."""
    player = player_for(rules)
    if player is None:
        raise ValueError(f"{rules.name} has no fair player.")
    ends = [
        play_fairly(rules, player, state)[0]
        for state in deals(rules, seed, first, count)
        if not is_lost(rules, state)
    ]
    return Tally(sum(rules.outcome(end) is Outcome.WON for end in ends), count)


def is_lost(rules: AnyRules, state: Any) -> bool:
    """Whether it is quickly proven that nobody can win a deal, even with its stock known.

    Then nobody wins it without that knowledge either, and a fair player need not try.
    """
    return solver_for(rules).solve(state, _ENOUGH_TO_PROVE).answer is Answer.LOST


def _draws(cards: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each draw of a shuffle the place to fill, and the first and number of places to draw from."""
    if cards > 1:
        yield cards - 1, 0, cards
        yield 0, 0, cards - 1
    for place in range(cards - 2, 1, -1):
        yield place, 1, place


def _random(state: int) -> int:
    """Return the 64 random bits for a state of a stream (SplitMix64)."""
    mixed = state + _GOLDEN & _WORD
    mixed = (mixed ^ mixed >> 30) * _FIRST & _WORD
    mixed = (mixed ^ mixed >> 27) * _SECOND & _WORD
    return mixed ^ mixed >> 31
