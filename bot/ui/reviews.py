"""A review of a game that is over, for its player alone; the interaction must have been deferred."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import discord

from bot.service.check import turn_words
from bot.solvers.protocols import Answer
from bot.store import Help
from bot.ui.answers import tell
from bot.ui.services import games_of, services_of
from bot.ui.squares import MEANINGS, SQUARES, a_square, gravest, squares_text
from bot.ui.steps import foresight, step_rows, way_to_win
from bot.ui.styles import style_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.style import Style
    from bot.service.game import Game
    from bot.service.review import Light, Review
    from bot.ui.presses import Interaction


_MOST_RUNS = 60
"""As many as leave room for the rest of a message."""


async def show_review(interaction: Interaction, game: Game) -> None:
    """Think, then tell the player how the game went."""
    found = await services_of(interaction).reviews.review(game)
    # It may be taken up again with Undo, by somebody who has read where it was lost.
    await games_of(interaction).count_help(game, Help.CHECK)
    style = await style_for(interaction, interaction.user.id)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(review_text(game, found, style)))
    for row in step_rows(game, found, len(game.session.moves), style):
        view.add_item(row)
    await tell(interaction, view)


def review_text(game: Game, review: Review, style: Style) -> str:
    """Return a review in Discord's Markdown."""
    lines = [f"### Review · {game.rules.name}"]
    if review.lights:
        lines += _in_words(review.lights) if style.spoken else _in_squares(review.lights)
    return style.say("\n".join([*lines, _decided(game, review)]))


def _in_squares(lights: Sequence[Light]) -> list[str]:
    key = " · ".join(f"{SQUARES[light]} {meaning}" for light, meaning in MEANINGS.items() if light in lights)
    return [squares_text(lights), f"-# {a_square(lights)} moves a square · {key}"]


def _in_words(lights: Sequence[Light]) -> list[str]:
    """Return runs of moves, `Moves 1 to 12: safe.`; where they are very many, by the gravest of several."""
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
        words = turn_words(game.rules, review.turn)
        return f"{foresight(game)}{words}\n{way_to_win(game, review.turn)}"
    match review.opening:
        case Answer.WON:
            return "Proven: this deal can be won. Which move lost it could not be settled in time."
        case Answer.LOST:
            return "Proven: this deal could not be won, whatever you had played."
    return "Whether this deal can be won could not be settled in time."
