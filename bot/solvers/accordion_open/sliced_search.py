"""Kernels under a limit: they count nodes, and between slices of these somebody looks at the clock."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bot.solvers.accordion_open.restarts import hunt, lay_out
from bot.solvers.accordion_open.search_state import NODES, OPEN
from bot.solvers.protocols import Limit

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.accordion_open.search_state import Desk

_SLICE = 100_000
"""Nodes: about five milliseconds."""


class Budget:
    """What a limit still grants while several searches share it."""

    def __init__(self, limit: Limit) -> None:
        self._end = time.perf_counter() + limit.seconds
        self._nodes = limit.nodes
        self.used = 0
        """Nodes."""

    def share(self, searches: int) -> Limit:
        """Return an even share of what is left."""
        seconds = self._end - time.perf_counter()
        return Limit((self._nodes - self.used) // searches, seconds / searches)

    def spend(self, desk: Desk) -> None:
        """Count what the search on a desk has used."""
        self.used += int(desk.counters[NODES])


def slices(limit: Limit) -> Iterator[int]:
    """Yield how many nodes may have been used by the end of each slice, until the limit is reached."""
    end, nodes = time.perf_counter() + limit.seconds, 0
    while nodes < limit.nodes and time.perf_counter() < end:
        nodes = min(nodes + _SLICE, limit.nodes)
        yield nodes


def decide(game: Game, desk: Desk, cards: NDArray[np.int8], limit: Limit) -> int:
    """Hunt from a row of cards; return LOST, WON or OPEN, with the nodes used and the line on the desk."""
    lay_out(game, desk, cards)
    answer = hunt(game, desk, 0)
    for nodes in slices(limit):
        if answer != OPEN:
            break
        answer = hunt(game, desk, nodes)
    return answer
