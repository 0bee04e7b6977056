"""Puzzles: few of the moves keep the win, and what they say is true."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.rules import Outcome
from idle_year.engine.session import Session
from idle_year.puzzles import choice_in, latest_puzzle, make_puzzle
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import compile_package, packages_of, solver_for
from tests.puzzles import LONGER, SHORT

if TYPE_CHECKING:
    from bot.store import NewPuzzle
    from idle_year.engine.rules import AnyRules
    from idle_year.puzzles import MadePuzzle

LIMIT = Limit(nodes=100_000, seconds=60)
WITH_PUZZLES = ("accordion", "royal-marriage", "cribbage")


@cache
def made(game: str, seed: str = "tuesday") -> MadePuzzle:
    """Make a puzzle of a game that has some."""
    puzzle = make_puzzle(ready(game), seed)
    assert puzzle is not None
    return puzzle


def ready(game: str) -> AnyRules:
    """Return the rules of a game, its kernels loaded."""
    rules = find_game(game)
    for package in packages_of(rules.family):
        compile_package(package)
    return rules


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_few_of_the_moves_keep_the_win(game: str) -> None:
    """At least four moves are legal, at most a third of them keep the win, and no other does."""
    puzzle = made(game)
    rules, state = puzzle.session.rules, puzzle.session.state
    legal, keeping = rules.moves(state), puzzle.choice.keeping
    assert len(legal) == puzzle.choice.moves >= 4
    assert 0 < 3 * len(keeping) <= len(legal)
    solver = solver_for(rules)
    answers = {move: solver.solve(rules.play(state, move), LIMIT).answer for move in legal}
    assert answers == {move: Answer.WON if move in keeping else Answer.LOST for move in legal}


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_two_such_choices_are_met_before_the_win_is_plain(game: str) -> None:
    """Whoever takes the first move that keeps the win each time meets two hard choices or more."""
    puzzle = made(game)
    rules, state, hard = puzzle.session.rules, puzzle.session.state, 0
    while rules.outcome(state) is not Outcome.WON:
        choice = choice_in(rules, state)
        assert choice is not None
        hard += choice.is_hard
        state = rules.play(state, choice.keeping[0])
    assert hard >= puzzle.choices >= 2


def test_the_same_seed_makes_the_same_puzzle() -> None:
    """A seed makes one puzzle, however it is spelt; its position follows from the deal and the moves."""
    puzzle = made("accordion")
    assert made("accordion", " Tuesday ") == puzzle
    assert made("accordion", "wednesday").session != puzzle.session
    session = puzzle.session
    assert Session.replay(session.rules, session.seed, session.moves).state == session.state


def test_the_longest_seed_makes_a_puzzle_even_of_a_later_deal() -> None:
    """Where the deal of a seed has no puzzle, others are tried whose seeds begin with it."""
    assert made("royal-marriage", "x" * 32).session.seed.startswith("x" * 27 + "-")


@pytest.mark.parametrize("kept", [SHORT, LONGER], ids=["short", "longer"])
def test_the_puzzles_of_other_tests_are_made_like_this(kept: NewPuzzle) -> None:
    """Tests that need no solver have puzzles as they are made."""
    puzzle = made(kept.game, kept.seed)
    session = puzzle.session
    assert (session.rules.revision, session.seed) == (kept.revision, kept.seed)
    assert write_moves(session.rules, session.moves) == kept.moves
    assert (puzzle.proof.written, puzzle.choices) == (kept.proof, kept.choices)


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_the_proof_knows_every_way_to_keep_the_win(game: str) -> None:
    """However the win is kept, the proof names just those moves, and ends where no choice is hard."""
    puzzle = made(game)
    rules, write = puzzle.session.rules, puzzle.session.rules.notation.write_move
    waiting: list[tuple[tuple[str, ...], Any]] = [((), puzzle.session.state)]
    ends, met = [], set[Any]()
    while waiting:
        moves, state = waiting.pop()
        found = puzzle.proof.follow(moves)
        assert not found.wrong
        if found.solved:
            ends.append(state)
            continue
        choice = choice_in(rules, state)
        assert choice is not None
        assert sorted(found.keeping) == sorted(map(write, choice.keeping))
        wrong = next((each for each in map(write, rules.moves(state)) if each not in found.keeping), None)
        assert wrong is None or puzzle.proof.follow((*moves, wrong)) == (len(moves) + 1, found.keeping, True)
        if state not in met:
            met.add(state)
            waiting += [((*moves, write(move)), rules.play(state, move)) for move in choice.keeping]
    assert not any(_is_hard_ahead(rules, state) for state in ends)


def _is_hard_ahead(rules: AnyRules, state: Any) -> bool:
    """Whether keeping the win leads to a hard choice, or begins with one."""
    if rules.outcome(state) is Outcome.WON:
        return False
    choice = choice_in(rules, state)
    assert choice is not None
    return choice.is_hard or any(_is_hard_ahead(rules, rules.play(state, move)) for move in choice.keeping)


@pytest.mark.parametrize(("beyond", "found"), [(0, True), (8, True), (9, False)])
def test_a_game_has_a_puzzle_where_it_stands_or_shortly_before(beyond: int, found: bool) -> None:
    """A puzzle is found in a game that stands there, or has gone on for up to eight moves."""
    puzzle = made("royal-marriage")
    session = puzzle.session
    for _ in range(beyond):
        choice = choice_in(session.rules, session.state)
        assert choice is not None
        session = session.play(write_moves(session.rules, choice.keeping[:1]))
    assert latest_puzzle(session) == (puzzle if found else None)


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_all_cards_of_a_puzzle_are_seen(game: str) -> None:
    """Nothing that its player cannot see decides a puzzle."""
    puzzle = made(game)
    assert not puzzle.session.hides


@pytest.mark.parametrize("game", ["double-jump", "pyramid"])
def test_some_games_have_no_puzzles(game: str) -> None:
    """Where a puzzle takes long to make, as it is rare, there are none."""
    rules = ready(game)
    assert make_puzzle(rules, "s0") is None
