"""The fair player of Napoleon at St Helena: what it sees, and how it plays."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from idle_year.engine.rules import Outcome
from idle_year.solvers.fair_play import play_fairly
from idle_year.solvers.napoleon import NapoleonSolver, count_fair_wins
from idle_year.solvers.napoleon.count import count_wins
from idle_year.solvers.napoleon.moves import lay
from idle_year.solvers.napoleon.player import InformationSet, NapoleonPlayer, new_search_state
from idle_year.solvers.napoleon.value_network import FEATURES, describe, estimate, learned_network
from idle_year.solvers.protocols import Answer, Limit
from tests.idle_year.solvers.napoleon_games import GAMES, draw_game, each_game

if TYPE_CHECKING:
    from idle_year.engine.games.napoleon import Napoleon


@each_game
def test_the_order_of_the_stock_is_not_seen(rules: Napoleon) -> None:
    """Whatever the order, and whether or not the state reveals it, the player sees the same."""
    chance, player = random.Random("order"), NapoleonPlayer(rules)  # noqa: S311  the same every time
    for number in range(20):
        state = rules.start(f"deal-{number}")
        order = chance.sample(state.stock, len(state.stock))
        assert player.see(state) == player.see(rules.view(state))
        assert player.see(state) == player.see(replace(state, stock=tuple(order)))


def test_a_view_has_no_place_for_an_order() -> None:
    """A view of Napoleon holds the unseen cards sorted, and has no place for their order."""
    assert [field.name for field in fields(InformationSet)] == [
        "columns",
        "waste",
        "foundations",
        "unseen",
        "left",
    ]
    view = InformationSet.of(GAMES[0].start("x"))
    assert list(view.unseen) == sorted(view.unseen)
    assert view.left == len(view.unseen)


def test_where_cards_are_missing_any_of_them_may_be_in_a_stock_face_down() -> None:
    """Where cards are missing, any of them may be in a stock that lies face down."""
    state = GAMES[0].notation.read_position("KC - - - - - - - - - f:QCKCKDKDKHKHQSKS | KS")
    assert InformationSet.of(state).unseen == state.stock
    short = replace(state, columns=((),) * 10, stock=(None,))
    assert len(InformationSet.of(short).unseen) == 2
    assert InformationSet.of(short).left == 1


@each_game
def test_every_legal_move_is_weighed_once(rules: Napoleon) -> None:
    """Every legal move of Napoleon is weighed once, the best first, and the same way each time."""
    player = NapoleonPlayer(rules)
    view = player.see(rules.start("tuesday"))
    chances = player.weigh(view)
    assert sorted(one.move for one in chances) == sorted(rules.moves(view.table))
    assert all(one.worth >= other.worth for one, other in pairwise(chances))
    assert all(0 <= one.wins <= 1 and not one.is_certain for one in chances)
    assert player.weigh(view) == chances


def test_a_game_that_is_over_has_nothing_to_weigh() -> None:
    """A game of Napoleon that is won or stuck has nothing to weigh."""
    for position in ("- - - - - - - - - - f:KCKCKDKDKHKHKSKS", "KC - - - - - - - - - f:KD"):
        state = GAMES[0].notation.read_position(position)
        assert NapoleonPlayer(GAMES[0]).weigh(InformationSet.of(state)) == ()


@each_game
def test_a_game_with_all_cards_on_the_table_stays_won(rules: Napoleon) -> None:
    """The player's first choice is never a move that gives a win away."""
    chance, kept = random.Random("kept"), 0  # noqa: S311  the same games every time
    for _ in range(25):
        state = replace(draw_game(chance, 40, buried=True), stock=())
        few = Limit(nodes=20_000, seconds=60)
        if rules.moves(state) and NapoleonSolver(rules).solve(state, few).answer is Answer.WON:
            first = NapoleonPlayer(rules).weigh(InformationSet.of(state))[0]
            after = rules.play(state, first.move)
            assert NapoleonSolver(rules).solve(after, few).answer is Answer.WON
            kept += 1
    assert kept >= 5


@each_game
def test_a_game_is_played_to_its_end(rules: Napoleon) -> None:
    """A few cards from the end, the player brings them home."""
    state = rules.notation.read_position("QCKH KS KC QSQD - - - - - - w:KD f:JCQCJDKDJHKHJSKS | QH KC")
    end, _ = play_fairly(rules, NapoleonPlayer(rules), state)
    assert rules.outcome(end) is Outcome.WON


@given(st.randoms(use_true_random=False), st.integers(1, 100), st.booleans())
@settings(max_examples=12, deadline=None)
def test_any_position_is_weighed(chance: random.Random, most: int, known: bool) -> None:
    """Wherever cards lie, and with cards missing, every legal move is weighed."""
    for rules in GAMES:
        state = draw_game(chance, most, missing=chance.choice((0, 0, 3)))
        view = InformationSet.of(state if known else rules.view(state))
        assert {one.move for one in NapoleonPlayer(rules).weigh(view)} == set(rules.moves(state))


def test_a_survey_is_the_sum_of_its_parts() -> None:
    """Any part can be counted anywhere; even with little effort some deals are won."""

    def wins(first: int, deals: int) -> int:
        return count_wins(
            new_search_state(rollout_nodes=300), np.uint64(7), np.uint64(first), np.uint64(deals)
        )

    assert wins(84, 6) == wins(84, 3) + wins(87, 3) > 0
    assert count_fair_wins(GAMES[0], seed=7, first=0, deals=0) == 0


def test_the_value_network_knows_no_order() -> None:
    """Whatever the order of the stock, a table has the same features and the same value, from 0 to 1."""
    chance, values = random.Random("network"), []  # noqa: S311  the same tables every time
    features, others = np.zeros(FEATURES, np.float32), np.zeros(FEATURES, np.float32)
    for _ in range(40):
        table, stock = lay(draw_game(chance, 100))
        order = np.array(chance.sample(stock.tolist(), len(stock)), np.int8)
        describe(table, stock, features)
        describe(table, order, others)
        assert np.allclose(features, others)
        values.append(estimate(features, learned_network()))
    assert all(0 <= value <= 1 for pair in values for value in pair)
