"""Quoting what a person typed, in a code span that it cannot break out of."""

from __future__ import annotations

_LONGEST = 64
"""Characters: as many as the longest name that a command accepts."""


def quoted(text: str) -> str:
    """Return typed text in backticks: on one line, shortened, without invisible or bidirectional controls.

    Within backticks Discord ignores mentions and markup.
    """
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return f"`{visible(short)}`"


def visible(text: str) -> str:
    """Return typed text on one line, without backticks and invisible or bidirectional controls."""
    return "".join(map(_shown, text))


def _shown(letter: str) -> str:
    if letter == "`":
        return "'"
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else "�"
