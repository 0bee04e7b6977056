"""Whose language a message is in: a private one its reader's, one that a whole server sees the server's."""

from __future__ import annotations

import discord

from bot.render.language import LANGUAGES, nearest, read_by, spoken_here
from bot.service.settings import ServerLanguages, Settings
from bot.store import StoreError
from bot.ui.presses import Interaction


class Languages:
    """Finds out which language somebody reads: the one that was chosen, else the nearest to Discord's."""

    def __init__(self, settings: Settings, servers: ServerLanguages) -> None:
        self._settings = settings
        self._servers = servers

    async def note_reader(self, interaction: Interaction) -> None:
        """Word all that follows in the language of whoever asks."""
        locale = interaction.locale.value
        self._settings.hear(interaction.user.id, locale)
        try:
            chosen = (await self._settings.of(interaction.user.id)).language
        except StoreError:  # what was asked for may need no database; if it does, that is told next
            chosen = ""
        read_by(_read(chosen, locale))

    async def around(self, interaction: Interaction) -> str:
        """Return the language of the server that an interaction came from; elsewhere, of whoever asks."""
        if interaction.guild_id is None:
            return spoken_here()
        spoken = interaction.guild_locale
        return _read(await self._servers.of(interaction.guild_id), spoken.value if spoken else None)

    async def of_server(self, client: discord.Client, guild: int) -> str:
        """Return the language of a server that this process sees."""
        found = client.get_guild(guild)
        return _read(await self._servers.of(guild), found.preferred_locale.value if found else None)

    async def of_player(self, player: int, locale: str | None) -> str:
        """Return the language of somebody who has pressed nothing; `locale` is that of their Discord once."""
        try:
            chosen = (await self._settings.of(player)).language
        except StoreError:  # better said in another language than not at all
            chosen = ""
        return _read(chosen, self._settings.heard(player) or locale)


def _read(chosen: str, locale: str | None) -> str:
    """Return the chosen language if we have it, else ours that is nearest to Discord's."""
    return chosen if chosen in LANGUAGES else nearest(locale)
