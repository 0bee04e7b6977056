"""Where and when a server gets its digest: chosen, shown, and switched off."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.engine.errors import GameError
from bot.ui.items import PressButton
from bot.ui.notes import Note
from bot.ui.own_permissions import own_permissions
from bot.ui.presses import Press
from bot.ui.refusals import FAILURES
from bot.ui.services import guild_of, managed_guild_of, services_of

if TYPE_CHECKING:
    from discord.app_commands import AppCommandChannel

    from bot.service.digest import Digests
    from bot.store import Server
    from bot.ui.presses import Interaction

log = logging.getLogger(__name__)

_NEEDED = {"view_channel": "View Channel", "send_messages": "Send Messages"}
_WHAT = (
    "-# One silent message a day with the results of yesterday's dailies, and none after a day on which "
    "nobody here finished one. The hour is of UTC: it stays when clocks change."
)


async def set_up_digest(
    interaction: Interaction, channel: AppCommandChannel | None, hour: int | None
) -> Note:
    """Have the digest come to a channel at an hour of UTC, and show it; what is not said stays as it was."""
    guild, digests = managed_guild_of(interaction), services_of(interaction).digests
    before = await digests.of(guild)
    if channel is None and hour is None:
        return setup_note(before, digests)
    place = channel.id if channel else before and before.channel
    hour = before.hour if hour is None and before else hour
    if place is None or hour is None:
        raise GameError("This server has no digest yet: name both its `channel` and its `hour`.")
    await _check_may_post(interaction, place)
    await digests.set_up(guild, place, hour, interaction.user.id)
    return setup_note(await digests.of(guild), digests)


async def switch_off_digest(interaction: Interaction) -> Note:
    """Have no digest come any more, where whoever asks may decide that."""
    guild, digests = managed_guild_of(interaction), services_of(interaction).digests
    await digests.switch_off(guild)
    return setup_note(None, digests)


def setup_note(server: Server | None, digests: Digests) -> Note:
    """Show where and when the digest comes; each person sees the hour in the own time zone."""
    if server is None:
        return Note(f"This server gets no digest: `/server setup` with `channel` and `hour` begins.\n{_WHAT}")
    if digests.is_given_up(server):
        return Note(
            f"This server gets no digest any more: I could not post in <#{server.channel}> three days in a "
            "row. Let me in there, or name another channel: `/server setup` with `channel` begins again."
            f"\n{_WHAT}"
        )
    coming = int(server.due_at.timestamp())
    return Note(
        f"The digest comes to <#{server.channel}> every day at <t:{coming}:t>, "
        f"which is {server.hour:02}:00 UTC; the next one <t:{coming}:R>.\n{_WHAT}",
        PressButton("Switch it off", Press(0, 0, "nodigest")),
    )


async def tell_manager(client: discord.Client, server: Server) -> None:
    """Tell whoever has set a digest up that it does not come any more, if that person can be told."""
    guild = client.get_guild(server.guild)
    if server.manager is None or guild is None:
        return
    note = Note(
        f"The digest of {discord.utils.escape_markdown(guild.name)} does not come any more: I could not post "
        f"in <#{server.channel}> three days in a row. `/server setup` there begins again."
    )
    note.stop()
    try:
        chat = await client.create_dm(discord.Object(server.manager))
        await chat.send(view=note)
    except FAILURES as error:
        log.warning("Nobody could be told that server %d gets no digest any more: %s", server.guild, error)


async def _check_may_post(interaction: Interaction, channel: int) -> None:
    if interaction.client.get_guild(guild_of(interaction)) is None:
        raise GameError("The digest needs me as a member: add me to this server first.")
    has = await own_permissions(interaction, channel)
    missing = [name for flag, name in _NEEDED.items() if not getattr(has, flag)]
    if missing:
        raise GameError(f"I cannot post in <#{channel}>: give me {' and '.join(missing)} there.")
