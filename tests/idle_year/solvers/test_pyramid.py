"""The solver of Pyramid against brute force."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idle_year.engine.cards import PACK, Card
from idle_year.engine.positions.pyramid import COVERED_BY, Triangle
from idle_year.engine.rules import DEAL, REDEAL, Outcome
from idle_year.solvers import pyramid
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.pyramid.solver import PyramidSolver
from tests.idle_year.solvers.pyramid_layouts import GAMES, PATIENT, fewest_moves, layouts, oracle
from tests.idle_year.solvers.pyramid_optimal import shortest_line

if TYPE_CHECKING:
    from idle_year.engine.games.pyramid import Pyramid
    from idle_year.engine.rules import Move


EACH_GAME = pytest.mark.parametrize("rules", GAMES, ids=[rules.id for rules in GAMES])
UNLIMITED = pytest.mark.parametrize("rules", GAMES[::2], ids=[rules.id for rules in GAMES[::2]])


def _end(rules: Pyramid, state: Triangle, line: tuple[Move, ...]) -> Triangle:
    for move in line:
        state = rules.play(state, move)
    return state


@EACH_GAME
def test_the_solver_agrees_with_brute_force(rules: Pyramid) -> None:
    """On small layouts, verdicts agree with brute force, and every line wins."""
    answers = set()
    for state in layouts(rules.id, 300):
        verdict = PyramidSolver(rules).solve(state, PATIENT)
        assert verdict.answer is oracle(rules, state).solve(state, PATIENT).answer
        won = rules.outcome(_end(rules, state, verdict.line)) is Outcome.WON
        assert won == (verdict.answer is Answer.WON)
        answers.add(verdict.answer)
    assert answers == {Answer.WON, Answer.LOST}


@EACH_GAME
def test_the_shortest_line_is_the_shortest(rules: Pyramid) -> None:
    """No line found by brute force is shorter than the shortest; a quick one is a tenth longer at most."""
    for state in layouts(f"{rules.id} short", 80):
        verdict = PyramidSolver(rules).solve(state, PATIENT)
        shortest = shortest_line(rules, state, PATIENT, states=1 << 13)
        assert (shortest is None) == (verdict.answer is Answer.LOST)
        if shortest is not None:
            assert len(shortest) == fewest_moves(rules, state)
            assert len(shortest) <= len(verdict.line) <= 1.1 * len(shortest)


@pytest.mark.parametrize(
    ("rules", "shortest"),
    [
        (GAMES[0], {13: 47, 73: 62, 123: 69, 75: 55, 48: 65}),
        (GAMES[1], {13: 47, 73: 62, 75: 55, 48: 65, 138: 56}),
        (GAMES[2], {1040: 57, 319: 52, 1390: 52, 599: 58, 340: 52}),
        (GAMES[3], {1040: 57, 1557: 64, 319: 52, 1390: 52, 599: 58}),
    ],
    ids=[rules.id for rules in GAMES],
)
def test_lines_of_whole_deals_are_short(rules: Pyramid, shortest: dict[int, int]) -> None:
    """Lines of whole deals are hardly longer than the shortest, which are known."""
    lengths = {}
    for number in shortest:
        verdict = PyramidSolver(rules).solve(rules.start(f"line-{number}"), PATIENT)
        lengths[number] = len(verdict.line)
    longer = [lengths[number] / moves for number, moves in shortest.items()]
    assert min(longer) >= 1
    assert max(longer) <= 1.1
    assert sum(longer) <= 1.01 * len(longer)


@EACH_GAME
def test_the_shortest_line_of_a_whole_deal_can_be_proven(rules: Pyramid) -> None:
    """The shortest line of a whole deal can be proven."""
    number = 13 if rules.whole_pack is False else 1390
    state = rules.start(f"line-{number}")
    shortest = shortest_line(rules, state, PATIENT)
    assert shortest is not None
    assert len(shortest) == (52 if rules.whole_pack else 47)


@EACH_GAME
def test_the_best_end_is_the_best(rules: Pyramid) -> None:
    """The best end of Pyramid leaves the fewest cards in the earliest possible pass."""
    for state in layouts(f"{rules.id} best", 80):
        best = PyramidSolver(rules).best(state, PATIENT)
        expected = oracle(rules, state).best(state, PATIENT)
        assert (best.exact, best.score.rank) == (True, expected.score.rank)


@pytest.mark.parametrize("number", [7, 37])
def test_no_more_turns_are_called_fewest_than_were_tried(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a state holds only one turn of the waste, a line with more is not called the best."""
    rules = GAMES[0]
    state = rules.start(f"line-{number}")
    best = PyramidSolver(rules).best(state, PATIENT)
    assert (best.exact, best.line.count(REDEAL)) == (True, 2)
    monkeypatch.setattr("idle_year.solvers.pyramid.solver.RANKS", 2)
    limited = PyramidSolver(rules).best(state, PATIENT)
    assert limited.line.count(REDEAL) > 2
    assert not limited.exact


@EACH_GAME
def test_every_legal_move_is_judged(rules: Pyramid) -> None:
    """Legal moves are judged in the order of the rules, each as by brute force."""
    for state in layouts(f"{rules.id} judge", 60):
        judged = PyramidSolver(rules).judge(state, PATIENT)
        assert tuple(each.move for each in judged) == rules.moves(state)
        expected = dict(oracle(rules, state).judge(state, PATIENT))
        # The plain search counts passes, and has one turn fewer after the last that it knows of.
        assert all(each.answer is expected.get(each.move, each.answer) for each in judged)


@EACH_GAME
def test_whole_deals_are_decided(rules: Pyramid) -> None:
    """Whole deals are won by replayed lines, or proven lost."""
    for number in range(12):
        state = rules.start(f"deal-{number}")
        verdict = PyramidSolver(rules).solve(state, PATIENT)
        assert verdict.proved
        assert (rules.outcome(_end(rules, state, verdict.line)) is Outcome.WON) == (
            verdict.answer is Answer.WON
        )


@EACH_GAME
def test_a_small_limit_never_makes_a_wrong_answer(rules: Pyramid) -> None:
    """With hardly any nodes, what is not known is reported as unknown."""
    tiny, answers = Limit(nodes=1, seconds=60), set()
    for state in layouts(f"{rules.id} tiny", 150):
        answer = PyramidSolver(rules).solve(state, tiny).answer
        assert answer in (Answer.UNKNOWN, PyramidSolver(rules).solve(state, PATIENT).answer)
        best, least = (PyramidSolver(rules).best(state, limit).score for limit in (tiny, PATIENT))
        assert best.rank >= least.rank
        answers.add(answer)
    assert (Answer.UNKNOWN in answers) == (rules.passes is not None)
    assert PyramidSolver(rules).solve(rules.start("x"), Limit(seconds=0)).answer is not Answer.LOST or (
        PyramidSolver(rules).solve(rules.start("x"), PATIENT).answer is Answer.LOST
    )


@UNLIMITED
def test_the_order_of_the_stock_does_not_matter_without_a_limit_of_passes(rules: Pyramid) -> None:
    """Every order of the same stock has the same answer."""
    for state in layouts(f"{rules.id} order", 60, most_stock=3):
        answers = {
            PyramidSolver(rules).solve(Triangle(state.places, order, state.waste), PATIENT).answer
            for order in permutations(state.stock)
        }
        assert len(answers) == 1


@UNLIMITED
def test_a_stock_face_down_is_no_riddle_at_the_start(rules: Pyramid) -> None:
    """Before a card has left, the unseen cards are the stock: the answer is that for the true stock."""
    for number in range(30):
        state = rules.start(f"hidden-{number}")
        hidden = PyramidSolver(rules).solve(rules.view(state), PATIENT)
        assert hidden.answer is PyramidSolver(rules).solve(state, PATIENT).answer
        if hidden.answer is Answer.WON:
            assert (hidden.hidden, hidden.line[-1]) == (True, DEAL)
            assert rules.moves(_end(rules, rules.view(state), hidden.line[:-1]))


@EACH_GAME
def test_what_is_said_of_a_stock_face_down_holds_whatever_lies_there(rules: Pyramid) -> None:
    """Even if some of the unseen cards have left, no true stock ever proves the answer wrong."""
    answers = set()
    for number in range(40):
        state = rules.start(f"any-{number}")
        for _ in range(12):
            state = rules.play(state, rules.moves(state)[0])
        hidden = PyramidSolver(rules).solve(rules.view(state), PATIENT)
        if hidden.proved:
            assert hidden.answer is PyramidSolver(rules).solve(state, PATIENT).answer
        answers.add(hidden.answer)
    assert Answer.LOST in answers


@pytest.mark.parametrize("position", ["KS w: 2H +20", "KS / 9C 4D +20", "9C w: 4D +3 =2"])
def test_a_win_that_needs_no_hidden_card_is_found(position: str) -> None:
    """A win that needs no hidden card is found, with a line that goes all the way to it."""
    rules = GAMES[1]
    state = rules.notation.read_position(position)
    verdict = PyramidSolver(rules).solve(state, PATIENT)
    assert (verdict.answer, verdict.hidden) == (Answer.WON, False)
    assert rules.outcome(_end(rules, state, verdict.line)) is Outcome.WON


def test_a_typed_position_with_a_huge_waste_is_answered() -> None:
    """A typed position with more cards in the waste than any game deals is answered."""
    waste = tuple(card for card in PACK if card != Card.read("9C"))
    state = Triangle((Card.read("9C"), *[None] * (len(COVERED_BY) - 1)), (), waste)
    for rules in GAMES:
        verdict = PyramidSolver(rules).solve(state, Limit(nodes=200, seconds=60))
        assert (
            verdict.answer is not Answer.WON or rules.outcome(_end(rules, state, verdict.line)) is Outcome.WON
        )
        assert PyramidSolver(rules).best(state, Limit(nodes=200, seconds=60)).line is not None
    assert PyramidSolver(GAMES[0]).solve(state, PATIENT).answer is Answer.WON


@pytest.mark.parametrize(
    "position", ["-", "KS", "9C", "9C w: 9D", "- w: KS", "- | KS 2C", "9C +3", "- +3 =2"]
)
@EACH_GAME
def test_nothing_is_too_small_to_be_answered(rules: Pyramid, position: str) -> None:
    """Finished and nearly finished games are answered, with and without a stock."""
    state = rules.notation.read_position(position)
    verdict = PyramidSolver(rules).solve(state, PATIENT)
    assert verdict.proved or None in state.stock
    PyramidSolver(rules).best(state, PATIENT)
    judged = PyramidSolver(rules).judge(state, PATIENT)
    assert tuple(each.move for each in judged) == tuple(rules.moves(state))


@settings(max_examples=60, deadline=None)
@given(
    game=st.sampled_from(GAMES),
    seed=st.text("abc", min_size=1, max_size=6),
    choices=st.lists(st.integers(0, 9)),
)
def test_a_game_in_play_stays_what_it_was(game: Pyramid, seed: str, choices: list[int]) -> None:
    """After any moves, a lost game is still lost, and some move preserves a win."""
    state, solver = game.start(seed), PyramidSolver(game)
    for choice in choices:
        if moves := game.moves(state):
            state = game.play(state, moves[choice % len(moves)])
    verdict = solver.solve(state, Limit(nodes=20_000, seconds=60))
    judged = {each.answer for each in solver.judge(state, Limit(nodes=60_000, seconds=60))}
    if verdict.answer is Answer.LOST:
        assert judged <= {Answer.LOST}
    if verdict.answer is Answer.WON and verdict.line:
        assert judged & {Answer.WON, Answer.UNKNOWN}


@pytest.mark.parametrize(("rules", "share"), [(GAMES[0], 0.668), (GAMES[2], 0.0465)])
def test_a_survey_counts_what_can_be_won(rules: Pyramid, share: float) -> None:
    """The share agrees with the known one within five standard errors, and parts add up to the whole."""
    counted = _count(rules, 0, 20_000)
    assert abs(counted / 20_000 - share) < 5 * (share * (1 - share) / 20_000) ** 0.5
    assert _count(rules, 0, 9_000) + _count(rules, 9_000, 11_000) == counted


@pytest.mark.parametrize("number", [1, 3])
def test_with_three_passes_hardly_fewer_deals_are_won(number: int) -> None:
    """A limit of three passes costs a few wins, and brings none."""
    without, limited = (_count(rules, 0, 200) for rules in GAMES[number - 1 : number + 1])
    assert 0.9 * without <= limited <= without


def _count(rules: Pyramid, first: int, deals: int) -> int:
    counted = pyramid.count_winnable(rules, 7, first, deals)
    assert counted is not None
    assert counted.undecided == 0
    return counted.won
