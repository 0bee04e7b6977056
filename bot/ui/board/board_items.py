"""The board of a game in a message: as text, or as a large picture between two texts."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any

import discord

from bot.render.board import board_text, texts_around
from bot.render.picture import board_in_words, board_picture

if TYPE_CHECKING:
    from bot.engine.rules import Table
    from bot.engine.session import Session
    from bot.render.board import Occasion
    from bot.render.cards import Style

_FILE = "board.png"


def board_items(
    session: Session[Any], style: Style, occasion: Occasion, *, room: int, resigned: bool
) -> list[discord.ui.Item[Any]]:
    """Return the parts of a message that show a board; a large picture needs `board_files` beside them.

    `room` is the number of characters available to all texts together.
    """
    if not _is_pictured(session.table, style):
        text = board_text(session, style, resigned=resigned, room=room, occasion=occasion)
        return [discord.ui.TextDisplay(text)]
    above, below = texts_around(session, style, resigned=resigned, occasion=occasion)
    says = board_in_words(session.table, style.a_line)
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{_FILE}", description=says)
    return [discord.ui.TextDisplay(above), gallery, discord.ui.TextDisplay(below)]


async def board_files(session: Session[Any], style: Style) -> list[discord.File]:
    """Draw the picture of a board; return no files if it has none.

    As the attachments of an edit, they also replace any earlier picture.
    """
    table = session.table
    if not _is_pictured(table, style):
        return []
    return [discord.File(io.BytesIO(await asyncio.to_thread(board_picture, table, style)), _FILE)]


def _is_pictured(table: Table, style: Style) -> bool:
    """Whether a board is drawn as a picture; with no cards left in any row there is nothing to draw."""
    return style.large and any(row.piles for row in table.rows)
