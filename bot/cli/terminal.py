"""What commands take and print: arguments, plain lines that never wrap, JSON, errors on one line."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Annotated

import typer

from idle_year.engine.games import ALL


def game_ids() -> list[tuple[str, str]]:
    """Return all ids, with the names of their games, for a shell to complete."""
    return [(game.id, game.name) for game in ALL.values()]


Game = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game, by its id or any of its names.", autocompletion=game_ids),
]
_POSITION = typer.Argument(metavar="POSITION", help="A position in quotes, such as '5S 6S TD 5H KC'.")
Position = Annotated[str, _POSITION]
OnePosition = Annotated[str | None, _POSITION]
"""An optional position, for commands that can read many from a file."""
Positions = Annotated[
    str | None, typer.Option("--file", metavar="FILE", help="A file of positions, one per line; - for stdin.")
]
Seconds = Annotated[float, typer.Option(min=0.001, max=86400, help="Seconds to spend on a position.")]
Nodes = Annotated[int, typer.Option(min=1, max=10**15, help="How many states of play to search, at most.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
_LONGEST_ERROR = 500
"""In characters: more than any message of ours has, even with a path in it."""
_PASSWORD = re.compile(r"(://[^:/@\s]*:)[^@\s]*@")
"""What must not be shown of an address."""


def print_line(text: str) -> None:
    """Print text as it stands: no colours, no wrapping."""
    typer.echo(text)


def print_aside(text: str) -> None:
    """Print to stderr what must not reach a program that reads stdout; if it is full, what is done counts."""
    with suppress(OSError):
        typer.echo(text, err=True)


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    typer.echo(json.dumps(value))


def print_error(error: Exception) -> None:
    """Print an error on one line of stderr."""
    print_aside(error_line(error))


def error_line(error: Exception) -> str:
    """Return one line about an error, whatever the text it quotes, and however long."""
    message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    line = _PASSWORD.sub(r"\1***@", " ".join(message.split()))
    if len(line) > _LONGEST_ERROR:
        # The message itself stands before or after the input it quotes.
        line = f"{line[: _LONGEST_ERROR // 2]} … {line[-_LONGEST_ERROR // 2 :]}"
    return "Error: " + "".join(letter if letter.isprintable() else "�" for letter in line)


@contextmanager
def stopped_in_order() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does: a command's workers are ended with it, and it says what it has."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar while the block runs; yield a function that sets how much of the total is done."""
    # Here, not above: it takes a tenth of a second to load, and most commands never need it.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    on_screen = sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not on_screen) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)
