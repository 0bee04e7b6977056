"""The fair player of Cribbage Solitaire: what it may see, what it reports, and how it plays."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idle_year.engine.games import ALL
from idle_year.engine.rules import DEAL
from idle_year.solvers.cribbage import count_fair_wins, player_for
from idle_year.solvers.cribbage.player import InformationSet
from idle_year.solvers.fair_play import play_fairly
from tests.idle_year.engine.walks import FEW, walk

if TYPE_CHECKING:
    from idle_year.engine.games.cribbage import Cribbage
    from idle_year.solvers.cribbage.player import CribbagePlayer
    from idle_year.solvers.fair_play import Chance


def rules_of(game: str) -> Cribbage:
    """Return the rules of a game of the family."""
    return cast("Cribbage", ALL[game])


def player_of(game: str) -> CribbagePlayer:
    """Return its fair player."""
    found = player_for(rules_of(game))
    assert found is not None
    return found


def weighed(position: str, game: str = "cribbage") -> dict[str, Chance]:
    """Weigh the moves of a position; return the chances by the moves' text, best first."""
    rules, fair = rules_of(game), player_of(game)
    chances = fair.weigh(fair.see(rules.notation.read_position(position)))
    return {rules.notation.write_move(chance.move): chance for chance in chances}


@FEW
@given(choices=st.lists(st.integers(0, 99), max_size=50), seed=st.integers(0, 9))
def test_the_order_of_the_stock_changes_nothing(choices: list[int], seed: int) -> None:
    """Whatever the order of the stock, the view and all chances are the same; no legal move is left out."""
    rules, fair = rules_of("cribbage"), player_of("cribbage")
    state = walk(rules, str(seed), choices).last
    shuffled = list(state.stock)
    random.Random(seed).shuffle(shuffled)  # noqa: S311  the same order every time
    other = replace(state, stock=tuple(shuffled))
    assert fair.see(other) == fair.see(state)
    chances = fair.weigh(fair.see(other))
    assert chances == fair.weigh(fair.see(state))
    assert {chance.move for chance in chances} == set(rules.moves(state))
    assert all(0 <= chance.wins <= 1 and chance.low <= chance.wins <= chance.high for chance in chances)
    assert [chance.worth for chance in chances] == sorted((c.worth for c in chances), reverse=True)


def test_a_view_has_no_place_for_an_order() -> None:
    """A view holds the unseen cards as a set, and otherwise only what lies open."""
    assert {field.name: field.type for field in fields(InformationSet)} == {
        "piles": "tuple[Pile, ...]",
        "points": "int",
        "fresh": "frozenset[int]",
        "held": "bool",
        "left": "int",
        "unseen": "frozenset[Card]",
    }


def test_a_win_within_reach_is_certain() -> None:
    """A claim that leads to 61 in this turn wins for certain and comes first; dealing leaves some doubt."""
    chances = weighed("9C 9D 9H +9 =55")
    first = next(iter(chances))
    assert first.startswith("t@1-3")
    assert (chances[first].low, chances[first].wins) == (1, 1)
    assert chances["d"].wins < 1
    assert not chances["d"].is_certain


@pytest.mark.parametrize(
    ("game", "position"),
    [("cribbage-strict", "9C 9D =59"), ("cribbage-strict", "9C 8D +1 =59"), ("cribbage", "9C 9D =40")],
)
def test_what_cannot_win_any_more_has_no_chance(game: str, position: str) -> None:
    """If no card that counts is left and the points are not reached, the chance is certainly 0."""
    assert {(chance.wins, chance.high) for chance in weighed(position, game).values()} == {(0, 0)}


def test_points_are_taken_where_no_win_is_left() -> None:
    """The last points are claimed although they do not win: three of a kind rather than a pair."""
    assert next(iter(weighed("9C 9D 9H =40"))).startswith("t@")


def test_a_finished_game_has_no_moves_to_weigh() -> None:
    """A game that is won or stuck offers nothing to weigh."""
    assert weighed("9C 9D +5 =61") == {}
    assert weighed("9C KD =40") == {}


def test_claims_far_to_the_left_are_weighed() -> None:
    """A claim further left than rollouts look is weighed like any other."""
    far = "9C-9D 2C 4D 6H QS 3D 5C 8H KD JS 4C 7D TH AC =59"
    assert weighed(far)["p@1-2:1>2"].wins == 1


def test_the_same_cards_in_hand_are_worth_more_with_more_points() -> None:
    """The chance of winning rises with the points."""
    low, high = (weighed(f"9C 4D +20 ={points}")["d"] for points in (30, 45))
    assert low.high < high.low


@pytest.mark.parametrize("game", ["cribbage", "cribbage-strict"])
def test_it_plays_whole_games(game: str) -> None:
    """The player plays whole games of Cribbage to their end, and scores many points."""
    rules, fair = rules_of(game), player_of(game)
    end, _ = play_fairly(rules, fair, rules.start("a"))
    assert rules.moves(end) == ()
    assert end.points >= 40


@pytest.mark.parametrize("game", ["cribbage", "cribbage-strict"])
def test_a_survey_can_be_counted_in_parts(game: str) -> None:
    """The parts of a survey add up to the whole, and most deals are won."""
    rules = rules_of(game)
    whole, *parts = (
        count_fair_wins(rules, 5, first, deals) or 0 for first, deals in ((0, 3), (0, 1), (1, 2))
    )
    assert whole == sum(parts) >= 1


def test_the_deal_is_a_move_like_any_other() -> None:
    """If nothing can be claimed, the only move is weighed too."""
    assert [chance.move for chance in weighed("9C KD +20 =40").values()] == [DEAL]
