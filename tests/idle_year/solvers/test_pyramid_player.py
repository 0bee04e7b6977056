"""The fair player of Pyramid, which never knows more than it may."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from idle_year.engine.rules import Outcome
from idle_year.solvers.fair_play import play_fairly
from idle_year.solvers.protocols import Answer
from idle_year.solvers.pyramid.player import InformationSet, PyramidPlayer
from idle_year.solvers.pyramid.solver import PyramidSolver
from tests.idle_year.solvers.pyramid_layouts import GAMES, PATIENT, layouts

if TYPE_CHECKING:
    from idle_year.engine.games.pyramid import Pyramid


EACH_GAME = pytest.mark.parametrize("rules", GAMES, ids=[rules.id for rules in GAMES])


@EACH_GAME
def test_the_order_of_the_stock_changes_nothing(rules: Pyramid) -> None:
    """In the first pass, every order of the same stock is seen and weighed the same."""
    player = PyramidPlayer(rules)
    for number in range(4):
        state = rules.start(f"order-{number}")
        turned = replace(state, stock=state.stock[::-1])
        assert player.see(state) == player.see(turned)
        assert player.weigh(player.see(state)) == player.weigh(player.see(turned))


def test_a_view_cannot_hold_the_order_of_unseen_cards() -> None:
    """The unseen cards are a set, and the stock is known only once it has been gone through."""
    player = PyramidPlayer(GAMES[1])
    state = GAMES[1].start("x")
    assert {field.name for field in fields(InformationSet)} == {
        "places",
        "waste",
        "passes",
        "known",
        "unseen",
        "hidden",
    }
    assert isinstance(player.see(state).unseen, frozenset)
    assert (player.see(state).known, player.see(replace(state, passes=2)).known) == ((), state.stock)


@EACH_GAME
def test_every_legal_move_is_weighed(rules: Pyramid) -> None:
    """Every legal move is weighed, in odd positions and with unknown stocks, too."""
    player = PyramidPlayer(rules)
    for state in islice(layouts(f"{rules.id} odd", 200), 60):
        for known in (state, replace(state, stock=(None,) * len(state.stock))):
            chances = player.weigh(player.see(known))
            assert {each.move for each in chances} == set(rules.moves(rules.view(known)))
            assert all(0 <= each.wins <= 1 and each.low <= each.wins <= each.high for each in chances)
            assert [each.worth for each in chances] == sorted((each.worth for each in chances), reverse=True)


@pytest.mark.parametrize("rules", GAMES[::2], ids=[rules.id for rules in GAMES[::2]])
def test_without_a_limit_of_passes_the_player_is_certain_and_right(rules: Pyramid) -> None:
    """Without a limit of passes the player is certain, and wins every deal that can be won."""
    player, won = PyramidPlayer(rules), 0
    for number in range(20):
        state = rules.start(f"certain-{number}")
        assert all(each.is_certain for each in player.weigh(player.see(state)))
        end, _ = play_fairly(rules, player, state)
        can_be_won = PyramidSolver(rules).solve(state, PATIENT).answer is Answer.WON
        assert (rules.outcome(end) is Outcome.WON) == can_be_won
        won += can_be_won
    assert won > 0 or rules.whole_pack


def test_with_three_passes_most_deals_that_can_be_won_are() -> None:
    """With three passes most deals that can be won are, though some need a lucky guess."""
    rules, can_be_won, won = GAMES[1], 0, 0
    for number in range(8):
        state = rules.start(f"three-{number}")
        end, _ = play_fairly(rules, PyramidPlayer(rules), state)
        won += rules.outcome(end) is Outcome.WON
        can_be_won += PyramidSolver(rules).solve(state, PATIENT).answer is Answer.WON
    assert can_be_won >= won > can_be_won / 2


@EACH_GAME
def test_what_is_lost_in_any_order_is_weighed_as_certain(rules: Pyramid) -> None:
    """A deal whose cards cannot pair off at all has no chance, and no error."""
    player = PyramidPlayer(rules)
    solver = PyramidSolver(replace(rules, passes=None))
    lost = [rules.start(f"lost-{number}") for number in range(12)]
    lost = [state for state in lost if solver.solve(state, PATIENT).answer is Answer.LOST]
    assert lost
    for state in lost:
        assert {(each.wins, each.high) for each in player.weigh(player.see(state))} == {(0, 0)}
