"""What a survey counts, and in what order."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from idle_year.engine.cards import Card
from idle_year.engine.games import ALL
from idle_year.engine.games.pyramid import Pyramid
from idle_year.engine.positions.pyramid import Triangle
from idle_year.engine.rules import AnyRules, Outcome
from idle_year.solvers.fair_play import play_fairly
from idle_year.solvers.kernels.rng import shuffle, stream
from idle_year.solvers.protocols import Answer, Counted, Limit
from idle_year.solvers.registry import counter_for, fair_counter_for, player_for, solver_for
from idle_year.solvers.win_rate import Parts, Tally, deal, is_lost, play_deals, solve_deals, survey

SMALL = ALL["late-binding"]
ONE_BY_ONE = {"accordions-revenge", "napoleon", "napoleon-manual"}
"""Games without a counting kernel."""
COUNTED = [rules for rules in ALL.values() if rules.id not in {*ONE_BY_ONE, "french-compacted"}]
QUICKLY_WON = 37
"""The seed: its first deals of Napoleon at St Helena are won within a moment each."""
_COUNTED_AS = {Answer.WON: Counted(1), Answer.LOST: Counted(0), Answer.UNKNOWN: Counted(0, undecided=1)}
"""Excludes the game whose redeal is part of the count."""


@dataclass(frozen=True, kw_only=True)
class _Pack(Pyramid):
    """A game with any number of cards, which leaves them in the given order."""

    cards: int

    @property
    def pack(self) -> tuple[Card, ...]:
        return tuple(Card(number % 52) for number in range(self.cards))

    def lay_out(self, order: Sequence[Card], seed: str) -> Triangle:
        return Triangle((), tuple(order))


def test_every_deal_is_counted_once() -> None:
    """However a survey is divided, every deal is counted once."""
    whole = solve_deals(SMALL, 7, 0, 6)
    assert solve_deals(SMALL, 7, 0, 2) + solve_deals(SMALL, 7, 2, 4) == whole
    assert (whole.deals, whole.wins + whole.undecided <= 6) == (6, True)


@pytest.mark.parametrize("cards", [0, 1, 2, 3, 52, 104])
def test_kernels_shuffle_as_everybody_else(cards: int) -> None:
    """A deal of a survey is the same whoever plays it: Python's integers and the kernels' agree."""
    rules = _Pack(id="pack", name="Pack", page=ALL["pyramid"].page, cards=cards)
    for number in (0, 1, 10**9):
        order = np.array(rules.pack, dtype=np.int8)
        shuffle(order, np.uint64(stream(np.uint64(7), np.uint64(number))))
        assert deal(rules, 7, number).stock == tuple(order.tolist())


@pytest.mark.parametrize("rules", COUNTED, ids=[rules.id for rules in COUNTED])
def test_a_count_is_what_the_solver_says_of_the_same_deals(rules: AnyRules) -> None:
    """A count says of each deal what the solver says of it."""
    count = counter_for(rules)
    assert count is not None
    for number in range(40):
        verdict = solver_for(rules).solve(deal(rules, 7, number), Limit(seconds=60))
        # French is counted before its redeal.
        answer = Answer.LOST if verdict.hidden else verdict.answer
        assert count(rules, 7, number, 1) == _COUNTED_AS[answer]


def test_a_fair_player_wins_no_deal_that_cannot_be_won() -> None:
    """A fair player wins no deal that cannot be won."""
    rules = ALL["parlett"]
    fair = fair_counter_for(rules)
    assert fair is not None
    for number in range(16, 22):
        verdict = solver_for(rules).solve(deal(rules, 7, number), Limit(seconds=60))
        assert (verdict.answer, fair(rules, 7, number, 1)) == (Answer.LOST, 0)


@pytest.mark.parametrize("name", ["cribbage", "concertina-compacted"])
def test_no_deal_that_can_be_won_is_left_out_of_a_fair_count(name: str) -> None:
    """A deal that the fair player wins is counted as won."""
    rules = ALL[name]
    player = player_for(rules)
    assert player is not None
    assert rules.outcome(play_fairly(rules, player, deal(rules, 7, 0))[0]) is Outcome.WON
    with survey(rules, 7, 1, fair=True) as tallies:
        assert list(tallies)[-1].wins == 1


def test_a_deal_that_nobody_can_win_is_not_played() -> None:
    """A deal that nobody can win counts as one that the player does not win."""
    rules = ALL["concertina-compacted"]
    lost = [number for number in range(20) if is_lost(rules, deal(rules, 7, number))]
    assert lost
    for number in lost:
        assert solver_for(rules).solve(deal(rules, 7, number), Limit(seconds=60)).answer is Answer.LOST
        assert play_deals(rules, 7, number, 1) == Tally(0, 1)


def test_a_survey_grows_to_the_whole() -> None:
    """A survey grows from the first deals to the whole, and its last result is complete."""
    with survey(SMALL, 7, 6, fair=False) as tallies:
        grown = list(tallies)
    assert [each.deals for each in grown] == sorted({each.deals for each in grown})
    assert grown[-1].deals == 6


def test_breaking_off_ends_the_workers() -> None:
    """Breaking a survey off leaves no process behind."""
    with survey(ALL["napoleon"], QUICKLY_WON, 10**9, fair=False) as tallies:
        next(tallies)
    for process in multiprocessing.active_children():
        process.join(10)
    assert multiprocessing.active_children() == []


def test_parts_follow_each_other_to_the_end() -> None:
    """Parts follow each other to the end, and no deal is left out or counted twice."""
    parts, taken = Parts(begun=3, deals=1000, seconds=1.0), []
    while parts.left:
        taken.append(parts.take())
        parts.learn(taken[-1][1], 0.1)
    assert taken[0][0] == 3
    assert [first for first, _ in taken[1:]] == [first + count for first, count in taken[:-1]]
    assert sum(taken[-1]) == 1000


def test_a_part_takes_as_long_as_it_should() -> None:
    """The size of a part follows from how long the last one took."""
    parts = Parts(begun=0, deals=10**9, seconds=2.0)
    parts.learn(100, 1.0)
    assert parts.take() == (0, 200)


def test_one_lucky_deal_makes_no_endless_part() -> None:
    """One lucky deal that finishes at once makes no endless part."""
    parts = Parts(begun=0, deals=10**9, seconds=1.0)
    parts.learn(1, 0.0)
    assert parts.take()[1] < 100


def test_a_slow_deal_is_a_part_of_its_own() -> None:
    """A part has at least one deal."""
    parts = Parts(begun=0, deals=10, seconds=1.0)
    parts.learn(1, 60.0)
    assert parts.take() == (0, 1)


@pytest.mark.parametrize(
    ("wins", "deals", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (1, 1_000_000, 1.77e-7, 5.66e-6),
    ],
)
def test_intervals_are_those_of_the_books(wins: int, deals: int, low: float, high: float) -> None:
    """Intervals are Wilson's for 95 %, and end at 0 or 1 if no deals or all were won."""
    assert Tally(wins, deals).interval == pytest.approx((low, high), rel=1e-2, abs=1e-9)


def test_parts_add_up() -> None:
    """Wins, deals and undecided deals of two parts add up."""
    assert Tally(1, 5, 2) + Tally(2, 5) == Tally(3, 10, 2)
