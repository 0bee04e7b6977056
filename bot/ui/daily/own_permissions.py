"""The bot's permissions in a channel: it caches no channels, so it has to ask Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.engine.errors import GameError
from bot.render.servers import nobody_knows
from bot.ui.client.request_failures import FAILURES
from bot.ui.services import guild_of

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction


async def own_permissions(interaction: Interaction, channel: int) -> discord.Permissions:
    """Return the bot's permissions in a channel of the server that the interaction came from."""
    told = _told(interaction.data, channel)
    has = await _asked_for(interaction, channel) if told is None else told
    # Unless it can view the channel it can do nothing, whatever else is allowed.
    return has if has.view_channel else discord.Permissions.none()


def _told(data: Any, channel: int) -> discord.Permissions | None:
    """Read the permissions that a command's data gives for a channel; discord.py does not do so yet."""
    named = data.get("resolved", {}).get("channels", {}).get(str(channel), {})
    bits = named.get("app_permissions")
    return None if bits is None else discord.Permissions(int(bits))


async def _asked_for(interaction: Interaction, channel: int) -> discord.Permissions:
    await interaction.response.defer(ephemeral=True, thinking=True)
    client: discord.Client = interaction.client
    try:
        guild = await client.fetch_guild(guild_of(interaction), with_counts=False)
        me = await guild.fetch_member(client.user.id)  # type: ignore[union-attr]  # it has logged in
        return (await guild.fetch_channel(channel)).permissions_for(me)
    except (discord.Forbidden, discord.NotFound):
        return discord.Permissions.none()
    except FAILURES as error:
        raise GameError(nobody_knows(channel)) from error
