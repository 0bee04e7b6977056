"""A line of moves as a person types it: `12<<< 8S< d5 d*`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.engine.errors import GameError, NotationError
from bot.engine.line import IN_A_LINE, Line, TooLong
from bot.engine.quoting import quoted
from bot.engine.rules import DEAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.line import Room
    from bot.engine.rules import Move, Rules, S

_DEALS = re.compile(r"d([0-9]{1,3}|\*)", re.IGNORECASE)


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
        if line.stopped is not None:
            break
        try:
            _play_word(rules, line, word)
        except GameError as error:
            which = f"Move {number} of {len(words)}, {quoted(word)}: " if len(words) > 1 else ""
            line.stopped = type(error)(f"{which}{error}")
    return line


def is_one_move(text: str) -> bool:
    """Whether a line is a single word that deals at most one card."""
    words = _words(text)
    return len(words) == 1 and ((many := _DEALS.fullmatch(words[0])) is None or many.group(1) == "1")


def unplayed(stopped: GameError, text: str, moves: Sequence[Move]) -> GameError:
    """Return why nothing of a line was played, given why it stopped and which moves of it were legal."""
    several = moves or len(_words(text)) > 1
    return type(stopped)(f"{stopped} Nothing was played.") if several else stopped


def _words(text: str) -> list[str]:
    return [word.rstrip(",;") for word in text.split() if word.rstrip(",;")]


def _why_not_begun(words: Sequence[str], room: Room | None) -> GameError | None:
    if not words:
        return NotationError("There is no move: write one or more, such as 12< or 8S<<<.")
    if room is not None and sum(map(_fewest_moves, words)) > room.moves:
        return TooLong(room.reason)
    return None


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
        raise NotationError("`d0` deals nothing: write d, d5 or d*.")
    dealt = 0
    while dealt != count and (dealt == 0 or count is not None or DEAL in rules.moves(line.state)):
        try:
            line.play(DEAL)
        except GameError as error:
            if dealt == 0:
                raise
            raise type(error)(f"{quoted(word)} fails after {dealt}: {error}") from None
        dealt += 1
