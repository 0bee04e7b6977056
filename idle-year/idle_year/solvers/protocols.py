"""What solvers answer, the limits under which they work, and what is left of a limit."""

from __future__ import annotations

import enum
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from idle_year.engine.rules import Move, Score

S_contra = TypeVar("S_contra", contravariant=True)


class Answer(enum.StrEnum):
    """Whether a game can still be won; never a guess."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Verdict:
    """A solver's findings about a state."""

    answer: Answer
    line: tuple[Move, ...] = ()
    """Moves that win, if the answer is won, or those up to the first face-down card; all were replayed."""
    nodes: int = 0
    """States that were visited."""
    hidden: bool = False
    """Whether a face-down card kept the search from going on."""

    @property
    def proved(self) -> bool:
        """Whether the answer is certain."""
        return self.answer is not Answer.UNKNOWN


@dataclass(frozen=True)
class Best:
    """The best result found from a state."""

    line: tuple[Move, ...]
    """Moves that reach it; all were replayed."""
    score: Score
    """What the game is worth there."""
    exact: bool
    """Whether it is proven that nothing better can be reached."""
    nodes: int = 0


class Judged(NamedTuple):
    """A legal move, and whether the game can be won after it."""

    move: Move
    answer: Answer


class Counted(NamedTuple):
    """Deals of a survey, all cards known."""

    won: int
    """Those that can be won."""
    undecided: int = 0
    """Those on which the search gave up; all others are proven lost."""


@dataclass(frozen=True)
class Limit:
    """When a solver stops: after this many nodes or seconds, whichever comes first."""

    nodes: int = 10**9
    seconds: float = 1.5


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


class Solver(Protocol[S_contra]):
    """A solver of a game's states.

    A state may hold unknown cards (`rules.view`). Then an answer counts as proven only if it holds whatever
    they are, as far as the player can tell; otherwise it is unknown.
    """

    def solve(self, state: S_contra, limit: Limit) -> Verdict:
        """Judge a state."""

    def best(self, state: S_contra, limit: Limit) -> Best:
        """Find the best score that can be reached from a state."""

    def judge(self, state: S_contra, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move, in the order of `rules.moves`; they share the limit."""


AnySolver = Solver[Any]
"""A solver whose kind of state does not matter to the caller."""
