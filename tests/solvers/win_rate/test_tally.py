"""How reliable a survey is."""

from __future__ import annotations

import pytest

from bot.solvers.win_rate import Tally


@pytest.mark.parametrize(
    ("wins", "deals", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (1, 1_000_000, 1.77e-7, 5.66e-6),
    ],
)
def test_intervals_are_those_of_the_books(wins: int, deals: int, low: float, high: float) -> None:
    """Wilson's interval for 95 %; if no deals or all were won it ends at 0 or 1."""
    assert Tally(wins, deals).interval == pytest.approx((low, high), rel=1e-2, abs=1e-9)


def test_parts_add_up() -> None:
    """Wins, deals and undecided deals."""
    assert Tally(1, 5, 2) + Tally(2, 5) == Tally(3, 10, 2)
