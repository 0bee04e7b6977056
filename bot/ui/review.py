"""Look back at a game that is over: how it went, move by move, as a file, or played on from any move."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import aiohttp
import discord

from bot.engine.errors import GameError
from bot.engine.session import Session
from bot.render import labels
from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.discord_limits import MESSAGE_CHARACTERS
from bot.render.language import worded
from bot.render.news import PRACTICE
from bot.render.refusals import FILE_LOST
from bot.render.review import RECORD_FILE, review_text, step_text
from bot.service.game import Game
from bot.service.records import MOST_BYTES, TooLarge
from bot.service.review import Review
from bot.store import Help
from bot.ui.answers import post, tell, tell_in_place, think_in_place
from bot.ui.board import board_files, board_items, occasion_of, style_for
from bot.ui.components import Layout, PressButton
from bot.ui.presses import Interaction, Press, UnknownButton
from bot.ui.services import own_game, seat_of, seen_game, services_of


async def show_review(interaction: Interaction, game: Game) -> None:
    """Think, then tell the player how the game went."""
    lack = services_of(interaction).preparation.lacking(game.rules)
    found = await services_of(interaction).reviews.review(game)
    # The game may be taken up again with Undo, by a player who has now read where it was lost.
    await services_of(interaction).store.games.help(game.id, Help.CHECK)
    style = await style_for(interaction, interaction.user.id)
    steps = step_rows(game, found, len(game.session.moves), style)
    await tell(interaction, Layout(discord.ui.TextDisplay(review_text(game, found, style, lack)), *steps))


async def show_step(interaction: Interaction, game: Game, number: int) -> None:
    """Show a game as it stood after `number` moves, in place of what its player is looking at."""
    reviews = services_of(interaction).reviews
    if reviews.known(game) is None and not interaction.response.is_done():
        await think_in_place(interaction)
    review = await reviews.review(game)
    style = await style_for(interaction, interaction.user.id)
    then = await asyncio.to_thread(game.session.at, number)
    view = Step(game, review, then, style, await occasion_of(interaction, game, style))
    await tell_in_place(interaction, view, await board_files(view, then, style))


class Step(Layout):
    """The board of a game after some of its moves, with the move that came next."""

    def __init__(
        self, game: Game, review: Review, then: Session[Any], style: Style, occasion: Occasion
    ) -> None:
        number = len(then.moves)
        told = step_text(game, review, then, style)
        resigned = game.resigned and number == len(game.session.moves)
        board = board_items(then, style, occasion, room=MESSAGE_CHARACTERS - len(told), resigned=resigned)
        super().__init__(*board, discord.ui.TextDisplay(told), *step_rows(game, review, number, style))


def step_rows(game: Game, review: Review, number: int, style: Style) -> list[discord.ui.ActionRow[Any]]:
    """Return the buttons that step through a game, and those that act on the current step."""
    last = len(game.session.moves)
    back, on = labels.step_labels(style)
    places = [(labels.FIRST, 0), (back, number - 1), (on, number + 1), (labels.LAST, last)]
    if review.turn is not None:
        places.append((labels.MOVE_THAT_LOST, review.turn.number))
    # No two buttons of a message may share a custom_id, and two of them may lead to the same move.
    steps = [
        PressButton(
            label,
            Press(game.seen, "step", f"{to}:{place}"),
            disabled=to == number or not 0 <= to <= last,
        )
        for place, (label, to) in enumerate(places)
    ]
    practise = Press(game.seen, "practise", str(number))
    return [
        discord.ui.ActionRow(*steps),
        discord.ui.ActionRow(
            PressButton(labels.PRACTISE, practise, disabled=number == last and not game.resigned),
            PressButton(labels.GET_MOVES, Press(game.seen, "record")),
        ),
    ]


async def send_record(interaction: Interaction, game: Game) -> None:
    """Send the moves of a game that is over to its player."""
    content = await services_of(interaction).records.write(game)
    name = f"{game.rules.id}-{game.session.seed}.game"
    file = discord.File(io.BytesIO(content), name, description=worded(RECORD_FILE))
    await interaction.response.send_message(file=file, ephemeral=True)


async def replay_file(interaction: Interaction, file: discord.Attachment) -> None:
    """Check a recorded game and show how it ended, with the buttons that step through it."""
    if file.size > MOST_BYTES:
        raise TooLarge
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        content = await file.read()
    except (discord.HTTPException, aiohttp.ClientError):
        raise GameError(FILE_LOST) from None
    game = await services_of(interaction).records.save(interaction.user.id, content)
    await show_step(interaction, game, len(game.session.moves))


async def review(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Look back at a game that is over, for its player alone."""
    game = await own_game(interaction, press)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_review(interaction, game)


async def step(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show the game as it stood after some of its moves."""
    game = await seen_game(interaction, press)
    await show_step(interaction, game, _number_of_move(press, game))


async def practise(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Play on from one of its moves, in a game of its own; others in progress here are laid aside."""
    game = await seen_game(interaction, press)
    number, dealer = _number_of_move(press, game), services_of(interaction).dealer
    practice = await dealer.deal_practice(seat_of(interaction), game, number)
    # The press was on the review, to which the player may want to return.
    await post(interaction, practice, PRACTICE)


async def record(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Send the moves as a file."""
    await send_record(interaction, await seen_game(interaction, press))


def _number_of_move(press: Press, game: Game) -> int:
    number, *_ = press.numbers()
    if number > len(game.session.moves):
        raise UnknownButton
    return number
