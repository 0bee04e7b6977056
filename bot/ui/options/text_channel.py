"""A command option that takes a text channel of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from discord import AppCommandOptionType, ChannelType
from discord.app_commands import AppCommandChannel, Transform, Transformer

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction


class _TextChannels(Transformer):
    """Takes a channel as Discord describes it.

    discord.py's own transformer fails, without telling the user, for a channel that the bot cannot see.
    """

    @property
    def type(self) -> AppCommandOptionType:
        """What Discord lets people choose from: channels."""
        return AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        """Which channels: announcement channels hold text too."""
        return [ChannelType.text, ChannelType.news]

    async def transform(self, _interaction: Interaction, value: Any, /) -> AppCommandChannel:
        """Return the channel unchanged."""
        channel: AppCommandChannel = value
        return channel


TextChannel: TypeAlias = Transform[AppCommandChannel, _TextChannels]
