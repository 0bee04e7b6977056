"""How a game went in a line: a square for five moves, or words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.service.review import Light

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
A_SQUARE = 5  # moves


def by_fives(lights: Sequence[Light]) -> list[Light]:
    """Return the gravest light of each five moves."""
    groups = [lights[start : start + A_SQUARE] for start in range(0, len(lights), A_SQUARE)]
    return [next(light for light in SQUARES if light in group) for group in groups]


def squares_text(lights: Sequence[Light]) -> str:
    """Return a square for each five moves."""
    return "".join(SQUARES[light] for light in by_fives(lights))


def squares_in_words(lights: Sequence[Light]) -> str:
    """Return a word for each five moves: `safe, safe, win lost`."""
    return ", ".join(MEANINGS[light] for light in by_fives(lights))


def counts_text(lights: Sequence[Light], *, spoken: bool) -> str:
    """Return how many squares there are of each kind: `🟩 6 safe · 🟥 2 win lost`."""
    counts = Counter(by_fives(lights))
    signs = dict.fromkeys(SQUARES, "") if spoken else {light: f"{sign} " for light, sign in SQUARES.items()}
    return " · ".join(
        f"{signs[light]}{counts[light]} {meaning}" for light, meaning in MEANINGS.items() if light in counts
    )
