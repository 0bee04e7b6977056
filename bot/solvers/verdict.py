"""What a solver says, and how long it may take to say it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from bot.engine.rules import Move

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
    """States whose moves were listed."""
    hidden: bool = False
    """Whether a card that lies face down kept the search from going on."""

    @property
    def proved(self) -> bool:
        """Whether the answer is certain."""
        return self.answer is not Answer.UNKNOWN


@dataclass(frozen=True)
class Limit:
    """Where a solver stops: at this many nodes or after this many seconds, whichever comes first."""

    nodes: int = 10**9
    seconds: float = 1.5


class Solver(Protocol[S_contra]):
    """Anything that can judge a state of its game."""

    def solve(self, state: S_contra, limit: Limit) -> Verdict:
        """Judge a state; callers pass `rules.view(state)`, so that no hidden card is ever used."""
