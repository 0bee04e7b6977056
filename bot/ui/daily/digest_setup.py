"""Set up, show and switch off a server's digest."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.engine.errors import GameError
from bot.render import labels, servers
from bot.ui.client.request_failures import FAILURES
from bot.ui.components.items import PressButton
from bot.ui.components.notes import Note
from bot.ui.components.presses import Press
from bot.ui.daily.own_permissions import own_permissions
from bot.ui.services import guild_of, managed_guild_of, services_of

if TYPE_CHECKING:
    from discord.app_commands import AppCommandChannel

    from bot.service.daily.digests import Digests
    from bot.store import Server
    from bot.ui.components.presses import Interaction

log = logging.getLogger(__name__)


async def set_up_digest(
    interaction: Interaction, channel: AppCommandChannel | None, hour: int | None
) -> Note:
    """Set the channel and the UTC hour of the digest, and show them; what is not given stays as it was."""
    guild, digests = managed_guild_of(interaction), services_of(interaction).digests
    before = await digests.of(guild)
    if channel is None and hour is None:
        return setup_note(before, digests)
    place = channel.id if channel else before and before.channel
    hour = before.hour if hour is None and before else hour
    if place is None or hour is None:
        raise GameError(servers.NOT_SET_UP)
    await _check_may_post(interaction, place)
    await digests.set_up(guild, place, hour, interaction.user.id)
    return setup_note(await digests.of(guild), digests)


async def switch_off_digest(interaction: Interaction) -> Note:
    """Switch the digest off; raise GameError if the user may not decide that."""
    guild, digests = managed_guild_of(interaction), services_of(interaction).digests
    await digests.switch_off(guild)
    return setup_note(None, digests)


def setup_note(server: Server | None, digests: Digests) -> Note:
    """Show where and when the digest comes; each reader sees the hour in their own time zone."""
    if server is None:
        return Note(servers.NO_DIGEST)
    if digests.is_given_up(server):
        return Note(servers.digest_given_up(server))
    return Note(servers.digest_setup(server), PressButton(labels.SWITCH_OFF, Press(0, 0, "nodigest")))


async def tell_manager(client: discord.Client, server: Server) -> None:
    """Tell the manager who set up a digest that it has stopped, if they can be reached."""
    guild = client.get_guild(server.guild)
    if server.manager is None or guild is None:
        return
    note = Note(servers.tell_manager(discord.utils.escape_markdown(guild.name), server))
    note.stop()
    try:
        chat = await client.create_dm(discord.Object(server.manager))
        await chat.send(view=note)
    except FAILURES as error:
        log.warning("Nobody could be told that server %d gets no digest any more: %s", server.guild, error)


async def _check_may_post(interaction: Interaction, channel: int) -> None:
    if interaction.client.get_guild(guild_of(interaction)) is None:
        raise GameError(servers.NO_MEMBER)
    has = await own_permissions(interaction, channel)
    missing = [name for flag, name in servers.PERMISSIONS.items() if not getattr(has, flag)]
    if missing:
        raise GameError(servers.may_not_post(channel, missing))
