"""Recorded games as files: sent to their player, and read from what users upload."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.engine.errors import GameError
from bot.render.refusals import FILE_LOST
from bot.render.review import RECORD_FILE
from bot.service.playing.records import MOST_BYTES, TooLarge
from bot.ui.finished.steps import show_step
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.ui.components.presses import Interaction


async def send_record(interaction: Interaction, game: Game) -> None:
    """Send the moves of a game that is over to its player."""
    content = await services_of(interaction).records.write(game)
    name = f"{game.rules.id}-{game.session.seed}.game"
    file = discord.File(io.BytesIO(content), name, description=RECORD_FILE)
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
    game = await services_of(interaction).records.keep(interaction.user.id, content)
    await show_step(interaction, game, len(game.session.moves))
