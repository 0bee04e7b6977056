"""What the commands print: plain lines that never wrap, JSON, and errors on one line."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from bot.engine.rules import Outcome

_OUTCOMES = {"won": "won", "minor_win": "a minor win", "stuck": "stuck"}

_LONGEST_ERROR = 500
"""In characters: more than any message of ours has, even with a path in it."""


_PASSWORD = re.compile(r"(://[^:/@\s]*:)[^@\s]*@")
"""What must not be shown of an address."""


def print_line(text: str) -> None:
    """Print text as it stands: no colours, no wrapping."""
    typer.echo(text)


def print_aside(text: str) -> None:
    """Print to stderr what must not reach a program that reads stdout."""
    typer.echo(text, err=True)


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    typer.echo(json.dumps(value))


def print_error(error: Exception) -> None:
    """Print an error on one line of stderr, whatever the text it quotes, and however long."""
    message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    line = _PASSWORD.sub(r"\1***@", " ".join(message.split()))
    if len(line) > _LONGEST_ERROR:
        # The message itself stands before or after the input it quotes.
        line = f"{line[: _LONGEST_ERROR // 2]} … {line[-_LONGEST_ERROR // 2 :]}"
    print_aside("Error: " + "".join(letter if letter.isprintable() else "�" for letter in line))


def outcome_words(outcome: Outcome | None) -> str:
    """Return how a game ended, in words: `won`, or `not over`."""
    return "not over" if outcome is None else _OUTCOMES[outcome]
