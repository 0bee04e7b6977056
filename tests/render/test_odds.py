"""The chance of winning: what is printed, what was counted, and the two side by side."""

from __future__ import annotations

import pytest

from bot.render.cards import Style
from bot.render.odds import about, counted_words, odds_text
from bot.render.rules import Chapter, rules_page
from idle_year.engine.games import ALL, find_game
from idle_year.engine.games.odds import Counted, odds_of
from idle_year.engine.rules import AnyRules
from tests.idle_year.engine.walks import EVERY_GAME


@pytest.mark.parametrize(
    ("game", "printed"),
    [("royal-marriage", 0.19), ("push-pin", 0.0005), ("double-jump", 0.0004), ("french", 0.005)],
)
def test_printed_chances_that_do_not_survive_a_count(game: str, printed: float) -> None:
    """Where a printed chance does not survive a count, the page gives both and says so."""
    counted = odds_of(game).known
    assert counted is not None
    assert not counted.low <= printed <= counted.high
    page = rules_page(find_game(game), chapter=Chapter.HISTORY)
    assert "CatsAtCards prints" in page
    assert "counting tells another story" in page
    assert counted.percent in page


@pytest.mark.parametrize(
    ("wins", "deals", "low", "high", "says"),
    [
        (668_200, 1_000_000, 0.66728, 0.66912, "66.82 % [66.73 to 66.91]"),
        (3, 20_000, 0.00005, 0.00044, "0.015 % [0.005 to 0.044]"),
        (46, 200, 0.177, 0.293, "23 % [18 to 29]"),
    ],
)
def test_a_percentage_has_as_many_digits_as_it_is_worth(
    wins: int, deals: int, low: float, high: float, says: str
) -> None:
    """A survey of 200 deals does not claim decimals."""
    counted = Counted(wins, deals, low, high, seed=1)
    assert f"{counted.percent} [{counted.interval}]" == says


@EVERY_GAME
def test_a_player_sees_both_and_the_own_record(rules: AnyRules) -> None:
    """A player sees the odds as printed, as counted, and the own record."""
    text = odds_text(rules, Style(), played=8, won=2)
    assert rules.page.chance in text
    assert counted_words(rules) in text
    assert "2 of 8 won (25 %)" in text
    assert len(text) < 4000


def test_who_has_played_nothing_is_told_so() -> None:
    """Who has played nothing is told so, rather than 0 of 0."""
    assert "No finished games yet" in odds_text(ALL["accordion"], Style(), played=0, won=0)


def test_intervals_hold_what_was_counted() -> None:
    """Each survey's share lies within its interval, and its wins are among its deals."""
    for name in ALL:
        for counted in (odds_of(name).known, odds_of(name).fair):
            if counted:
                assert counted.low <= counted.share <= counted.high
                assert counted.wins + counted.undecided <= counted.deals


def test_no_fair_figure_stands_above_what_can_be_won() -> None:
    """No fair figure stands above what can be won of the same deals."""
    fair = [counted for name in ALL if (counted := odds_of(name).fair) and counted.possible is not None]
    assert fair
    assert all(counted.wins <= counted.possible <= counted.deals for counted in fair if counted.possible)


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.0, "hardly any"),
        (0.00006, "about 1 in 17,000"),
        (0.0071, "about 1 in 140"),
        (0.0913, "about 1 in 11"),
        (0.1, "about 1 in 10"),
        (0.31, "about 3 in 10"),
        (0.4702, "about half"),
        (0.6682, "about 2 in 3"),
        (0.94, "about 19 in 20"),
        (0.9999, "nearly all"),
    ],
)
def test_chances_are_said_as_people_say_them(share: float, said: str) -> None:
    """A chance has no decimals: 47.02 % is about half."""
    assert about(share) == said
