"""The solver of Napoleon at St Helena against the plain search, on games near their end."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from idle_year.engine.games import find_game
from idle_year.engine.rules import Outcome
from idle_year.solvers.generic import Search
from idle_year.solvers.napoleon import player_for, solver_for
from idle_year.solvers.protocols import Answer, Limit
from tests.idle_year.solvers.napoleon_games import GAMES, draw_game, each_game

if TYPE_CHECKING:
    from idle_year.engine.games.napoleon import Napoleon
    from idle_year.engine.positions.napoleon import Columns
    from idle_year.engine.rules import Move
    from idle_year.solvers.protocols import AnySolver


QUICK, SOME = Limit(nodes=100_000, seconds=60), Limit(nodes=300, seconds=60)


def _solver(rules: Napoleon) -> AnySolver:
    found = solver_for(rules)
    assert found is not None
    return found


@each_game
def test_what_the_plain_search_decides_is_decided_alike(rules: Napoleon) -> None:
    """Whatever the plain search decides of Napoleon is decided alike, and every line does what it claims."""
    chance, answers, exact = random.Random(rules.id), [], 0  # noqa: S311  the same games every time
    for _ in range(30):
        state = draw_game(chance, 64, buried=True)
        expected, verdict = Search(rules).solve(state, SOME), _solver(rules).solve(state, QUICK)
        if expected.proved:
            assert verdict.answer is expected.answer
            answers.append(verdict.answer)
        if verdict.answer is Answer.WON:
            assert rules.outcome(_after(rules, state, verdict.line)) is Outcome.WON
        reached, best = Search(rules).best(state, SOME), _solver(rules).best(state, QUICK)
        assert rules.score(_after(rules, state, best.line)) == best.score
        if reached.exact:
            assert (best.score, best.exact) == (reached.score, True)
            exact += 1
        elif best.exact:
            assert best.score.rank <= reached.score.rank
    assert min(answers.count(Answer.WON), answers.count(Answer.LOST), exact) >= 2


def _after(rules: Napoleon, state: Columns, line: tuple[Move, ...]) -> Columns:
    for move in line:
        state = rules.play(state, move)
    return state


@each_game
def test_a_full_deal_is_won_by_a_line_that_replays(rules: Napoleon) -> None:
    """Among a few full deals of Napoleon one is won by a line that replays."""
    found = (_solver(rules).solve(rules.start(f"deal-{number}"), QUICK) for number in range(12))
    deal, verdict = next((n, verdict) for n, verdict in enumerate(found) if verdict.answer is Answer.WON)
    assert rules.outcome(_after(rules, rules.start(f"deal-{deal}"), verdict.line)) is Outcome.WON


@each_game
def test_the_solver_stops_at_its_limit(rules: Napoleon) -> None:
    """At its limit the solver reports unknown, and calls no deal lost for want of time."""
    state = rules.start("tuesday")
    for nodes in (1, 50, 800):
        verdict = _solver(rules).solve(state, Limit(nodes=nodes, seconds=60))
        assert (verdict.answer, verdict.nodes) == (Answer.UNKNOWN, nodes)
    assert _solver(rules).solve(state, Limit(seconds=0)).answer is Answer.UNKNOWN
    assert not _solver(rules).best(state, Limit(nodes=50)).exact


@each_game
def test_a_hidden_stock_is_unknown(rules: Napoleon) -> None:
    """With a hidden stock nothing is claimed, but what can be reached without it is known."""
    chance = random.Random("hidden")  # noqa: S311  the same games every time
    drawn = (draw_game(chance, 50, buried=True) for _ in range(30))
    for hidden in (rules.view(state) for state in drawn if state.stock):
        verdict, best = _solver(rules).solve(hidden, QUICK), _solver(rules).best(hidden, QUICK)
        assert (verdict.answer, verdict.hidden, verdict.line) == (Answer.UNKNOWN, True, ())
        assert not best.exact
        assert rules.score(_after(rules, hidden, best.line)) == best.score
        assert best.score.rank <= Search(rules).best(hidden, SOME).score.rank


@each_game
def test_a_game_that_misses_a_card_is_lost(rules: Napoleon) -> None:
    """A game of Napoleon that misses a card is lost, and the best end is still found."""
    chance = random.Random("missing")  # noqa: S311  the same games every time
    for _ in range(30):
        state = draw_game(chance, 24, buried=True, missing=1)
        assert _solver(rules).solve(state, QUICK).answer is Answer.LOST
        best = _solver(rules).best(state, SOME)
        assert best.score.rank <= Search(rules).best(state, SOME).score.rank


@each_game
def test_every_move_is_judged(rules: Napoleon) -> None:
    """Moves are judged in the order of the rules, each as the state after it is solved."""
    chance = random.Random("judge")  # noqa: S311  the same games every time
    for _ in range(10):
        state = draw_game(chance, 30, buried=True)
        judged = _solver(rules).judge(state, QUICK)
        assert tuple(one.move for one in judged) == tuple(rules.moves(state))
        for move, answer in judged:
            assert answer is _solver(rules).solve(rules.play(state, move), QUICK).answer


@given(st.randoms(use_true_random=False), st.integers(1, 90))
@settings(max_examples=60, deadline=None)
def test_any_position_is_answered(chance: random.Random, most: int) -> None:
    """Wherever cards lie, with aces that wait and cards in any order, lines replay and nothing breaks."""
    for rules in GAMES:
        state = draw_game(chance, most, missing=chance.choice((0, 0, 3)))
        written = rules.notation.write_position(state)
        assert rules.notation.read_position(written) == state
        few = Limit(nodes=300, seconds=60)
        best = _solver(rules).best(state, few)
        assert best.score.rank <= rules.score(state).rank
        assert _solver(rules).solve(state, few).nodes <= 300


def test_other_games_are_left_alone() -> None:
    """Games of other families have no solver or player in the package of Napoleon."""
    assert solver_for(find_game("accordion")) is None
    assert player_for(find_game("accordion")) is None
