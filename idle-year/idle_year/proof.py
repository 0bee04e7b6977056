"""The proof of a puzzle: in every position that keeping the win can lead to, which moves keep it.

Each move is looked up in it, and no solver is asked. It ends where the win is plain: where no hard choice is
left, however the win is kept.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, TypeAlias

from idle_year.engine.rules import AnyRules

_PLAIN = -1
"""Stands for all positions in which the win is plain."""
Ways: TypeAlias = Mapping[Hashable, Mapping[str, Hashable]]
"""By position, where each of the moves leads that keep the win; nowhere, where it is won."""


class Found(NamedTuple):
    """What a proof says of some moves."""

    number: int
    """How many of them were needed to settle the puzzle; all, if they have not."""
    keeping: tuple[str, ...]
    """The moves that keep the win after them, or in place of the last if that loses it.

    None if the win is plain.
    """
    wrong: bool
    """Whether the last of those needed loses the win."""

    @property
    def solved(self) -> bool:
        """Whether the win is plain after them."""
        return not self.keeping


@dataclass(frozen=True)
class Proof:
    """Which moves keep the win, as written, in every position that they lead to, that of the puzzle first."""

    positions: tuple[Mapping[str, int], ...]
    """Each move leads to one of these, by its number, or to -1 where the win is plain."""

    @classmethod
    def of(cls, start: Hashable, ways: Ways, hard: Collection[Hashable]) -> Self:
        """Make a proof of all ways to keep the win; the positions with a hard choice are named."""
        ahead = _leading_to(ways, hard)
        numbers = {start: 0}
        waiting = deque([start])
        while waiting:
            for after in ways[waiting.popleft()].values():
                if after in ahead and after not in numbers:
                    numbers[after] = len(numbers)
                    waiting.append(after)
        return cls(
            tuple(
                {move: numbers.get(after, _PLAIN) for move, after in ways[position].items()}
                for position in numbers
            )
        )

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `written` returns."""
        return cls(tuple(json.loads(text)))

    @property
    def written(self) -> str:
        """The proof as a short text."""
        return json.dumps(self.positions, separators=(",", ":"))

    def chance(self, rules: AnyRules, state: Any) -> float:
        """Return how likely moves drawn by lot solve the puzzle that begins in a state."""
        states, counts = {0: state}, list[int]()
        for number, keeping in enumerate(self.positions):
            there = states[number]
            counts.append(len(rules.moves(there)))
            for move, after in keeping.items():
                if after not in states:
                    states[after] = rules.play(there, rules.notation.read_move(move, there))
        chances = dict.fromkeys(range(len(counts)), 0.0) | {_PLAIN: 1.0}
        for _ in counts:  # each time, those are right that are one more move from their end
            for number, keeping in enumerate(self.positions):
                chances[number] = sum(chances[after] for after in keeping.values()) / counts[number]
        return chances[0]

    def follow(self, moves: Sequence[str]) -> Found:
        """Look some moves up, played from the puzzle's position on, as written."""
        keeping = self.positions[0]
        for number, move in enumerate(moves, start=1):
            if move not in keeping:
                return Found(number, tuple(keeping), wrong=True)
            if keeping[move] == _PLAIN:
                return Found(number, (), wrong=False)
            keeping = self.positions[keeping[move]]
        return Found(len(moves), tuple(keeping), wrong=False)


def _leading_to(ways: Ways, hard: Collection[Hashable]) -> set[Hashable]:
    """Return the positions from which keeping the win can lead to a hard choice, those with one included."""
    before: dict[Hashable, list[Hashable]] = {}
    for position, leads in ways.items():
        for after in leads.values():
            before.setdefault(after, []).append(position)
    found, waiting = set(hard), list(hard)
    while waiting:
        for position in before.get(waiting.pop(), ()):
            if position not in found:
                found.add(position)
                waiting.append(position)
    return found
