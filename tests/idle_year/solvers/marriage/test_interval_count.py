"""Surveys of very many deals."""

from __future__ import annotations

import pytest

from idle_year.engine.games import find_game
from idle_year.solvers.marriage.interval import count_fair_wins, count_winnable
from tests.idle_year.solvers.marriage.rows import IDS, game

RATES = {
    "royal-marriage": 0.98654,
    "royal-marriage-dealt": 0.98654,
    "royal-marriage-suitrun": 0.98654,
    "queen-and-her-lad": 0.8823,
    "queen-and-her-lad-lenient": 0.9619,
    "push-pin": 0.30077,
    "push-pin-single": 0.2905,
    "double-jump": 0.11964,
    "french": 0.000001,
}
DEALS = 20_000


@pytest.mark.parametrize("name", IDS)
def test_as_many_deals_can_be_won_as_others_counted(name: str) -> None:
    """As many deals can be won as others have counted, within five standard errors."""
    rate = RATES[name]
    error = (rate * (1 - rate) / DEALS) ** 0.5
    assert abs(_wins(name, 2024, 0, DEALS) / DEALS - rate) <= 5 * error + 1 / DEALS


@pytest.mark.parametrize("name", ["push-pin", "queen-and-her-lad"])
def test_parts_of_a_survey_add_up(name: str) -> None:
    """Any part can be counted anywhere, and another seed gives other deals."""
    parts = [_wins(name, 5, first, 500) for first in range(0, 2000, 500)]
    assert _wins(name, 5, 0, 2000) == sum(parts)
    assert [_wins(name, 6, first, 500) for first in range(0, 2000, 500)] != parts


def test_a_redeal_wins_more() -> None:
    """With the redeal French is won about twice in 10,000 deals; without it hardly ever."""
    wins = count_fair_wins(game("french"), 2, 0, 12_000)
    assert wins is not None
    assert 1 <= wins <= 12


@pytest.mark.parametrize("name", ["royal-marriage-dealt", "queen-and-her-lad"])
def test_the_fair_player_wins_whatever_can_be_won(name: str) -> None:
    """If nothing is lost by dealing everything first, there is no need to know the stock."""
    rules = game(name)
    fair = count_fair_wins(rules, 8, 0, 2000)
    assert fair == _wins(name, 8, 0, 2000)


@pytest.mark.parametrize("name", ["accordion", "push-pin-compacted"])
def test_other_games_have_no_survey_here(name: str) -> None:
    """Other games have no survey here, and with all cards open there is no fair one."""
    assert count_winnable(find_game(name), 1, 0, 1) is None
    assert count_fair_wins(find_game(name), 1, 0, 1) is None
    assert count_fair_wins(game("push-pin"), 1, 0, 1) is None


def _wins(name: str, seed: int, first: int, deals: int) -> int:
    counted = count_winnable(game(name), seed, first, deals)
    assert counted is not None
    assert counted.undecided == 0
    return counted.won
