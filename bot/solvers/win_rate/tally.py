"""The counts of a survey."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from bot.solvers.confidence import interval


@dataclass(frozen=True)
class Tally:
    """Deals, how many of them are won, and how many could not be decided within the limit."""

    wins: int = 0
    deals: int = 0
    undecided: int = 0
    repeats: int = 0
    """Deals in which following the hints went in a circle."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of wins, 0 to 1, for at least one deal.

        Undecided deals count as not won.
        """
        return interval(self.wins, self.deals)
