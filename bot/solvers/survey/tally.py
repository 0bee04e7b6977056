"""What a survey has counted."""

from __future__ import annotations

import math
from dataclasses import dataclass

_WIDTH = 1.959964
"""Standard errors on each side of an interval that holds the true share in 95 of 100 surveys."""


@dataclass(frozen=True)
class Tally:
    """Deals, how many of them are won, and how many could not be settled within the limit."""

    wins: int = 0
    deals: int = 0
    undecided: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.deals + other.deals, self.undecided + other.undecided)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of wins, 0 to 1, for at least one deal (Wilson 1927).

        Undecided deals count as not won.
        """
        share, spread = self.wins / self.deals, _WIDTH**2 / self.deals
        middle = share + spread / 2
        half = math.sqrt(spread * (share * (1 - share) + spread / 4))
        low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
        # At the ends the formula is exact but its floating point is not.
        return (low if self.wins else 0.0), (high if self.wins < self.deals else 1.0)
