"""How reliable a count is: the confidence interval shown beside a share of wins."""

from __future__ import annotations

import math

_WIDTH = 1.959964
"""Standard errors on each side of an interval that holds the true share in 95 of 100 counts."""


def interval(wins: float, trials: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share of wins, 0 to 1, over at least one trial (Wilson 1927).

    A trial may also yield a chance instead of a win or a loss: the interval is then too wide, if anything.
    """
    share, spread = wins / trials, _WIDTH**2 / trials
    middle = share + spread / 2
    half = math.sqrt(spread * (share * (1 - share) + spread / 4))
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    # At the ends the formula is exact but its floating-point value is not.
    return (low if wins > 0 else 0.0), (high if wins < trials else 1.0)
