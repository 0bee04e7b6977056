"""Numbers in sentences for players: `3 piles`, `three`."""

from __future__ import annotations

_WORDS = "no one two three four five six seven eight nine ten".split()


def counted(number: int, noun: str) -> str:
    """Return `1 move`, `2 moves`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def spelt(number: int) -> str:
    """Return a non-negative number as a word up to ten, `no` for 0, and in digits beyond."""
    return _WORDS[number] if number < len(_WORDS) else str(number)
