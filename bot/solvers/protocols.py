"""What a solver says, and how long it may take to say it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from bot.engine.rules import Move, Score

S_contra = TypeVar("S_contra", contravariant=True)


class Answer(enum.StrEnum):
    """Whether a game can still be won; never a guess."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Verdict:
    """What a solver found out about a state."""

    answer: Answer
    line: tuple[Move, ...] = ()
    """Moves that win, where the answer is won; every one was replayed."""
    nodes: int = 0
    """States that were looked at."""
    hidden: bool = False
    """Whether a card that lies face down kept the search from going on."""

    @property
    def proved(self) -> bool:
        """Whether the answer is certain."""
        return self.answer is not Answer.UNKNOWN


@dataclass(frozen=True)
class Best:
    """The best that was found to be reached from a state."""

    line: tuple[Move, ...]
    """Moves that reach it; every one was replayed."""
    score: Score
    """What the game is worth there."""
    exact: bool
    """Whether nothing better can be reached, which is then proven."""
    nodes: int = 0


class Judged(NamedTuple):
    """A legal move, and whether the game can be won after it."""

    move: Move
    answer: Answer


@dataclass(frozen=True)
class Limit:
    """Where a solver stops: at this many nodes or after this many seconds, whichever comes first."""

    nodes: int = 10**9
    seconds: float = 1.5


class Solver(Protocol[S_contra]):
    """Anything that can judge a state of its game.

    A state may hold unknown cards (`rules.view`). Then an answer is proven only if it holds whatever they
    are, as far as the player can tell; else it is unknown.
    """

    def solve(self, state: S_contra, limit: Limit) -> Verdict:
        """Judge a state."""

    def best(self, state: S_contra, limit: Limit) -> Best:
        """Find the best score that can be reached from a state."""

    def judge(self, state: S_contra, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move, in the order of `rules.moves`; they share the limit."""


AnySolver = Solver[Any]
"""A solver whose kind of state does not matter to the caller."""
