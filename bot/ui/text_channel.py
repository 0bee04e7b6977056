"""An option of a command that takes a channel of the server in which messages stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from discord import AppCommandOptionType, ChannelType
from discord.app_commands import AppCommandChannel, Transform, Transformer

if TYPE_CHECKING:
    from bot.ui.presses import Interaction


class _TextChannels(Transformer):
    """Takes a channel as Discord describes it.

    discord.py's own way fails, without a sentence, for a channel that the bot does not see.
    """

    @property
    def type(self) -> AppCommandOptionType:
        """What Discord lets people choose from."""
        return AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        """Which of them: announcements are texts too."""
        return [ChannelType.text, ChannelType.news]

    async def transform(self, _interaction: Interaction, value: Any, /) -> AppCommandChannel:
        """Return the channel as it came."""
        channel: AppCommandChannel = value
        return channel


TextChannel: TypeAlias = Transform[AppCommandChannel, _TextChannels]
