"""Files that commands read; every error is one line that names the file."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

STDIN = "-"
"""The name that stands for standard input."""


def read_file(name: str, wanted: str) -> str:
    """Return the text of a file, or of standard input; raise TyperException if there is none."""
    try:
        text = _content(name).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise typer.TyperException(f"{_called(name)} is not UTF-8 text: it should hold {wanted}.") from None
    except OSError as error:
        raise typer.TyperException(f"{_called(name)} cannot be read: {error.strerror}.") from None
    if not text.strip():
        raise nothing_in(name, wanted)
    return text


def nothing_in(name: str, wanted: str) -> typer.TyperException:
    """Return the error for a file with nothing in it."""
    return typer.TyperException(f"{_called(name)} is empty: it should hold {wanted}.")


def _content(name: str) -> bytes:
    if not name or "\0" in name:
        raise typer.TyperException("That isn't a file name: give one, or - for standard input.")
    return sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()


def _called(name: str) -> str:
    return "Standard input" if name == STDIN else name
