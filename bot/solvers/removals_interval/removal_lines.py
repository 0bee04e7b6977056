"""Lines of removals by backtracking through the interval table; fewest cards by breadth-first search.

Sets of places are Python integers here, bit n for place n, so a row may be of any length.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.rules import Move
from bot.solvers.removals_interval.eligibility import LONGEST
from bot.solvers.removals_interval.interval_dp import fill, new_table
from bot.solvers.removals_interval.place_sets import MATCHING, MEETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.engine.cards import Card
    from bot.solvers.removals_interval.eligibility import Permit


@dataclass(frozen=True)
class Meetings:
    """Which cards of a row can meet once everything between them has left."""

    permit: Permit
    meets: tuple[int, ...]
    """For each place, the places to its right that it can meet."""
    matching: tuple[int, ...]
    """For each place, the places to its right that match it."""

    @classmethod
    def of(cls, row: Sequence[Card], permit: Permit) -> Meetings:
        """Determine which cards of a row can meet."""
        table = new_table()
        fill(np.array(row, np.int8), permit, table)
        words = table.sets[:, :, : len(row)].astype(object)
        sets = words[0] | words[1] << 64
        return cls(permit, tuple(sets[MEETS]), tuple(sets[MATCHING]))

    def fewest(self) -> tuple[int, ...]:
        """Return the places that stay if as few cards as possible stay: a shortest path over meetings."""
        last = len(self.meets) - 1
        came_from, reached, queue = {0: 0}, 1, [0]
        for place in queue:
            for other in _places(self.meets[place] & ~reached):
                came_from[other] = place
                queue.append(other)
            reached |= self.meets[place]
        path = [last]
        while path[-1]:
            path.append(came_from[path[-1]])
        return tuple(reversed(path))

    def line(self, staying: Sequence[int]) -> tuple[Move, ...]:
        """Return the removals that leave only these places, each of which can meet the next."""
        removals: list[Sequence[int]] = []
        for start, end in pairwise(staying):
            self._clear(start, end, removals)
        left = list(range(len(self.meets)))
        return tuple(_remove(block, left) for block in removals)

    def _clear(self, start: int, end: int, removals: list[Sequence[int]]) -> None:
        """Append the removals of everything between two places that can meet."""
        if end == start + 1:
            return
        block = next(self._blocks(start, end))
        for left, right in pairwise((start, *block, end)):
            self._clear(left, right, removals)
        removals.append(block)

    def _blocks(self, start: int, end: int) -> Iterator[Sequence[int]]:
        """Yield blocks that may leave last between two places that meet, those with short lines first."""
        for size in (2, 1, *range(4, LONGEST + 1, 2)):
            if self.permit.any_cards >> size & 1:
                yield from self._chain(start, end, size, pairs=False)
            if self.permit.pairs >> size & 1:
                yield from self._chain(start, end, size, pairs=True)

    def _chain(self, start: int, end: int, size: int, *, pairs: bool) -> Iterator[Sequence[int]]:
        """Yield one chain of `size` places between two, each meeting the next, if there is any."""

        def next_to(place: int, step: int) -> int:
            first_of_pair = pairs and step % 2
            return self.meets[place] & self.matching[place] if first_of_pair else self.meets[place]

        layers = [1 << start]
        for step in range(size):
            reached = 0
            for place in _places(layers[-1]):
                reached |= next_to(place, step)
            layers.append(reached & (1 << end) - 1)
        chain = [end]
        for step in range(size, 0, -1):
            before = (place for place in _places(layers[step]) if next_to(place, step) >> chain[-1] & 1)
            found = next(before, None)
            if found is None:
                return
            chain.append(found)
        yield chain[:0:-1]


def _places(places: int) -> Iterator[int]:
    while places:
        yield (places & -places).bit_length() - 1
        places &= places - 1


def _remove(block: Sequence[int], left: list[int]) -> Move:
    """Take a block out of the remaining places, and return the move that does so."""
    first = bisect_left(left, block[0])
    end = first + len(block)
    del left[first:end]
    return Move("x", tuple(range(first, end)))
