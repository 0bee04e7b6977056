"""Move a game to its player's direct messages with the bot, where its board lasts.

The board is posted first: if that fails, nothing has changed. Any game may move, even a daily or one of a
race: it stays the same attempt, and counts where it was dealt.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import TypeVar

import discord

from bot.client.failures import FAILURES, is_closed
from bot.engine.errors import GameError
from bot.render import notes
from bot.service.background import reason
from bot.service.errors import GameOver
from bot.service.game import Game
from bot.ui.answers import tell
from bot.ui.board import Board, occasion_of, style_for
from bot.ui.notes import Note
from bot.ui.presses import Interaction, Press
from bot.ui.services import own_game, services_of

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)

_LONGEST = 60
"""Seconds that Discord may take to deliver the board."""


async def play_in_dm(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Move a game to its player's direct messages, post its board there, and say where it is."""
    game = await own_game(interaction, press)
    if game.over:
        raise GameOver(game)
    if game.public:
        raise GameError(notes.WATCHED)
    await interaction.response.defer(ephemeral=True, thinking=True)
    chat = await _reach(interaction.user.create_dm())
    if game.seat.channel != chat.id:
        await _take_along(interaction, game, chat)
    await tell(interaction, Note(notes.moved_to_dm(game, chat.jump_url)))


async def _take_along(interaction: Interaction, game: Game, chat: discord.DMChannel) -> None:
    board = await _board(interaction, game, chat.id)
    message = await _reach(chat.send(view=board, files=await board.files()))
    try:
        await services_of(interaction).play.take_along(game, chat.id)
    except GameError:
        with contextlib.suppress(*FAILURES):
            await message.delete()
        raise


async def _board(interaction: Interaction, game: Game, channel: int) -> Board:
    """Return the board as it will be once the game has moved, which increments its version."""
    style = await style_for(interaction, game.seat.owner)
    moved = replace(game, seat=replace(game.seat, channel=channel), version=game.version + 1)
    return Board(moved, style, None, await occasion_of(interaction, moved, style))


async def _reach(request: Awaitable[Answer]) -> Answer:
    """Await a request to a player's direct messages; raise GameError if they cannot be reached."""
    try:
        async with asyncio.timeout(_LONGEST):
            return await request
    except FAILURES as error:
        if is_closed(error):
            raise GameError(notes.DM_CLOSED) from None
        log.warning("A board could not be sent to direct messages: %s", reason(error))
        raise GameError(notes.DM_FAILED) from None
