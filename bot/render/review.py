"""How a game went, for its player: as a whole, move by move, and as a line of squares or words.

A square stands for five moves, or for more in a very long game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from bot.render.cards import Style
from bot.render.hint import NOBODY, because_text, is_foreseen, turn_text
from bot.render.language import _, commas, joined, n_, worded
from bot.render.moves import does, named_move, told_line
from bot.render.names import game_name
from bot.render.notes import lack_text
from bot.service.game import Game
from bot.service.kernels import Lack
from bot.service.review import Light, Review
from idle_year.analysis import LosingMove
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session
from idle_year.engine.wording import sentence
from idle_year.solvers.protocols import Answer

RECORD_FILE = sentence("A game that /replay steps through")
SQUARES = {
    Light.NEVER: "🚫",
    Light.LOST: "🟥",
    Light.UNKNOWN: "⬜",
    Light.ONLY: "🔶",
    Light.TRAPS: "🟨",
    Light.SAFE: "🟦",
}
"""The gravest first: a square of several moves shows the gravest of them.

Whoever cannot tell red from green can tell blue, yellow and red by how light they are; orange has a shape.
"""
MEANINGS = {
    # Translators: what a square stands for in a review of a game
    Light.SAFE: sentence("safe"),
    Light.TRAPS: sentence("traps near"),
    Light.ONLY: sentence("only move"),
    Light.LOST: sentence("win lost"),
    Light.NEVER: sentence("could never be won"),
    Light.UNKNOWN: sentence("unknown"),
}
_FEWEST = 5  # moves a square
_MOST_SQUARES = 200
_MOST_RUNS = 60
"""As many as leave room for the rest of the message."""


def review_text(game: Game, review: Review, style: Style, lack: Lack | None = None) -> str:
    """Return a review in Discord's Markdown; if it left something open, `lack` says why."""
    # Translators: the heading of a review of a game
    heading = _("Review")
    lines = [f"### {heading} · {game_name(game.rules)}"]
    if tells_moves_apart(review):
        lines += _in_words(review.lights) if style.spoken else _in_squares(review.lights)
    lines.append(_decided(game, review, style))
    if lack is not None and not review.settled:
        lines.append(lack_text(lack))
    return style.say("\n".join(lines))


def step_text(game: Game, review: Review, then: Session[Any], style: Style) -> str:
    """Say what was played next, its light, and, if it lost the win, what would have won."""
    return style.say(_told(game, review, then, style))


def tells_moves_apart(review: Review) -> bool:
    """Whether anything is known of single moves: not of a deal that nobody could win, or without time."""
    return not {Light.NEVER, Light.UNKNOWN}.issuperset(review.lights)


def nobody_text(style: Style) -> str:
    """Say that a deal could not be won, with a sign of its own in place of squares."""
    told = worded(NOBODY)
    return told if style.spoken else f"{SQUARES[Light.NEVER]} {told}"


def a_square(lights: Sequence[Light]) -> int:
    """Return how many moves a square stands for."""
    return max(_FEWEST, -(-len(lights) // _MOST_SQUARES))


def gravest(lights: Sequence[Light], size: int) -> list[Light]:
    """Return the gravest light of each group of `size` moves."""
    groups = [lights[start : start + size] for start in range(0, len(lights), size)]
    return [next(light for light in SQUARES if light in group) for group in groups]


def squares(lights: Sequence[Light]) -> list[Light]:
    """Return what each square shows: the gravest light of its moves."""
    return gravest(lights, a_square(lights))


def squares_text(lights: Sequence[Light]) -> str:
    """Return the squares of a game."""
    return "".join(SQUARES[light] for light in squares(lights))


def squares_in_words(lights: Sequence[Light]) -> str:
    """Return a word for each square: `safe, safe, win lost`."""
    return commas(MEANINGS[light] for light in squares(lights))


def counts_text(lights: Sequence[Light], *, spoken: bool) -> str:
    """Return how many squares there are of each kind: `🟦 6 safe · 🟥 2 win lost`."""
    counts = Counter(squares(lights))
    signs = dict.fromkeys(SQUARES, "") if spoken else {light: f"{sign} " for light, sign in SQUARES.items()}
    return " · ".join(
        # Translators: how many squares of a kind there are: "6 safe", "2 win lost"
        signs[light] + _("{number} {meaning}", number=counts[light], meaning=meaning)
        for light, meaning in MEANINGS.items()
        if light in counts
    )


def _told(game: Game, review: Review, then: Session[Any], style: Style) -> str:
    number, count, rules = len(then.moves), len(game.session.moves), game.rules
    if number == count:
        return _("The end, after move {number}.", number=count)
    light = review.lights[number]
    sign = "" if style.spoken else f"{SQUARES[light]} "
    played = does(rules, rules.view(then.state), game.session.moves[number])
    # Translators: {move} is "8♠ onto K♠" or "take out J♠", say
    move = _("Move {number} of {count}: {move}", number=number + 1, count=count, move=played)
    told = f"{move} · {sign}{worded(MEANINGS[light])}"
    if review.turn is None or number != review.turn.number:
        return told
    wins = named_move(rules, rules.view(then.state), review.turn.line[0])
    # Translators: {move} is "8♠ onto K♠" or "taking out J♠", say
    would = (
        _("With every card known, {move} would have won.", move=wins)
        if is_foreseen(game)
        else _("Instead, {move} would have won.", move=wins)
    )
    lost = joined(_("It lost the win."), would, because_text(rules, review.turn))
    return "\n".join([told, lost, _way_to_win(game, review.turn)])


def _in_squares(lights: Sequence[Light]) -> list[str]:
    size = n_("{n} move a square", "{n} moves a square", a_square(lights))
    key = [f"{SQUARES[light]} {worded(meaning)}" for light, meaning in MEANINGS.items() if light in lights]
    return [squares_text(lights), f"-# {' · '.join([size, *key])}"]


def _in_words(lights: Sequence[Light]) -> list[str]:
    """Return runs of moves, `Moves 1 to 12: safe.`; if there are very many, by the gravest of several."""
    size, runs = 1, _runs(lights)
    while len(runs) > _MOST_RUNS:
        size *= 2
        runs = _runs(gravest(lights, size))
    lines, start = [], 1
    for light, length in runs:
        end = min(start + length * size - 1, len(lights))
        lines.append(_run(start, end, MEANINGS[light]))
        start = end + 1
    return [joined(*lines)]


def _run(start: int, end: int, meaning: str) -> str:
    if start == end:
        return _("Move {number}: {meaning}.", number=start, meaning=meaning)
    return _("Moves {first} to {last}: {meaning}.", first=start, last=end, meaning=meaning)


def _runs(lights: Sequence[Light]) -> list[tuple[Light, int]]:
    return [(light, len(list(run))) for light, run in groupby(lights)]


def _decided(game: Game, review: Review, style: Style) -> str:
    """Say where the game was decided."""
    if review.won:
        return _("You won it.")
    if review.turn is not None:
        told = turn_text(game.rules, review.turn, foreseen=is_foreseen(game))
        return f"{told}\n{_way_to_win(game, review.turn)}"
    if review.kept:
        return _("It could still be won at the end (proven).")
    match review.opening:
        case Answer.WON:
            return _("This deal could be won (proven), but there wasn't time to find the move that lost it.")
        case Answer.LOST:
            return nobody_text(style)
    return _("There wasn't time to find out whether this deal could be won.")


def _way_to_win(game: Game, turn: LosingMove) -> str:
    """Return the moves that would have won, as a spoiler until the player wants to read them."""
    told = told_line(game.rules, turn.state, turn.line)
    written = f"||`{write_moves(game.rules, turn.line)}`||"
    # Translators: the way to win, and all its moves as they are typed, are hidden until they are tapped
    way = _("How to win from there: {moves}", moves=f"||{told}||")
    every = _("All moves: {moves}", moves=written)
    return f"{way}\n-# {every}"
