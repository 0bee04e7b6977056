"""A game in play: a seed and moves, from which everything else follows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic

from bot.engine.cards import read_seed
from bot.engine.errors import GameError
from bot.engine.moves import play_as_far, play_line
from bot.engine.rules import Move, Rules, S

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.moves import Line


class NothingToUndo(GameError):  # noqa: N818  named as the situation, like IllegalMove
    """There is no move to take back, or none may be taken back."""


@dataclass(frozen=True)
class Session(Generic[S]):
    """One deal and what was played on it."""

    rules: Rules[S]
    seed: str
    state: S
    moves: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()
    """The moves that redo would play, the last one first."""
    stay: int = 0
    """How many of the moves cannot be taken back, because the last of them turned up a card."""

    @classmethod
    def deal(cls, rules: Rules[S], seed: str) -> Session[S]:
        """Start the game that belongs to a seed; raise GameError where the text is no seed."""
        seed = read_seed(seed)
        return cls(rules, seed, rules.start(seed))

    @classmethod
    def replay(cls, rules: Rules[S], seed: str, moves: Iterable[Move]) -> Session[S]:
        """Play recorded moves from the deal; raise IllegalMove where they do not fit it."""
        session = cls.deal(rules, seed)
        moves, state, stay = tuple(moves), session.state, 0
        for number, move in enumerate(moves, start=1):
            stay = number if rules.reveals(state, move) else stay
            state = rules.play(state, move)
        return replace(session, state=state, moves=moves, stay=stay)

    @property
    def can_undo(self) -> bool:
        """Whether the last move may be taken back."""
        return len(self.moves) > self.stay

    @property
    def hides(self) -> bool:
        """Whether the player has not seen everything yet that the seed would tell."""
        return self.rules.hides(self.state)

    def play(self, text: str) -> Session[S]:
        """Play one or more typed moves, all of them or none; raise GameError with the first that fails."""
        return self._after(play_line(self.rules, self.state, text))

    def play_openly(self, text: str) -> tuple[Session[S], GameError | None]:
        """Play typed moves, none of them if one fails; but once a card was turned up, all before that one.

        A line that fails would else show hidden cards for nothing. The error is why such a line stopped.
        """
        line = play_as_far(self.rules, self.state, text)
        if line.stopped is None or line.stay:
            return self._after(line), line.stopped
        return self.play(text), None

    def _after(self, line: Line[S]) -> Session[S]:
        stay = len(self.moves) + line.stay if line.stay else self.stay
        return replace(self, state=line.state, moves=self.moves + line.moves, undone=(), stay=stay)

    def undo(self) -> Session[S]:
        """Take back the last move; raise NothingToUndo at the deal and where a hidden card was shown."""
        if not self.moves:
            raise NothingToUndo("There is no move to take back.")
        if not self.can_undo:
            raise NothingToUndo("The last move turned up a card, and a card that was seen stays seen.")
        *kept, last = self.moves
        return replace(Session.replay(self.rules, self.seed, kept), undone=(*self.undone, last))

    def redo(self) -> Session[S]:
        """Play the move that was last taken back; raise NothingToUndo where there is none."""
        if not self.undone:
            raise NothingToUndo("There is no move to play again.")
        *rest, move = self.undone
        state = self.rules.play(self.state, move)
        return replace(self, state=state, moves=(*self.moves, move), undone=tuple(rest))
