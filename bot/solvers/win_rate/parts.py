"""How a survey is cut: into parts that follow each other, each as long as those before it suggest."""

from __future__ import annotations

from dataclasses import dataclass

_GROWTH = 16
"""By how much a part may outgrow the one that was timed: one lucky deal says little of a million others."""


@dataclass
class Parts:
    """What is not given out yet of the deals of a survey: those from number `begun` on."""

    begun: int
    deals: int
    seconds: float
    """How long a part should take."""
    _size: int = 1

    @property
    def left(self) -> bool:
        """Whether any deal is still to be given out."""
        return self.begun < self.deals

    def take(self) -> tuple[int, int]:
        """Give out the next part: the number of its first deal, and how many deals it has."""
        first, count = self.begun, min(self._size, self.deals - self.begun)
        self.begun += count
        return first, count

    def learn(self, deals: int, seconds: float) -> None:
        """Take note of how many seconds a part took."""
        self._size = max(1, min(int(deals * self.seconds / max(seconds, 1e-6)), deals * _GROWTH))
