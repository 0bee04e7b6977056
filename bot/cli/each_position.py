"""Commands that answer for one position, or for every line of a file."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

# Typer reads the annotations of a command.
from bot.cli.arguments import AsJson, Game, Nodes, OnePosition, Positions, Seconds
from bot.cli.files import STDIN, nothing_in, read_file
from bot.cli.kernels import load_kernels
from bot.cli.output import print_error, print_json, print_line
from bot.engine.errors import GameError, NotationError
from bot.engine.games import find_game
from bot.solvers.protocols import Limit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bot.engine.rules import AnyRules

_WANTED = "positions, one a line"


class Answered(NamedTuple):
    """A command's finding about a position: for programs, and for people."""

    fields: Mapping[str, object]
    text: str


class _Question(NamedTuple):
    rules: AnyRules
    answer: Callable[[AnyRules, Any, Limit], Answered]
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


def about_positions(answer: Callable[[AnyRules, Any, Limit], Answered]) -> Callable[..., None]:
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
        load_kernels(rules)
        question.ask(state)

    command.__name__, command.__doc__ = answer.__name__, answer.__doc__
    return command


def _ask_for_file(question: _Question, file: str) -> None:
    """Answer for every line of a file as it is read.

    A line that holds no position is answered with its error. The others are answered all the same, because
    somebody who asks about a thousand wants the rest; but the command fails in the end.
    """
    lines = failed = 0
    for number, content in _lines(file):
        if not lines:
            load_kernels(question.rules)
        lines += 1
        try:
            question.ask(question.read(content), f"{number}: ")
        except GameError as error:
            failed += 1
            _tell_failure(f"Line {number}: {error}", content, as_json=question.as_json)
    if not lines:
        raise nothing_in(file, _WANTED)
    if failed:
        raise typer.TyperException(f"{failed} of {lines} positions could not be answered.")


def _tell_failure(why: str, content: bytes, *, as_json: bool) -> None:
    if as_json:
        print_json({"position": content.decode(errors="replace"), "error": why})
    else:
        print_error(GameError(why))


def _lines(file: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, with their numbers; those of standard input as they arrive."""
    lines = sys.stdin.buffer if file == STDIN else read_file(file, _WANTED).encode().splitlines()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, line.strip()
