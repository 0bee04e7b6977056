"""What a survey counts, and in what order."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bot.engine.cards import Card
from bot.engine.games import ALL
from bot.engine.games.pyramid import Pyramid
from bot.engine.positions.pyramid import Triangle
from bot.engine.rules import Outcome
from bot.solvers.fair_play import play_fairly
from bot.solvers.kernels.rng import shuffle, stream
from bot.solvers.protocols import Answer, Counted, Limit
from bot.solvers.registry import counter_for, fair_counter_for, player_for, solver_for
from bot.solvers.win_rate import survey
from bot.solvers.win_rate.deals import deal, is_lost, play_deals, solve_deals
from bot.solvers.win_rate.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.rules import AnyRules

pytestmark = pytest.mark.slow

SMALL = ALL["late-binding"]
ONE_BY_ONE = {"accordions-revenge", "napoleon", "napoleon-manual"}
"""Games without a counting kernel."""
COUNTED = [rules for rules in ALL.values() if rules.id not in {*ONE_BY_ONE, "french-compacted"}]
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
    """However a survey is divided, the parts add up to the whole."""
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
    """The count matches deal by deal."""
    count = counter_for(rules)
    assert count is not None
    for number in range(40):
        verdict = solver_for(rules).solve(deal(rules, 7, number), Limit(seconds=60))
        # French is counted before its redeal.
        answer = Answer.LOST if verdict.hidden else verdict.answer
        assert count(rules, 7, number, 1) == _COUNTED_AS[answer]


def test_a_fair_player_wins_no_deal_that_cannot_be_won() -> None:
    """Both counts are of the same deals. In few other games is a deal ever proven lost."""
    rules = ALL["parlett"]
    fair = fair_counter_for(rules)
    assert fair is not None
    for number in range(16, 22):
        verdict = solver_for(rules).solve(deal(rules, 7, number), Limit(seconds=60))
        assert (verdict.answer, fair(rules, 7, number, 1)) == (Answer.LOST, 0)


@pytest.mark.parametrize("name", ["cribbage", "concertina-compacted"])
def test_no_deal_that_can_be_won_is_left_out_of_a_fair_count(name: str) -> None:
    """The player wins the first deal of these surveys, and the count says so."""
    rules = ALL[name]
    player = player_for(rules)
    assert player is not None
    assert rules.outcome(play_fairly(rules, player, deal(rules, 7, 0))[0]) is Outcome.WON
    with survey(rules, 7, 1, fair=True) as tallies:
        assert list(tallies)[-1].wins == 1


def test_a_deal_that_nobody_can_win_is_not_played() -> None:
    """It counts as a deal that the player does not win."""
    rules = ALL["concertina-compacted"]
    lost = [number for number in range(20) if is_lost(rules, deal(rules, 7, number))]
    assert lost
    for number in lost:
        assert solver_for(rules).solve(deal(rules, 7, number), Limit(seconds=60)).answer is Answer.LOST
        assert play_deals(rules, 7, number, 1) == Tally(0, 1)


def test_a_survey_grows_to_the_whole() -> None:
    """If it is stopped early, the first deals have been counted without gaps."""
    with survey(SMALL, 7, 6, fair=False) as tallies:
        grown = list(tallies)
    assert [each.deals for each in grown] == sorted({each.deals for each in grown})
    assert grown[-1].deals == 6


def test_breaking_off_ends_the_workers() -> None:
    """None of the processes that solve the deals one by one is left behind."""
    with survey(ALL["napoleon"], 7, 10**9, fair=False) as tallies:
        next(tallies)
    for process in multiprocessing.active_children():
        process.join(10)
    assert multiprocessing.active_children() == []
