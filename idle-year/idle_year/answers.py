"""Answers about a game, as text: whether it can be won, what is best in it, a hint, a puzzle."""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from idle_year.advice import Advisor
from idle_year.analysis import Surety, since_reveal
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules, Move, Score
from idle_year.game import Game, written_seed
from idle_year.proof import Proof
from idle_year.puzzles import make_puzzle
from idle_year.solvers.jit import CannotCompile, ready
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import PACKAGES, compile_package, is_loaded, packages_for, solver_for

_PLAIN = "plain search"
_LIMIT = Limit()


@dataclass(frozen=True)
class Solution:
    """Whether a position can be won; never a guess."""

    answer: Answer
    """`won`, `lost` or `unknown`."""
    line: tuple[str, ...]
    """Moves that win."""
    nodes: int
    """States that were visited."""
    hidden: bool
    """Whether it is unknown for a card or a redeal that nobody can know; otherwise the limit came first."""
    solver: str
    """Which solver answered: one of ours, or the plain search, which is thousands of times as slow."""


@dataclass(frozen=True)
class BestLine:
    """The best score found."""

    score: Score
    line: tuple[str, ...]
    """Moves that reach it."""
    exact: bool
    """Whether it is proven that nothing better can be reached."""
    solver: str


@dataclass(frozen=True)
class Hint:
    """A move to play, by what a player can see."""

    move: str | None
    """None if nothing better can be reached."""
    surety: Surety
    """How sure it is: `won` and `lost` are proven, `estimate` goes by `wins`, `open` is a guess."""
    wins: float | None
    """The share that the move won of deals that look the same, played out; None if nothing was estimated."""
    solver: str


@dataclass(frozen=True)
class Puzzle:
    """A position to win from, in which few of many moves keep the win."""

    game: Game
    right: tuple[str, ...]
    """The moves that keep the win; all others lose it, which is proven."""
    choices: int
    """How many such choices there are at least on each way to the win."""
    proof: Proof
    """Which moves are right in each position that they lead to: `proof.follow(moves)`."""


def prepare(game: str) -> str:
    """Load the solver of a game, which is compiled once on each machine; return its name.

    Solving does it by itself: call this to have the seconds to a minute that it takes behind you. Raise
    `CannotCompile` if the compiler doesn't work. Without Numba, a warning says that the plain search answers.
    """
    return _prepared(find_game(game))


def solve(game: Game, limit: Limit = _LIMIT) -> Solution:
    """Find out whether a game can be won from where it stands, with all cards known, and by which moves."""
    solver = _prepared(game.rules)
    found = solver_for(game.rules).solve(game.session.state, limit)
    return Solution(found.answer, _written(game.rules, found.line), found.nodes, found.hidden, solver)


def best(game: Game, limit: Limit = _LIMIT) -> BestLine:
    """Find the best score within reach, with all cards known, and the moves that get there."""
    solver = _prepared(game.rules)
    found = solver_for(game.rules).best(game.session.state, limit)
    return BestLine(found.score, _written(game.rules, found.line), found.exact, solver)


def judge(game: Game, limit: Limit = _LIMIT) -> dict[str, Answer]:
    """Find out for each legal move whether the game can be won after it, with all cards known."""
    _prepared(game.rules)
    judged = solver_for(game.rules).judge(game.session.state, limit)
    return {game.rules.notation.write_move(move): answer for move, answer in judged}


def hint(game: Game, limit: Limit = _LIMIT) -> Hint:
    """Advise as the bot does: by what a player has seen, never by the order of the stock.

    Raise GameError if no move is left.
    """
    if not game.session.legal:
        raise GameError("There is no hint, because no move is left.")
    solver = _prepared(game.rules)
    found = Advisor().advise(game.rules, since_reveal(game.session), limit)
    move = None if found.move is None else game.rules.notation.write_move(found.move)
    chances = {chance.move: chance.wins for chance in found.analysis.chances}
    wins = None if found.move is None else chances.get(found.move)
    return Hint(move, found.analysis.surety, wins, solver)


def puzzle(game: str, seed: str | int) -> Puzzle | None:
    """Make a puzzle, always the same from a seed; None if none comes of it, as of a game that has none.

    It needs the solvers: raise CannotCompile without them.
    """
    rules = find_game(game)
    if _prepared(rules) == _PLAIN:
        raise CannotCompile("Puzzles need the solvers: install idle-year[solvers].")
    made = make_puzzle(rules, written_seed(seed))
    if made is None:
        return None
    return Puzzle(Game(made.session), _written(rules, made.choice.keeping), made.choices, made.proof)


def _written(rules: AnyRules, moves: Sequence[Move]) -> tuple[str, ...]:
    return tuple(map(rules.notation.write_move, moves))


def _prepared(rules: AnyRules) -> str:
    """Load the solver of a game, saying so if it has to be compiled first; return its name."""
    for package in packages_for(rules):
        if is_loaded(package):
            return package
        if find_spec("numba") is None:
            _tell_of_plain_search()
            break
        if not ready(package):
            seconds = PACKAGES[package].compiled_in
            print(
                f"Compiling the solver `{package}`, once on this machine: some {seconds:.0f} seconds …",
                file=sys.stderr,
            )
        compile_package(package)
        return package
    return _PLAIN


@functools.cache
def _tell_of_plain_search() -> None:
    warnings.warn(
        "The plain search answers, thousands of times as slowly: install idle-year[solvers] for the solvers.",
        stacklevel=4,
    )
