"""`idleyear solve`, `best`, `judge` and `hint`: what the solvers make of positions."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import typer

from bot.cli.ending import NOBODY_READS
from bot.cli.reading import read_lines
from bot.cli.terminal import (
    AsJson,
    Game,
    Nodes,
    OnePosition,
    Positions,
    Seconds,
    error_line,
    print_aside,
    print_json,
    print_line,
)
from bot.render.hint import hint_text
from idle_year.advice import advise
from idle_year.analysis import Surety
from idle_year.engine.errors import GameError, NotationError
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.rules import AnyRules
from idle_year.engine.wording import counted
from idle_year.solvers.jit import CannotCompile, ready
from idle_year.solvers.protocols import Answer, Limit, Verdict
from idle_year.solvers.registry import compile_package, packages_of, solver_for

_ANSWERS = {Surety.WON: Answer.WON, Surety.LOST: Answer.LOST}
"""The answers to what is proven, by whatever means: the text says so too."""


class _Answered(NamedTuple):
    """A command's finding about a position: for programs, and for people."""

    fields: Mapping[str, object]
    text: str


class _Question(NamedTuple):
    rules: AnyRules
    answer: Callable[[AnyRules, Any, Limit], _Answered]
    limit: Limit
    as_json: bool

    def ask(self, state: Any, label: str = "") -> None:
        """Print the answer for a position, with the processor time it took in milliseconds."""
        start = time.thread_time()
        found = self.answer(self.rules, state, self.limit)
        milliseconds = (time.thread_time() - start) * 1000
        if self.as_json:
            print_json({**found.fields, "ms": milliseconds})
        else:
            print_line(label + found.text)

    def read(self, content: bytes) -> Any:
        """Return the position on a line."""
        try:
            return self.rules.notation.read_position(content.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise NotationError("This is not UTF-8 text.") from None


def _about_positions(answer: Callable[[AnyRules, Any, Limit], _Answered]) -> Callable[..., None]:
    """Turn a function that answers for one position into a command."""

    def command(
        game: Game,
        position: OnePosition = None,
        file: Positions = None,
        seconds: Seconds = 10.0,
        nodes: Nodes = 10**9,
        as_json: AsJson = False,
    ) -> None:
        rules = find_game(game)
        question = _Question(rules, answer, Limit(nodes, seconds), as_json)
        if (position is None) == (file is None):
            raise typer.TyperException("Give one position, or --file and the name of a file with many.")
        if file is not None:
            _ask_for_file(question, file)
            return
        state = rules.notation.read_position(position or "")
        prepare_solver(rules)
        question.ask(state)

    command.__name__, command.__doc__ = answer.__name__, answer.__doc__
    return command


@_about_positions
def solve(rules: AnyRules, state: Any, limit: Limit) -> _Answered:
    """Find out if a position can be won, and by which moves. A stock written after | is known."""
    verdict = solver_for(rules).solve(state, limit)
    line = [rules.notation.write_move(move) for move in verdict.line]
    position = rules.notation.write_position(state)
    fields = {"position": position, "answer": verdict.answer, "line": line, "nodes": verdict.nodes}
    return _Answered(fields, _told(verdict, " ".join(line)))


@_about_positions
def best(rules: AnyRules, state: Any, limit: Limit) -> _Answered:
    """Find the best score within reach of a position, and the moves that get there."""
    found = solver_for(rules).best(state, limit)
    score = dict(found.score.parts)
    fields = {
        "position": rules.notation.write_position(state),
        "line": [rules.notation.write_move(move) for move in found.line],
        "score": score,
        "exact": found.exact,
        "nodes": found.nodes,
    }
    worth = ", ".join(f"{name} {value}" for name, value in score.items())
    sure = "nothing better can be reached" if found.exact else "something better may be there"
    return _Answered(fields, f"{worth}; {sure}: {write_moves(rules, found.line) or 'no move'}")


@_about_positions
def judge(rules: AnyRules, state: Any, limit: Limit) -> _Answered:
    """Find out for every legal move whether the game can be won after it."""
    judged = solver_for(rules).judge(state, limit)
    moves = [{"move": rules.notation.write_move(move), "answer": answer} for move, answer in judged]
    fields = {"position": rules.notation.write_position(state), "moves": moves}
    return _Answered(
        fields, ", ".join(f"{each['move']} {each['answer']}" for each in moves) or "no legal move"
    )


@_about_positions
def hint(rules: AnyRules, state: Any, limit: Limit) -> _Answered:
    """Suggest a move as the bot does: from what a player can see, never from the order of the stock."""
    if not rules.moves(state):
        raise GameError("There is no hint, because no move is left.")
    found = advise(rules, state, limit)
    text = hint_text(found)
    chance = found.analysis.chances[0] if found.analysis.chances else None
    move = None if found.move is None else rules.notation.write_move(found.move)
    fields = {
        "position": rules.notation.write_position(rules.view(state)),
        "move": move,
        "answer": _ANSWERS.get(found.analysis.surety, Answer.UNKNOWN),
        "wins": None if chance is None else chance.wins,
        "interval": None if chance is None else [chance.low, chance.high],
        "text": text,
    }
    return _Answered(fields, f"{move}: {text}" if move else text)


def prepare_solver(rules: AnyRules) -> None:
    """Load the kernels that solve a game; if they are not compiled yet, say so on stderr and compile them.

    If they cannot be compiled, the plain search is used.
    """
    for package in packages_of(rules.family):
        if not ready(package):
            print_aside(f"Compiling the solver `{package}` for this machine, once: under a minute …")
        try:
            compile_package(package)
        except CannotCompile as error:
            print_aside(f"The solver `{package}` cannot be compiled ({error}): the plain search answers.")


def _told(verdict: Verdict, line: str) -> str:
    if verdict.answer is Answer.WON:
        return f"won in {counted(len(verdict.line), 'move')}: {line}" if line else "won already"
    if verdict.answer is Answer.LOST:
        return "lost: no moves win"
    if verdict.hidden:
        return "unknown: it depends on cards that lie face down"
    return f"unknown: not settled after {counted(verdict.nodes, 'state')}"


# Typer reads the annotations of a command.


def _ask_for_file(question: _Question, file: str) -> None:
    """Answer for every line of a file as it is read.

    A line that holds no position is answered with its error. The others are answered all the same, because
    somebody who asks about a thousand wants the rest; but the command fails in the end.
    """
    lines = failed = 0
    for number, content in read_lines(file):
        if not lines:
            prepare_solver(question.rules)
        lines += 1
        try:
            question.ask(question.read(content), f"{number}: ")
        except GameError as error:
            failed += 1
            _tell_failure(f"Line {number}: {error}", content, as_json=question.as_json)
    if failed:
        raise typer.TyperException(f"{failed} of {lines} positions could not be answered.")


def _tell_failure(why: str, content: bytes, *, as_json: bool) -> None:
    if as_json:
        print_json({"position": content.decode(errors="replace"), "error": why})
        return
    with suppress(OSError):
        try:
            typer.echo(error_line(GameError(why)), err=True)
        except BrokenPipeError:
            # It stands for an answer: if all lines are wrong, nothing else tells that nobody reads any more.
            raise typer.Exit(NOBODY_READS) from None
