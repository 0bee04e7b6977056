"""How a game went, for its player: as a whole, or move by move."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from bot.engine.records import write_moves
from bot.render.finished.squares import MEANINGS, SQUARES, a_square, gravest, squares_text
from bot.render.playing.hints import is_foreseen, turn_text
from bot.render.playing.moves import named_move
from bot.render.preparation import lack_text
from bot.solvers.protocols import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.session import Session
    from bot.render.cards.style import Style
    from bot.service.game import Game
    from bot.service.hints.hindsight import Light, Review
    from bot.service.hints.losing_move import LosingMove
    from bot.service.kernels.preparation import Lack

_MOST_RUNS = 60
"""As many as leave room for the rest of the message."""
RECORD_FILE = "A game that /replay steps through"


def review_text(game: Game, review: Review, style: Style, lack: Lack | None = None) -> str:
    """Return a review in Discord's Markdown; if it left something open, `lack` says why."""
    lines = [f"### Review · {game.rules.name}"]
    if review.lights:
        lines += _in_words(review.lights) if style.spoken else _in_squares(review.lights)
    lines.append(_decided(game, review))
    if lack is not None and not review.settled:
        lines.append(lack_text(lack))
    return style.say("\n".join(lines))


def step_text(game: Game, review: Review, then: Session[Any], style: Style) -> str:
    """Say what was played next, its light, and, if it lost the win, what would have won."""
    return style.say(_told(game, review, then, style))


def _told(game: Game, review: Review, then: Session[Any], style: Style) -> str:
    number, count, rules = len(then.moves), len(game.session.moves), game.rules
    if number == count:
        return f"The end, after move {count}."
    light = review.lights[number]
    sign = "" if style.spoken else f"{SQUARES[light]} "
    played = named_move(rules, rules.view(then.state), game.session.moves[number])
    told = f"Move {number + 1} of {count}: {played} · {sign}{MEANINGS[light]}"
    if review.turn is None or number != review.turn.number:
        return told
    wins = named_move(rules, rules.view(then.state), review.turn.line[0])
    known = "with every card known, " if is_foreseen(game) else ""
    return f"{told}\nIt lost the game; {known}{wins} wins (proven).\n{_way_to_win(game, review.turn)}"


def _in_squares(lights: Sequence[Light]) -> list[str]:
    key = " · ".join(f"{SQUARES[light]} {meaning}" for light, meaning in MEANINGS.items() if light in lights)
    return [squares_text(lights), f"-# {a_square(lights)} moves a square · {key}"]


def _in_words(lights: Sequence[Light]) -> list[str]:
    """Return runs of moves, `Moves 1 to 12: safe.`; if there are very many, by the gravest of several."""
    size, runs = 1, _runs(lights)
    while len(runs) > _MOST_RUNS:
        size *= 2
        runs = _runs(gravest(lights, size))
    lines, start = [], 1
    for light, length in runs:
        end = min(start + length * size - 1, len(lights))
        which = f"Move {start}" if start == end else f"Moves {start} to {end}"
        lines.append(f"{which}: {MEANINGS[light]}.")
        start = end + 1
    return [" ".join(lines)]


def _runs(lights: Sequence[Light]) -> list[tuple[Light, int]]:
    return [(light, len(list(run))) for light, run in groupby(lights)]


def _decided(game: Game, review: Review) -> str:
    """Say where the game was decided."""
    if review.won:
        return "You won it."
    if review.turn is not None:
        told = turn_text(game.rules, review.turn, foreseen=is_foreseen(game))
        return f"{told}\n{_way_to_win(game, review.turn)}"
    match review.opening:
        case Answer.WON:
            return "Proven: this deal could be won, but there wasn't time to find the move that lost it."
        case Answer.LOST:
            return "Proven: nobody could have won this deal."
    return "There wasn't time to tell whether this deal could be won."


def _way_to_win(game: Game, turn: LosingMove) -> str:
    """Return the moves that would have won, as a spoiler until the player wants to read them."""
    return f"The way to win from there: ||`{write_moves(game.rules, turn.line)}`||"
