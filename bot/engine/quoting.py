"""What a person typed, as sentences repeat it: in a code span that it cannot leave."""

from __future__ import annotations

_LONGEST = 64
"""Characters: as many as a name that a command takes."""


def quoted(text: str) -> str:
    """Return typed text in backticks: on one line, not long, and without what hides or turns letters round.

    Within them Discord heeds neither mentions nor other marks.
    """
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return f"`{visible(short)}`"


def visible(text: str) -> str:
    """Return typed text on one line, without backticks and what hides or turns letters round."""
    return "".join(map(_shown, text))


def _shown(letter: str) -> str:
    if letter == "`":
        return "'"
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else "�"
