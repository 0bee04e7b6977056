"""Fair players: they know what a player may know, and weigh moves by simulating what may be hidden.

A chance comes with its confidence interval, as does every count of wins.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Protocol, TypeVar

from idle_year.engine.rules import Move, Rules, S

T_contra = TypeVar("T_contra", contravariant=True)
V = TypeVar("V")
_WIDTH = 1.959964
"""Standard errors on each side of an interval that holds the true share in 95 of 100 counts."""


class Chance(NamedTuple):
    """A fair player's assessment of a legal move."""

    move: Move
    wins: float
    """The chance, 0 to 1, of winning after this move if the player plays on from there."""
    worth: float
    """What the player chooses by: more is better. It is the chance itself unless wins are too rare."""
    low: float
    """The lower end of the 95 % confidence interval of the chance."""
    high: float
    then: tuple[Move, ...] = ()
    """What the player means to play before it decides again; given for the best move only."""

    @classmethod
    def certain(cls, move: Move, wins: float, worth: float) -> Chance:
        """Return a chance that is known rather than estimated."""
        return cls(move, wins, worth, wins, wins)

    @classmethod
    def counted(cls, move: Move, wins: float, trials: int, worth: float | None = None) -> Chance:
        """Return a chance counted over `trials` games; it is also the worth of the move by default."""
        share = wins / trials
        return cls(move, share, share if worth is None else worth, *interval(wins, trials))

    @property
    def is_certain(self) -> bool:
        """Whether the chance is known rather than estimated."""
        return self.low == self.high


class FairPlayer(Protocol[T_contra, V]):
    """A player of games with hidden cards."""

    def see(self, state: T_contra) -> V:
        """Return what may be known of a state: a value that has no place for the order of hidden cards."""

    def weigh(self, view: V) -> tuple[Chance, ...]:
        """Weigh every legal move, best first; the result depends only on the view."""


AnyPlayer = FairPlayer[Any, Any]
"""A player whose kind of game does not matter to the caller."""


def play_fairly(rules: Rules[S], player: FairPlayer[S, V], state: S) -> tuple[S, tuple[Move, ...]]:
    """Let a fair player play to the end; return the end and the moves.

    The player sees only views; the state supplies what is dealt. It gives up if it would have to decide about
    the same position again.
    """
    played: list[Move] = []
    decided: set[S] = set()
    while rules.moves(state) and state not in decided:
        decided.add(state)
        best = player.weigh(player.see(state))[0]
        for move in (best.move, *best.then):
            played.append(move)
            state = rules.play(state, move)
    return state, tuple(played)


def interval(wins: float, trials: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share of wins, 0 to 1, over at least one trial (Wilson 1927).

    A trial may also yield a chance instead of a win or a loss: the interval is then too wide, if anything.
    """
    share, spread = wins / trials, _WIDTH**2 / trials
    middle = share + spread / 2
    half = math.sqrt(spread * (share * (1 - share) + spread / 4))
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    # At the ends the formula is exact but its floating-point value is not.
    return (low if wins > 0 else 0.0), (high if wins < trials else 1.0)
