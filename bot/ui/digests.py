"""The digest as a server gets it: one silent message a day, with a button to play."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from bot.render.digest import digest_proof, digest_text
from bot.ui.items import ButtonStyle, PressButton
from bot.ui.notes import Note
from bot.ui.presses import Press

if TYPE_CHECKING:
    from bot.service.digest import Digest, Digests
    from bot.store import Server

log = logging.getLogger(__name__)

_PAUSE = 60.0
"""Seconds between two looks at which servers are due."""


async def keep_posting(bot: discord.Client, digests: Digests) -> None:
    """Post digests whenever their hour has come, until cancelled."""
    while True:
        await asyncio.sleep(_PAUSE)
        try:
            await post_due(bot, digests)
        except Exception:
            log.exception("The digests could not be posted; another try follows.")


async def post_due(bot: discord.Client, digests: Digests) -> None:
    """Post the digests that are due in those servers that this process sees."""
    for server in await digests.due():
        guild = bot.get_guild(server.guild)
        if guild is None or guild.unavailable:
            continue
        digest = await digests.take(server)
        if digest is not None:
            await _post(bot, server, digest)


async def _post(bot: discord.Client, server: Server, digest: Digest) -> None:
    channel = bot.get_partial_messageable(server.channel, guild_id=server.guild)
    try:
        await channel.send(view=_view(digest), silent=True, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        log.warning("Server %d goes without its digest today: %s", server.guild, error)


def _view(digest: Digest) -> discord.ui.LayoutView:
    play = PressButton("Play today's daily", Press(0, 0, "daily"), style=ButtonStyle.primary)
    view = Note(digest_text(digest.day, digest.streak, digest.results), play)
    view.add_item(discord.ui.TextDisplay(digest_proof(digest.day, digest.coming, digest.commitments)))
    view.stop()
    return view
