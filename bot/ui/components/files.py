"""Files as Discord accepts them."""

from __future__ import annotations

import asyncio
import gzip
import io
from typing import TYPE_CHECKING

import discord

from bot.engine.errors import GameError
from bot.render.refusals import FILE_TOO_LARGE

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction


async def file_for(interaction: Interaction, content: bytes, name: str, description: str) -> discord.File:
    """Return a file to answer with, compressed if it is too large; raise GameError if it still is."""
    if len(content) > interaction.filesize_limit:
        content, name = await asyncio.to_thread(gzip.compress, content), f"{name}.gz"
    if len(content) > interaction.filesize_limit:
        raise GameError(FILE_TOO_LARGE)
    return discord.File(io.BytesIO(content), name, description=description)
