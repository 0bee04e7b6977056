"""How a game went in a line: a square per five moves, or more in a very long game, or words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.service.hints.hindsight import Light

if TYPE_CHECKING:
    from collections.abc import Sequence

SQUARES = {Light.LOST: "🟥", Light.UNKNOWN: "⬜", Light.ONLY: "🟪", Light.TRAPS: "🟨", Light.SAFE: "🟩"}
"""The gravest first: a square of several moves shows the gravest of them."""
MEANINGS = {
    Light.SAFE: "safe",
    Light.TRAPS: "traps near",
    Light.ONLY: "only move",
    Light.LOST: "win lost",
    Light.UNKNOWN: "unknown",
}
_FEWEST = 5  # moves a square
_MOST_SQUARES = 200


def a_square(lights: Sequence[Light]) -> int:
    """Return how many moves a square stands for."""
    return max(_FEWEST, -(-len(lights) // _MOST_SQUARES))


def gravest(lights: Sequence[Light], size: int) -> list[Light]:
    """Return the gravest light of each group of `size` moves."""
    groups = [lights[start : start + size] for start in range(0, len(lights), size)]
    return [next(light for light in SQUARES if light in group) for group in groups]


def squares(lights: Sequence[Light]) -> list[Light]:
    """Return what each square shows: the gravest light of its moves."""
    return gravest(lights, a_square(lights))


def squares_text(lights: Sequence[Light]) -> str:
    """Return the squares of a game."""
    return "".join(SQUARES[light] for light in squares(lights))


def squares_in_words(lights: Sequence[Light]) -> str:
    """Return a word for each square: `safe, safe, win lost`."""
    return ", ".join(MEANINGS[light] for light in squares(lights))


def counts_text(lights: Sequence[Light], *, spoken: bool) -> str:
    """Return how many squares there are of each kind: `🟩 6 safe · 🟥 2 win lost`."""
    counts = Counter(squares(lights))
    signs = dict.fromkeys(SQUARES, "") if spoken else {light: f"{sign} " for light, sign in SQUARES.items()}
    return " · ".join(
        f"{signs[light]}{counts[light]} {meaning}" for light, meaning in MEANINGS.items() if light in counts
    )
