"""A game in play: a seed and moves, from which everything else follows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic

from bot.engine.cards import read_seed
from bot.engine.errors import GameError
from bot.engine.line import APART, IN_A_GAME, IN_A_LINE, MOST_MOVES, Line, Room
from bot.engine.moves import play_as_far, unplayed
from bot.engine.rules import Move, Rules, S

if TYPE_CHECKING:
    from collections.abc import Iterable


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
    marks: tuple[S, ...] = field(default=(), compare=False, repr=False)
    """The states after each APART of the moves, so that nothing need be played from the deal again."""

    @classmethod
    def deal(cls, rules: Rules[S], seed: str) -> Session[S]:
        """Start the game that belongs to a seed; raise GameError where the text is no seed."""
        seed = read_seed(seed)
        return cls(rules, seed, rules.start(seed))

    @classmethod
    def replay(cls, rules: Rules[S], seed: str, moves: Iterable[Move]) -> Session[S]:
        """Play recorded moves from the deal; raise IllegalMove where they do not fit it."""
        session = cls.deal(rules, seed)
        line = Line(rules, session.state, None)
        for move in moves:
            line.play(move)
        return session.after(line)

    @classmethod
    def read(cls, rules: Rules[S], seed: str, moves: str, room: Room | None = IN_A_GAME) -> Session[S]:
        """Play written moves, if any, from the deal; raise GameError with the first that fails."""
        session = cls.deal(rules, seed)
        if not moves:
            return session
        line = play_as_far(rules, session.state, moves, room)
        if line.stopped is not None:
            raise line.stopped
        return session.after(line)

    @property
    def can_undo(self) -> bool:
        """Whether the last move may be taken back."""
        return len(self.moves) > self.stay

    @property
    def full(self) -> bool:
        """Whether it has as many moves as a game may have."""
        return len(self.moves) >= MOST_MOVES

    @property
    def hides(self) -> bool:
        """Whether the player has not seen everything yet that the seed would tell."""
        return self.rules.hides(self.state)

    def at(self, number: int) -> Session[S]:
        """Return the game as it stood after so many of its moves."""
        return replace(
            self,
            state=self.state_at(number),
            moves=self.moves[:number],
            undone=(),
            stay=min(self.stay, number),
            marks=self.marks[: number // APART],
        )

    def state_at(self, number: int) -> S:
        """Return the state after so many of its moves."""
        kept = min(number // APART, len(self.marks))
        state = self.marks[kept - 1] if kept else self.rules.start(self.seed)
        for move in self.moves[kept * APART : number]:
            state = self.rules.play(state, move)
        return state

    def line(self, text: str) -> Line[S]:
        """Play typed moves as far as they go, and leave the game as it is."""
        return play_as_far(self.rules, self.state, text, self._room, len(self.moves))

    def play(self, text: str) -> Session[S]:
        """Play one or more typed moves, all of them or none; raise GameError with the first that fails."""
        line = self.line(text)
        if line.stopped is not None:
            raise unplayed(line.stopped, text)
        return self.after(line)

    def play_openly(self, text: str) -> tuple[Session[S], GameError | None]:
        """Play typed moves, none of them if one fails; but once a card was turned up, all before that one.

        A line that fails would else show hidden cards for nothing. The error is why such a line stopped.
        """
        line = self.line(text)
        if line.stopped is not None and not line.stay:
            raise unplayed(line.stopped, text)
        return self.after(line), line.stopped

    def after(self, line: Line[S]) -> Session[S]:
        """Return the game with a line played on it that begins where it stands."""
        stay = len(self.moves) + line.stay if line.stay else self.stay
        moves, marks = (*self.moves, *line.moves), (*self.marks, *line.marks)
        return replace(self, state=line.state, moves=moves, undone=(), stay=stay, marks=marks)

    def undo(self) -> Session[S]:
        """Take back the last move; raise NothingToUndo at the deal and where a hidden card was shown."""
        if not self.moves:
            raise NothingToUndo("There is no move to take back.")
        if not self.can_undo:
            raise NothingToUndo("The last move turned up a card, and a card that was seen stays seen.")
        return replace(self.at(len(self.moves) - 1), undone=(*self.undone, self.moves[-1]))

    def redo(self) -> Session[S]:
        """Play the move that was last taken back; raise NothingToUndo where there is none."""
        if not self.undone:
            raise NothingToUndo("There is no move to play again.")
        *rest, move = self.undone
        line = Line(self.rules, self.state, None, len(self.moves))
        line.play(move)
        return replace(self.after(line), undone=tuple(rest))

    @property
    def _room(self) -> Room:
        left = max(0, MOST_MOVES - len(self.moves))
        if left >= IN_A_LINE.moves:
            return IN_A_LINE
        has = f"A game may have {MOST_MOVES} moves, and this one has {len(self.moves)}"
        return Room(left, f"{has}: take some back, or resign it.")
