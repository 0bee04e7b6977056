"""Whose language a message is in: a private one its reader's, one that a whole server sees the server's."""

from __future__ import annotations

import discord

from bot.render.language import language_read
from bot.service.settings import ServerLanguages, Settings
from bot.store import StoreError


class Languages:
    """Finds out which language a server or a player reads: the one chosen, else the nearest to Discord's."""

    def __init__(self, settings: Settings, servers: ServerLanguages) -> None:
        self._settings = settings
        self._servers = servers

    async def of_server(self, guild: int, locale: str | None) -> str:
        """Return the language of a server, whose Discord is in `locale`."""
        return language_read(await self._servers.of(guild), locale)

    async def of_server_here(self, client: discord.Client, guild: int) -> str:
        """Return the language of a server that this process sees."""
        found = client.get_guild(guild)
        return await self.of_server(guild, found.preferred_locale.value if found else None)

    async def of_player(self, player: int, locale: str | None) -> str:
        """Return the language of somebody who has pressed nothing; `locale` is that of their Discord once."""
        try:
            chosen = (await self._settings.of(player)).language
        except StoreError:  # better said in another language than not at all
            chosen = ""
        return language_read(chosen, self._settings.heard(player) or locale)
