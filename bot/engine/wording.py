"""Words in sentences for players: numbers (`3 piles`, `three`), and what a person typed, quoted."""

from __future__ import annotations

from collections.abc import Sequence

_WORDS = "no one two three four five six seven eight nine ten".split()
_TIMES = ("never", "once", "twice")
_LONGEST_QUOTE = 64
"""Characters: as many as the longest name that a command accepts."""


def counted(number: int, noun: str) -> str:
    """Return `1 move`, `2 moves`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def spelt(number: int) -> str:
    """Return a non-negative number as a word up to ten, `no` for 0, and in digits beyond."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def times(number: int) -> str:
    """Return how often, in words: `never`, `once`, `twice`, `3 times`."""
    return _TIMES[number] if number < len(_TIMES) else f"{number} times"


def listed(texts: Sequence[str], last: str = "and") -> str:
    """Return several texts as a list in a sentence: `8♠, 7♦ and Q♥`."""
    *others, final = texts
    return f"{', '.join(others)} {last} {final}" if others else final


def quoted(text: str) -> str:
    """Return typed text in backticks: on one line, shortened, without invisible or bidirectional controls.

    Within backticks Discord ignores mentions and markup.
    """
    short = text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"
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
