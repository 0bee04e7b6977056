"""A game in play: a seed and moves, from which everything else follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic

from idle_year.engine.cards import read_seed
from idle_year.engine.errors import GameError
from idle_year.engine.line import APART, IN_A_GAME, IN_A_LINE, MOST_MOVES, Line, Room, play_as_far, unplayed
from idle_year.engine.rules import Menu, Move, Outcome, Rules, S, Table
from idle_year.engine.wording import sentence


class NothingToUndo(GameError):  # noqa: N818  named as the situation, like IllegalMove
    """There is no move to take back, or none may be taken back."""


@dataclass(frozen=True)
class Session(Generic[S]):
    """One deal and the moves played on it. What the rules say of its state is worked out once, when asked."""

    rules: Rules[S]
    seed: str
    """Empty if the game begins with a layout of one's own, which no seed deals."""
    state: S
    moves: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()
    """The moves that redo would play, the last one first."""
    stay: int = 0
    """How many of the moves cannot be undone, because the last of them turned up a card."""
    marks: tuple[S, ...] = field(default=(), compare=False, repr=False)
    """The state before the first move and after every APART moves: nothing need be dealt or replayed anew."""

    def __post_init__(self) -> None:
        if not self.marks:
            object.__setattr__(self, "marks", (self.state,))

    @classmethod
    def deal(cls, rules: Rules[S], seed: str) -> Session[S]:
        """Start the game that belongs to a seed; raise GameError if the text is no seed."""
        seed = read_seed(seed)
        return cls(rules, seed, rules.start(seed))

    @classmethod
    def replay(cls, rules: Rules[S], seed: str, moves: Iterable[Move]) -> Session[S]:
        """Play recorded moves from the deal; raise IllegalMove if they do not fit it."""
        session = cls.deal(rules, seed)
        line = Line(rules, session.state, None)
        for move in moves:
            line.play(move)
        return session.after(line)

    @classmethod
    def read(cls, rules: Rules[S], seed: str, moves: str, room: Room | None = IN_A_GAME) -> Session[S]:
        """Play written moves, if any, from the deal; raise GameError for the first that fails."""
        return cls.deal(rules, seed).read_on(moves, room)

    def read_on(self, moves: str, room: Room | None = IN_A_GAME) -> Session[S]:
        """Play written moves, if any, from here; raise GameError for the first that fails."""
        if not moves:
            return self
        line = play_as_far(self.rules, self.state, moves, room)
        if line.stopped is not None:
            raise line.stopped
        return self.after(line)

    @cached_property
    def legal(self) -> Sequence[Move]:
        """Every legal move."""
        return self.rules.moves(self.state)

    @cached_property
    def menus(self) -> tuple[Menu, ...]:
        """What can be chosen, as the rules group it."""
        return self.rules.menus(self.state)

    @cached_property
    def before(self) -> S:
        """The state before the last move; at the deal there is none."""
        return self.state_at(len(self.moves) - 1)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while a move is left."""
        return self.rules.outcome(self.state)

    @cached_property
    def table(self) -> Table:
        """The visible part of the game."""
        return self.rules.table(self.state)

    @cached_property
    def hopeless(self) -> str | None:
        """Why the game is obviously lost though moves are left, or None."""
        return self.rules.hopeless(self.state)

    @property
    def can_undo(self) -> bool:
        """Whether the last move may be taken back."""
        return len(self.moves) > self.stay

    @property
    def full(self) -> bool:
        """Whether the game has reached the maximum number of moves."""
        return len(self.moves) >= MOST_MOVES

    @property
    def hides(self) -> bool:
        """Whether the seed would reveal something that the player has not seen yet."""
        return self.rules.hides(self.state)

    @property
    def room(self) -> Room:
        """How many moves a line may have here."""
        left = max(0, MOST_MOVES - len(self.moves))
        if left >= IN_A_LINE.moves:
            return IN_A_LINE
        return Room(
            left,
            sentence(
                "A game may have {most} moves, and this one has {number}: take some back, or resign it.",
                most=MOST_MOVES,
                number=len(self.moves),
            ),
        )

    def at(self, number: int) -> Session[S]:
        """Return the game as it stood after its first `number` moves.

        What a turned card keeps from being undone at the end cannot be undone there either.
        """
        return replace(
            self,
            state=self.state_at(number),
            moves=self.moves[:number],
            undone=(),
            stay=min(self.stay, number),
            marks=self.marks[: number // APART + 1],
        )

    def state_at(self, number: int) -> S:
        """Return the state after the first `number` moves."""
        kept = min(number // APART, len(self.marks) - 1)
        state = self.marks[kept]
        for move in self.moves[kept * APART : number]:
            state = self.rules.play(state, move)
        return state

    def line(self, text: str, room: Room | None = None) -> Line[S]:
        """Play typed moves as far as possible, leaving the game itself unchanged."""
        return play_as_far(self.rules, self.state, text, room or self.room, len(self.moves))

    def play(self, text: str) -> Session[S]:
        """Play one or more typed moves, all of them or none; raise GameError for the first that fails."""
        line = self.line(text)
        if line.stopped is not None:
            raise unplayed(line.stopped, text, line.moves)
        return self.after(line)

    def play_openly(self, text: str) -> tuple[Session[S], GameError | None]:
        """Play typed moves, or none if one fails; but if a card was turned up, keep those before the failure.

        Otherwise a failing line would reveal hidden cards for free. The error says why such a line stopped.
        """
        line = self.line(text)
        if line.stopped is not None and not line.stay:
            raise unplayed(line.stopped, text, line.moves)
        return self.after(line), line.stopped

    def after(self, line: Line[S]) -> Session[S]:
        """Return the game with a line added that begins at its current state."""
        stay = len(self.moves) + line.stay if line.stay else self.stay
        moves, marks = (*self.moves, *line.moves), (*self.marks, *line.marks)
        return replace(self, state=line.state, moves=moves, undone=(), stay=stay, marks=marks)

    def undo(self) -> Session[S]:
        """Take back the last move; raise NothingToUndo at the deal or if the move revealed a hidden card."""
        if not self.moves:
            raise NothingToUndo(sentence("There is no move to take back."))
        if not self.can_undo:
            raise NothingToUndo(
                sentence("The last move turned up a card, and a card that was seen stays seen.")
            )
        return replace(self.at(len(self.moves) - 1), undone=(*self.undone, self.moves[-1]))

    def redo(self) -> Session[S]:
        """Replay the move that was last taken back; raise NothingToUndo if there is none."""
        if not self.undone:
            raise NothingToUndo(sentence("There is no move to play again."))
        *rest, move = self.undone
        line = Line(self.rules, self.state, None, len(self.moves))
        line.play(move)
        return replace(self.after(line), undone=tuple(rest))
