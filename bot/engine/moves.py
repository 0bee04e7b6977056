"""A line of moves as a person types it: `12<<< 8S< d5 d*`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Generic, NamedTuple

from bot.engine.errors import GameError, NotationError
from bot.engine.quoting import quoted
from bot.engine.rules import DEAL, Move, Rules, S

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEALS = re.compile(r"d([0-9]{1,3}|\*)", re.IGNORECASE)


class Line(NamedTuple, Generic[S]):
    """Moves that were played and the state they led to."""

    moves: tuple[Move, ...]
    state: S
    stay: int = 0
    """How many of the moves cannot be taken back, because the last of them turned up a card."""
    stopped: GameError | None = None
    """Why the rest of the line could not be played."""


def play_line(rules: Rules[S], state: S, text: str) -> Line[S]:
    """Play every move of a line; raise a GameError that names the word where it fails.

    Nothing is half-played: the caller's state is untouched by a line that fails.
    """
    line = play_as_far(rules, state, text)
    if line.stopped is None:
        return line
    if len(_words(text)) <= 1:
        raise line.stopped
    raise type(line.stopped)(f"{line.stopped} None of them was played.")


def play_as_far(rules: Rules[S], state: S, text: str) -> Line[S]:
    """Play the moves of a line up to the first that fails; the line says why it stopped there."""
    words = _words(text)
    if not words:
        none = NotationError("There is no move: write one or more, such as 12< or 8S<<<.")
        return Line((), state, stopped=none)
    played: list[Move] = []
    stay = 0
    for number, word in enumerate(words, start=1):
        try:
            for move, after in _play_word(rules, state, word):
                played.append(move)
                stay = len(played) if rules.reveals(state, move) else stay
                state = after
        except GameError as error:
            which = f"Move {number} of {len(words)}, {quoted(word)}: " if len(words) > 1 else ""
            return Line(tuple(played), state, stay, type(error)(f"{which}{error}"))
    return Line(tuple(played), state, stay)


def _words(text: str) -> list[str]:
    return [word.rstrip(",;") for word in text.split() if word.rstrip(",;")]


def _play_word(rules: Rules[S], state: S, word: str) -> Iterator[tuple[Move, S]]:
    """Play one word, which deals more than once if it is `d5` or `d*`."""
    many = _DEALS.fullmatch(word)
    if many is None:
        move = rules.notation.read_move(word, state)
        yield move, rules.play(state, move)
        return
    count = None if many.group(1) == "*" else int(many.group(1))
    if count == 0:
        raise NotationError("`d0` deals nothing: write d, d5 or d*.")
    dealt = 0
    while dealt != count and (dealt == 0 or count is not None or DEAL in rules.moves(state)):
        try:
            state = rules.play(state, DEAL)
        except GameError as error:
            if dealt == 0:
                raise
            raise type(error)(f"{quoted(word)} fails after {dealt}: {error}") from None
        dealt += 1
        yield DEAL, state
