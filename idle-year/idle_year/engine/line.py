"""A line of moves: as a person types it (`12<<< 8S< d5 d*`), as it is played, and how long it may be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Generic, NamedTuple

from idle_year.engine.errors import GameError, NotationError
from idle_year.engine.rules import DEAL, Move, Rules, S
from idle_year.engine.wording import quoted, sentence

MOST_MOVES = 2000
"""Moves in a game. Sensible games have a few hundred, even in Pyramid, whose stock comes round for ever."""
MOST_IN_A_LINE = 500
"""Moves in one typed line, about as many as can be typed singly: only `d5` or `d*` could add more."""
APART = 5
"""Moves between two saved states: going back to any move replays fewer moves than this."""
_DEALS = re.compile(r"d([0-9]{1,3}|\*)", re.IGNORECASE)


class TooLong(GameError):  # noqa: N818  named as the situation, like IllegalMove
    """There are more moves than are allowed."""


class Room(NamedTuple):
    """How many moves may be played, counting each dealt card, and what to say if there are more."""

    moves: int
    reason: str
    foreseen: bool = False
    """Whether a line ends with the first card that it turns up: what lies behind it, nobody knows yet."""

    def behind(self, line: Line[S]) -> Room:
        """Return what is left of the room behind a line."""
        return self._replace(moves=max(0, self.moves - len(line.moves)))


IN_A_LINE = Room(
    MOST_IN_A_LINE,
    sentence("A line may have {most} moves, each dealt card counted: play it in parts.", most=MOST_IN_A_LINE),
)
IN_A_GAME = Room(
    MOST_MOVES,
    sentence(
        "A game may have {most} moves, each dealt card counted: leave out what leads nowhere.",
        most=MOST_MOVES,
    ),
)


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

    @property
    def over(self) -> bool:
        """Whether nothing more is played: a move failed, or it turned up a card and no more is foreseen."""
        foreseen = self._room is not None and self._room.foreseen
        return self.stopped is not None or (foreseen and self.stay > 0)

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


def play_line(rules: Rules[S], state: S, text: str, room: Room | None = IN_A_LINE) -> Line[S]:
    """Play every move of a line; raise a GameError that names the word at which it fails.

    Nothing is half-played: the caller's state is untouched by a line that fails.
    """
    line = play_as_far(rules, state, text, room)
    if line.stopped is None:
        return line
    raise unplayed(line.stopped, text, line.moves)


def play_as_far(
    rules: Rules[S], state: S, text: str, room: Room | None = IN_A_LINE, before: int = 0
) -> Line[S]:
    """Play the moves of a line up to the first that fails; the line says why it stopped there.

    A line that is certain to exceed `room` is not begun; None is room for any number.
    """
    line, words = Line(rules, state, room, before), _words(text)
    line.stopped = _why_not_begun(words, room)
    for number, word in enumerate(words, start=1):
        if line.over:
            break
        try:
            _play_word(rules, line, word)
        except GameError as error:
            line.stopped = _in_line(error, number, words)
    return line


def fewest_moves(text: str) -> int:
    """Return how many moves a line has at least: `d*` may deal a single card."""
    return sum(map(_fewest_moves, _words(text)))


def is_one_move(text: str) -> bool:
    """Whether a line is a single word that deals at most one card."""
    words = _words(text)
    return len(words) == 1 and ((many := _DEALS.fullmatch(words[0])) is None or many.group(1) == "1")


def unplayed(stopped: GameError, text: str, moves: Sequence[Move]) -> GameError:
    """Return why nothing of a line was played, given why it stopped and which moves of it were legal."""
    several = moves or len(_words(text)) > 1
    if not several:
        return stopped
    return type(stopped)(sentence("{reason} Nothing was played.", reason=stopped.told))


def count_lines(rules: Rules[S], state: S, depth: int) -> int:
    """Count the sequences of `depth` legal moves (perft), to check whether two programs agree on the rules.

    Raise IllegalMove if the stock is unknown.
    """
    if depth == 0:
        return 1
    moves = rules.moves(state)
    if depth == 1:
        return len(moves)
    return sum(count_lines(rules, rules.play(state, move), depth - 1) for move in moves)


@lru_cache(maxsize=4096)
def _shared(move: Move) -> Move:
    """Return one shared object for all equal moves: games in memory have tens of thousands of moves."""
    return move


def _words(text: str) -> list[str]:
    return [word.rstrip(",;") for word in text.split() if word.rstrip(",;")]


def _why_not_begun(words: Sequence[str], room: Room | None) -> GameError | None:
    if not words:
        return NotationError(sentence("There is no move: write one or more, such as 12< or 8S<<<."))
    if room is not None and sum(map(_fewest_moves, words)) > room.moves:
        return TooLong(room.reason)
    return None


def _in_line(error: GameError, number: int, words: Sequence[str]) -> GameError:
    """Return why a word of a line failed, and which one, counted from 1, if there are several."""
    if len(words) == 1:
        return type(error)(error.told)
    return type(error)(
        sentence(
            "Move {number} of {count}, {word}: {reason}",
            number=number,
            count=len(words),
            word=quoted(words[number - 1]),
            reason=error.told,
        )
    )


def _fewest_moves(word: str) -> int:
    """Return the minimum number of moves in a word."""
    many = _DEALS.fullmatch(word)
    return 1 if many is None or many.group(1) == "*" else int(many.group(1))


def _play_word(rules: Rules[S], line: Line[S], word: str) -> None:
    """Play one word, which may deal several cards: `d5` or `d*`."""
    many = _DEALS.fullmatch(word)
    if many is None:
        line.play(rules.notation.read_move(word, line.state))
        return
    count = None if many.group(1) == "*" else int(many.group(1))
    if count == 0:
        raise NotationError(sentence("`d0` deals nothing: write d, d5 or d*."))
    dealt = 0
    while (
        dealt != count
        and not line.over
        and (dealt == 0 or count is not None or DEAL in rules.moves(line.state))
    ):
        try:
            line.play(DEAL)
        except GameError as error:
            if dealt == 0:
                raise
            raise type(error)(
                sentence(
                    "{word} fails after {number}: {reason}",
                    word=quoted(word),
                    number=dealt,
                    reason=error.told,
                )
            ) from None
        dealt += 1
