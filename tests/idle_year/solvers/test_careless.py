"""Careless players, by whom deals of Napoleon and Cribbage Solitaire are graded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from idle_year.engine.games import find_game
from idle_year.engine.games.cribbage import GAME_POINTS
from idle_year.engine.positions.napoleon import CARDS
from idle_year.engine.rules import DEAL
from idle_year.solvers.registry import play_carelessly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from idle_year.engine.positions.cribbage import ClaimRow
    from idle_year.engine.rules import AnyRules


@pytest.mark.parametrize(
    ("game", "missing"),
    [
        ("napoleon", [60.91, 74.05, 69.77]),
        ("cribbage", [29.834, 19.32, 18.28]),
        ("cribbage-strict", [35.168, 21.32, 18.28]),
    ],
)
def test_a_deal_is_as_hard_on_every_machine(game: str, missing: list[float]) -> None:
    """The same deal is as hard today as it was, and on every machine: to the last card or point."""
    rules = find_game(game)
    played = [play_carelessly(rules, rules.start(f"grade-{number}")) for number in range(3)]
    assert [games is not None and games.mean() for games in played] == pytest.approx(missing, abs=1e-9)


def test_careless_games_of_cribbage_follow_the_rules() -> None:
    """Careless players of Cribbage end where those do who always score the most, and not always alike."""
    rules, several = find_game("cribbage"), 0
    for number in range(20):
        deal = rules.start(f"careless-{number}")
        deal = replace(deal, stock=deal.stock[:6])
        games, ends = play_carelessly(rules, deal), set(_points_of_greedy_games(rules, deal))
        assert games is not None
        assert {GAME_POINTS - int(missing) for missing in games} == ends
        several += len(ends) > 1
    assert several > 3


def _points_of_greedy_games(rules: AnyRules, deal: ClaimRow) -> Iterator[int]:
    """Yield the points of every way to score the most that each card allows, by the rules alone."""
    rows = {deal}
    for _ in deal.stock:
        rows = {end for row in rows for end in _best_ends(rules, rules.play(row, DEAL))}
    return (row.points for row in rows)


def _best_ends(rules: AnyRules, dealt: ClaimRow) -> Iterator[ClaimRow]:
    """Yield the rows with the most points that can be had before the next card."""
    ends, todo = {dealt}, [dealt]
    while todo:
        row = todo.pop()
        new = {rules.play(row, move) for move in rules.moves(row) if move != DEAL} - ends
        ends |= new
        todo.extend(new)
    most = max(row.points for row in ends)
    return (row for row in ends if row.points == most)


def test_careless_players_of_napoleon_win_what_wins_itself() -> None:
    """Nobody is too careless to bring home kings that lie free, and nobody wins a deal that is lost."""
    rules = find_game("napoleon")
    free = rules.notation.read_position("KC - - - - - - - - - f:QCKCKDKDKHKHKSKS")
    assert not any(_missing(rules, free))
    assert all(_missing(rules, rules.start("relax162")))


def _missing(rules: AnyRules, deal: object) -> list[int]:
    games = play_carelessly(rules, deal)
    assert games is not None
    return list(games)


def test_careless_games_of_a_deal_differ() -> None:
    """Careless players of Napoleon do not all overlook the same."""
    rules = find_game("napoleon")
    missing = _missing(rules, rules.start("grade-0"))
    assert len(set(missing)) > 10
    assert all(0 <= cards <= CARDS for cards in missing)


def test_other_games_are_graded_without_careless_players() -> None:
    """Where the moves that keep a win can be told, nobody plays carelessly."""
    rules = find_game("accordion")
    assert play_carelessly(rules, rules.start("grade-0")) is None
