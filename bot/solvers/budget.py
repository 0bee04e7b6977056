"""What is left of a limit: nodes and seconds, for one search or for several that share it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bot.solvers.protocols import Limit

if TYPE_CHECKING:
    from collections.abc import Iterator


class Budget:
    """A clock and a node count, checked between the slices in which a kernel is called."""

    def __init__(self, limit: Limit) -> None:
        self._end = time.perf_counter() + limit.seconds
        self._nodes = limit.nodes
        self.used = 0
        """Nodes."""

    @property
    def seconds(self) -> float:
        """The seconds left; negative when time is up."""
        return self._end - time.perf_counter()

    @property
    def nodes(self) -> int:
        """The nodes left; 0 when the last was used."""
        return max(0, self._nodes - self.used)

    def is_over(self) -> bool:
        """Whether the nodes or the time have run out."""
        return self.used >= self._nodes or self.seconds <= 0

    def slice(self, most: int) -> int:
        """Return how many nodes may be used before the clock is checked again; 0 when the budget is spent."""
        return 0 if self.seconds <= 0 else min(self.nodes, most)

    def slices(self, most: int) -> Iterator[int]:
        """Yield slices until the budget is spent; each counts as used."""
        while nodes := self.slice(most):
            self.used += nodes
            yield nodes

    def share(self, searches: int) -> Limit:
        """Return an even share of what is left, for one of `searches` searches."""
        return Limit((self._nodes - self.used) // searches, self.seconds / searches)
