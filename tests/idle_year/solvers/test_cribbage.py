"""The solver of Cribbage Solitaire against the plain search, and on whole deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idle_year.engine.cards import PACK, RANKS
from idle_year.engine.games import ALL
from idle_year.engine.line import play_line
from idle_year.engine.rules import DEAL, Outcome
from idle_year.solvers.cribbage import count_winnable, solver_for
from idle_year.solvers.cribbage.moves import (
    FRESH,
    MOST_CLAIMS,
    NEAR,
    TOTAL,
    claimed,
    list_claims,
    points_of,
    root_row,
)
from idle_year.solvers.generic import Search
from idle_year.solvers.protocols import Answer, Counted, Limit
from idle_year.solvers.win_rate import deal
from tests.idle_year.engine.walks import FEW, walk
from tests.idle_year.solvers.cribbage_rows import random_row

if TYPE_CHECKING:
    from idle_year.engine.games.cribbage import Cribbage
    from idle_year.engine.positions.cribbage import ClaimRow
    from idle_year.solvers.cribbage import CribbageSolver


GAMES = pytest.mark.parametrize("game", ["cribbage", "cribbage-strict"])
PATIENT = Limit(seconds=60)


def rules_of(game: str) -> Cribbage:
    """Return the rules of a game of the family."""
    return cast("Cribbage", ALL[game])


def solver_of(game: str) -> CribbageSolver:
    """Return its solver."""
    found = solver_for(rules_of(game))
    assert found is not None
    return found


def read(text: str) -> ClaimRow:
    """Read a position."""
    return rules_of("cribbage").notation.read_position(text)


@GAMES
def test_answers_agree_with_the_plain_search(game: str) -> None:
    """Verdicts on small positions agree with exhaustive search, and both kinds occur."""
    rules, answers = rules_of(game), set()
    for number in range(250):
        state = random_row(f"{game} {number}")
        expected = Search(rules).solve(state, PATIENT)
        found = solver_of(game).solve(state, PATIENT)
        assert found.answer is expected.answer, rules.notation.write_position(state)
        answers.add(found.answer)
    assert answers == {Answer.WON, Answer.LOST}


@GAMES
def test_best_scores_agree_with_the_plain_search(game: str) -> None:
    """The best score of a small position is found, and known to be the best."""
    rules = rules_of(game)
    for number in range(200):
        state = random_row(f"best {number}", piles=5)
        expected = Search(rules).best(state, PATIENT)
        found = solver_of(game).best(state, PATIENT)
        assert (found.score, found.exact) == (expected.score, True), rules.notation.write_position(state)


def test_claims_are_those_of_the_rules() -> None:
    """The kernel finds the claims that the rules allow, and the same row after each."""
    rules, found = rules_of("cribbage"), np.empty(MOST_CLAIMS, np.int64)
    for number in range(300):
        state = random_row(f"claims {number}", piles=9)
        near, far, fresh = root_row(state).tolist()[:3]
        seen = set()
        for claim in found[: list_claims(near, fresh, True, found)].tolist():
            after, _, links = claimed(near, far, fresh, claim)
            seen.add((after, _on_table(links, state), state.points + points_of(claim)))
        played = (root_row(rules.play(state, move)) for move in rules.moves(state) if move != DEAL)
        assert seen == {(row[NEAR], _on_table(row[FRESH], state), row[TOTAL]) for row in played}


def _on_table(links: int, before: ClaimRow) -> int:
    """Drop the links that lie left of the row after a claim."""
    return int(links) & (1 << max(len(before.piles) - 2, 0)) - 1


@GAMES
def test_nearly_every_deal_is_won(game: str) -> None:
    """With all cards known a win is found in at least 28 of 30 deals."""
    verdicts = [solver_of(game).solve(ALL[game].start(str(number)), PATIENT) for number in range(30)]
    assert sum(verdict.answer is Answer.WON for verdict in verdicts) >= 28


@FEW
@given(nodes=st.integers(0, 60), number=st.integers(0, 10**6))
def test_a_limit_is_never_answered_wrongly(nodes: int, number: int) -> None:
    """With next to no nodes the answer is either unknown or right."""
    state = random_row(f"limit {number}")
    limited = solver_of("cribbage").solve(state, Limit(nodes=nodes))
    assert limited.answer in {Answer.UNKNOWN, solver_of("cribbage").solve(state, PATIENT).answer}


@pytest.mark.parametrize(
    ("game", "position", "answer", "hidden"),
    [
        ("cribbage", "9C 9D +5 =59", Answer.WON, False),
        ("cribbage", "9C 8D +5 =59", Answer.UNKNOWN, True),
        ("cribbage", "9C 8D +2 =40", Answer.LOST, False),
        ("cribbage", "9C 8D =60", Answer.LOST, False),
        ("cribbage", "KC 9D +5 =61", Answer.WON, False),
        ("cribbage-strict", "9C 9D =59", Answer.LOST, False),
        ("cribbage-strict", "9C 9D =70", Answer.LOST, False),
        ("cribbage-strict", "9C 9D +1 =59", Answer.WON, False),
        ("cribbage-strict", "9C 8D | 8C =59", Answer.LOST, False),
        ("cribbage-strict", "9C 8D | 8C 2S =59", Answer.WON, False),
        ("cribbage", "9C | 9D =59", Answer.WON, False),
    ],
)
def test_what_lies_face_down_is_not_guessed(game: str, position: str, answer: Answer, hidden: bool) -> None:
    """An answer holds whatever the stock is; if it depends on the stock, it is unknown."""
    state = rules_of(game).notation.read_position(position)
    verdict = solver_of(game).solve(state, PATIENT)
    assert (verdict.answer, verdict.hidden) == (answer, hidden)


@pytest.mark.parametrize("between", [13, 33])
def test_claims_far_to_the_left_are_not_denied(between: int) -> None:
    """If claims are open further left than the search looks, a position is not called lost."""
    others = [str(card) for card in PACK if card.rank != RANKS.index("9")]
    far = f"9C-9D {' '.join(others[:between])} =59"
    assert solver_of("cribbage").solve(read(far), PATIENT).answer is not Answer.LOST


def test_every_move_is_judged() -> None:
    """Moves are judged in the order of the rules, distinguishing winning moves from others."""
    rules, state = rules_of("cribbage"), read("9C 9D 9H | KS =56")
    judged = solver_of("cribbage").judge(state, PATIENT)
    assert tuple(move for move, _ in judged) == tuple(rules.moves(state))
    answers = {rules.notation.write_move(move): answer for move, answer in judged}
    assert (answers["t@1-3:1>2"], answers["d"]) == (Answer.WON, Answer.LOST)


def test_the_best_ending_may_need_a_lesser_claim() -> None:
    """A run in one suit, claimed as a mere run, ends no game and leaves room for more points."""
    state = read("9D 2C 3C 4C | KH =57")
    best = solver_of("cribbage").best(state, PATIENT)
    assert best.score == Search(rules_of("cribbage")).best(state, PATIENT).score


@FEW
@given(choices=st.lists(st.integers(0, 99), max_size=60), seed=st.from_regex("[a-z]{1,5}", fullmatch=True))
def test_no_position_is_too_odd(choices: list[int], seed: str) -> None:
    """Positions reached by random play, with the stock known or not, are judged, and lines win."""
    rules = rules_of("cribbage")
    state = walk(rules, seed, choices).last
    verdict = solver_of("cribbage").solve(state, Limit(seconds=0.3))
    if verdict.answer is Answer.WON:
        line = " ".join(map(rules.notation.write_move, verdict.line))
        assert rules.outcome(play_line(rules, state, line).state) is Outcome.WON
    unseen = solver_of("cribbage").solve(rules.view(state), Limit(seconds=0.3))
    assert unseen.answer in {Answer.UNKNOWN, verdict.answer}


@GAMES
def test_a_survey_can_be_counted_in_parts(game: str) -> None:
    """The parts of a survey add up to the whole, and nearly all of its deals are won."""
    rules = rules_of(game)
    whole, *parts = (count_winnable(rules, 5, first, deals) for first, deals in ((0, 20), (0, 7), (7, 13)))
    assert whole is not None
    assert whole == Counted(*map(sum, zip(*filter(None, parts), strict=True)))
    assert whole.won >= 18


@pytest.mark.parametrize(("number", "answer"), [(103, Answer.LOST), (168, Answer.UNKNOWN)])
def test_a_survey_leaves_undecided_what_the_solver_does(number: int, answer: Answer) -> None:
    """A beam that finds no win proves a loss only if it never had to leave anything out."""
    rules = rules_of("cribbage")
    solver = solver_for(rules)
    assert solver is not None
    assert solver.solve(deal(rules, 5, number), Limit(seconds=60)).answer is answer
    assert count_winnable(rules, 5, number, 1) == Counted(0, undecided=int(answer is Answer.UNKNOWN))
