"""All claims about small positions are true, and false ones are found."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.audit import Falsehood, audit, smallest
from bot.audit.claims import false_of_puzzle, false_of_solvers
from bot.audit.drawing import draw
from idle_year.engine.games import ALL, find_game
from idle_year.engine.games.accordion_deals import PARLETT
from idle_year.engine.records import write_moves
from idle_year.proof import Proof
from idle_year.puzzles import PuzzleChoice, choice_in, make_puzzle
from idle_year.solvers.accordion.compulsory import CompulsoryAccordionSolver
from idle_year.solvers.protocols import Answer, Judged, Verdict
from idle_year.solvers.registry import compile_package, packages_of

if TYPE_CHECKING:
    from idle_year.engine.positions.row import Row
    from idle_year.engine.rules import AnyRules
    from idle_year.puzzles import MadePuzzle
    from idle_year.solvers.protocols import Best, Limit

POSITIONS = 10
"""Enough to see that nothing is broken; `idleyear audit` looks at as many as anybody has time for."""


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_nothing_false_is_claimed(rules: AnyRules) -> None:
    """Verdicts, judgements, best scores, certain chances, hints and counts agree with exhaustive play."""
    assert audit(rules, 1, 0, POSITIONS) == []


def test_an_audit_is_the_sum_of_its_parts() -> None:
    """A number draws the same position in every part of an audit, wherever the part begins."""
    drawn = [draw(PARLETT, random.Random(f"1/parlett/{number}/0")) for number in range(3)]  # noqa: S311  the same
    assert len(set(drawn)) == 3
    assert draw(PARLETT, random.Random("1/parlett/2/0")) == drawn[2]  # noqa: S311


class _ForOtherRules(CompulsoryAccordionSolver):
    """A solver that assumes moves of one and three places, whatever the rules say."""

    def solve(self, state: Row, limit: Limit) -> Verdict:
        verdict = CompulsoryAccordionSolver(PARLETT).solve(state, limit)
        return Verdict(verdict.answer, (), verdict.nodes, verdict.hidden)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        return ()

    def best(self, state: Row, limit: Limit) -> Best:
        return CompulsoryAccordionSolver(PARLETT).best(state, limit)


def test_a_solver_for_other_rules_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few positions reveal a solver for other rules, and the one reported is as small as possible."""
    rules = replace(PARLETT, distances=(1, 2))
    monkeypatch.setattr("bot.audit.claims.solver_for", _ForOtherRules)
    found = audit(rules, 1, 0, 60)
    assert found
    told = smallest(rules, found)
    assert len(told.position.split()) <= 4
    state = rules.notation.read_position(told.position)
    assert told.claim in list(false_of_solvers(rules, state, 1000))


class _TooGood(CompulsoryAccordionSolver):
    """A solver that calls a worse score the best."""

    def best(self, state: Row, limit: Limit) -> Best:
        found = CompulsoryAccordionSolver(self.rules).best(state, limit)
        return replace(found, line=(), score=self.rules.score(state), exact=True)


class _Careless(CompulsoryAccordionSolver):
    """A solver that judges every move to be losing."""

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        return tuple(Judged(move, Answer.LOST) for move in self.rules.moves(state))


@pytest.mark.parametrize(
    ("solver", "says"), [(_TooGood, "calls it exact, but"), (_Careless, "lost, but it can be won")]
)
def test_false_scores_and_judgements_are_found(
    solver: type[CompulsoryAccordionSolver], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """False scores and judgements are reported with a sentence that says what is wrong."""
    monkeypatch.setattr("bot.audit.claims.solver_for", solver)
    found = audit(PARLETT, 1, 0, 20)
    assert any(says in falsehood.claim for falsehood in found)


@pytest.mark.parametrize(
    "game",
    ["royal-marriage", "accordion", "cribbage"],
)
def test_puzzles_are_what_they_say(game: str) -> None:
    """Plain play of everything the rules allow agrees with puzzles on every move and on the choices ahead."""
    assert list(false_of_puzzle(_puzzle_of(game), 100_000)) == []


def test_a_false_puzzle_is_found_out() -> None:
    """A puzzle is found out that names another move, that promises too many choices, or that is too easy."""
    puzzle = _puzzle_of("accordion")
    legal = puzzle.session.legal
    wrong = replace(puzzle, choice=puzzle.choice._replace(keeping=tuple(legal[1:2])))
    assert list(false_of_puzzle(wrong, 100_000)) == [
        "the puzzle says that 4<<< loses, but it can be won",
        "the puzzle says that 5<<< keeps the win",
    ]
    assert list(false_of_puzzle(replace(puzzle, choices=3), 100_000)) == [
        "the puzzle says 3 choices, but it can be won by 2"
    ]
    easy = list(false_of_puzzle(_without_hard_choice(puzzle), 100_000))
    assert "it is no puzzle: too few moves are legal, or too many of them keep the win" in easy


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ([{"4<<<": 1, "6<": 1}], "the proof says that 4<<< 6< keep the win, but 4<<< do"),
        ([{"4<<<": -1}], "the proof says that the win is plain after 4<<<, but a hard choice is left"),
        ([{"4<<<": 1}, {"2<": 2}], "the proof says that 2< keep the win, but 2< 4< do"),
    ],
)
def test_a_false_proof_is_found_out(wrong: list[dict[str, int]], found: str) -> None:
    """A proof is found out that names a move too many or too few, or that ends too early."""
    puzzle = _puzzle_of("accordion")
    proof = Proof((*wrong, *puzzle.proof.positions[len(wrong) :]))
    assert found in list(false_of_puzzle(replace(puzzle, proof=proof), 100_000))


def _without_hard_choice(puzzle: MadePuzzle) -> MadePuzzle:
    """Play a puzzle on to where its next choice is not hard."""
    session, choice = puzzle.session, puzzle.choice
    while choice.is_hard:
        session = session.play(write_moves(session.rules, choice.keeping[:1]))
        choice = choice_in(session.rules, session.state) or PuzzleChoice(0, ())
    return replace(puzzle, session=session, choice=choice)


def test_an_audit_looks_at_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """An audit tells the position of a puzzle that is false."""
    puzzle = replace(_puzzle_of("accordion"), choices=3)
    monkeypatch.setattr("bot.audit.make_puzzle", lambda *_: puzzle)
    (found,) = audit(puzzle.session.rules, 1, 0, 10)
    position = puzzle.session.rules.notation.write_position(puzzle.session.state)
    assert found == Falsehood("accordion", position, "the puzzle says 3 choices, but it can be won by 2")


def _puzzle_of(game: str) -> MadePuzzle:
    rules = find_game(game)
    for package in packages_of(rules.family):
        compile_package(package)
    puzzle = make_puzzle(rules, "tuesday")
    assert puzzle is not None
    return puzzle


def test_what_is_false_of_a_whole_deal_is_told_as_it_is() -> None:
    """A deal that a survey has counted wrongly cannot be made smaller."""
    state = PARLETT.notation.write_position(PARLETT.start("whole"))
    falsehood = Falsehood("parlett", state, "the survey counts it as won")
    assert smallest(PARLETT, [falsehood]) == falsehood
