"""Splitting a survey into consecutive parts, each sized by how long the previous ones took."""

from __future__ import annotations

from dataclasses import dataclass

_GROWTH = 16
"""How much larger a part may be than the one timed: one lucky deal says little about a million others."""


@dataclass
class Parts:
    """The deals of a survey not yet handed out: those from number `begun` on."""

    begun: int
    deals: int
    seconds: float
    """How long a part should take."""
    _size: int = 1

    @property
    def left(self) -> bool:
        """Whether any deals are still to be handed out."""
        return self.begun < self.deals

    def take(self) -> tuple[int, int]:
        """Hand out the next part: the number of its first deal, and how many deals it has."""
        first, count = self.begun, min(self._size, self.deals - self.begun)
        self.begun += count
        return first, count

    def learn(self, deals: int, seconds: float) -> None:
        """Record how many seconds a part took."""
        self._size = max(1, min(int(deals * self.seconds / max(seconds, 1e-6)), deals * _GROWTH))
