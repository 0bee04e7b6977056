"""Moves played one after the other, and limits on their number."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Generic, NamedTuple

from bot.engine.errors import GameError
from bot.engine.rules import S

if TYPE_CHECKING:
    from bot.engine.rules import Move, Rules

MOST_MOVES = 2000
"""Moves in a game. Sensible games have a few hundred, even in Pyramid, whose stock comes round for ever."""
MOST_IN_A_LINE = 500
"""Moves in one typed line, about as many as can be typed singly: only `d5` or `d*` could add more."""
APART = 5
"""Moves between two saved states: going back to any move replays fewer moves than this."""


class TooLong(GameError):  # noqa: N818  named as the situation, like IllegalMove
    """There are more moves than are allowed."""


class Room(NamedTuple):
    """How many moves may be played, counting each dealt card, and what to say if there are more."""

    moves: int
    reason: str


IN_A_LINE = Room(
    MOST_IN_A_LINE, f"A line may have {MOST_IN_A_LINE} moves, each dealt card counted: play it in parts."
)
IN_A_GAME = Room(
    MOST_MOVES, f"A game may have {MOST_MOVES} moves, each dealt card counted: leave out what leads nowhere."
)


@lru_cache(maxsize=4096)
def _shared(move: Move) -> Move:
    """Return one shared object for all equal moves: games in memory have tens of thousands of moves."""
    return move


class Line(Generic[S]):
    """Moves that were played and the state they led to."""

    def __init__(self, rules: Rules[S], state: S, room: Room | None, before: int = 0) -> None:
        """Begin after `before` moves; None is room for any number."""
        self._rules = rules
        self._room = room
        self._before = before
        self.state = state
        self.moves: list[Move] = []
        self.stay = 0
        """How many of the moves cannot be taken back, because the last of them turned up a card."""
        self.marks: list[S] = []
        """The state after every fifth move of the game."""
        self.stopped: GameError | None = None
        """Why the rest of the line could not be played."""

    def play(self, move: Move) -> None:
        """Play the next move; raise IllegalMove or TooLong, changing nothing, if it cannot be played."""
        if self._room is not None and len(self.moves) >= self._room.moves:
            raise TooLong(self._room.reason)
        before, self.state = self.state, self._rules.play(self.state, move)
        self.moves.append(_shared(move))
        if self._rules.reveals(before, move):
            self.stay = len(self.moves)
        if (self._before + len(self.moves)) % APART == 0:
            self.marks.append(self.state)
