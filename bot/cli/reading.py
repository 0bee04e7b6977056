"""What commands read, from files and standard input: never more at once than what is wanted could have."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

import typer

_STDIN = "-"
"""The name that stands for standard input."""
_POSITIONS = "positions, one a line"
_LONGEST_LINE = 10_000
"""In bytes: no position has a tenth of them."""
_LONGEST_TEXT = 1_000_000
"""In bytes: no record of a game has a tenth of them."""


def read_text(name: str, wanted: str) -> str:
    """Return the text of a file, or of standard input; raise TyperException if there is none."""
    with _opened(name) as file:
        content = file.read(_LONGEST_TEXT + 1)
    if len(content) > _LONGEST_TEXT:
        raise _too_long(_called(name), _LONGEST_TEXT, wanted)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise typer.TyperException(f"{_called(name)} is not UTF-8 text: it should hold {wanted}.") from None
    if not text.strip():
        raise _nothing_in(name, wanted)
    return text


def read_lines(name: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file, or of standard input, as they arrive: those that are not blank, numbered.

    TyperException is raised if there are none, and for a line without an end in sight.
    """
    found = False
    with _opened(name) as file:
        for number, line in enumerate(iter(partial(file.readline, _LONGEST_LINE + 1), b""), start=1):
            if len(line) > _LONGEST_LINE:
                raise _too_long(f"{_called(name)}, line {number},", _LONGEST_LINE, _POSITIONS)
            if content := line.strip():
                found = True
                yield number, content
    if not found:
        raise _nothing_in(name, _POSITIONS)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if not name or "\0" in name:
        raise typer.TyperException("That isn't a file name: give one, or - for standard input.")
    try:
        if name == _STDIN:
            yield sys.stdin.buffer
        else:
            with Path(name).open("rb") as file:
                yield file
    except OSError as error:
        raise typer.TyperException(f"{_called(name)} cannot be read: {error.strerror}.") from None


def _called(name: str) -> str:
    return "Standard input" if name == _STDIN else name


def _nothing_in(name: str, wanted: str) -> typer.TyperException:
    return typer.TyperException(f"{_called(name)} is empty: it should hold {wanted}.")


def _too_long(what: str, most: int, wanted: str) -> typer.TyperException:
    return typer.TyperException(f"{what} is longer than {most:,} bytes: it should hold {wanted}.")
