"""What managers decide for their server: its digest, and the language of what everybody reads there."""

from __future__ import annotations

from typing import Any

import discord
from discord.app_commands import AppCommandChannel

from bot.client.failures import FAILURES, is_refusal
from bot.engine.errors import GameError
from bot.render import digest as texts
from bot.render import labels
from bot.render.settings import server_language
from bot.service.digest import Digests
from bot.store import Server
from bot.ui.answers import tell_in_place
from bot.ui.components import PressButton
from bot.ui.notes import Note
from bot.ui.options import read_language, read_zone
from bot.ui.presses import NO_GAME, Interaction, Press
from bot.ui.services import Services, guild_of, managed_guild_of, services_of

_UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel that it does not know, or no longer."""


async def set_up(
    interaction: Interaction,
    channel: AppCommandChannel | None,
    hour: int | None,
    zone: str | None,
    language: str | None,
) -> Note:
    """Set the digest's channel, hour and zone, and the server's language; what is not given stays as it was.

    Return what is set now.
    """
    guild, services = managed_guild_of(interaction), services_of(interaction)
    is_shown = (channel, hour, zone) == (None, None, None)
    if not is_shown:
        await _set_up_digest(interaction, channel, hour, zone)
    if language is not None:
        await services.server_languages.choose(guild, read_language(language))
        await services.store.servers.touch(guild)
    server = await services.store.servers.get(guild)
    is_gone = is_shown and server is not None and await _is_gone(interaction, server.channel)
    return await _setup_note(services, guild, is_gone=is_gone)


async def switch_off(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    """Switch the digest off; raise GameError if the user may not decide that."""
    guild, services = managed_guild_of(interaction), services_of(interaction)
    await services.store.servers.drop(guild)
    await tell_in_place(interaction, await _setup_note(services, guild))


async def own_permissions(interaction: Interaction, channel: int) -> discord.Permissions:
    """Return the bot's permissions in a channel of the server that the interaction came from."""
    told = _given_with(interaction.data, channel)
    has = await _asked_for(interaction, channel) if told is None else told
    # Unless it can view the channel it can do nothing, whatever else is allowed.
    return has if has.view_channel else discord.Permissions.none()


async def _set_up_digest(
    interaction: Interaction, channel: AppCommandChannel | None, hour: int | None, zone: str | None
) -> None:
    guild, services = guild_of(interaction), services_of(interaction)
    before = await services.store.servers.get(guild)
    place = channel.id if channel else before and before.channel
    hour = before.hour if hour is None and before else hour
    if place is None or hour is None:
        raise GameError(texts.NOT_SET_UP)
    zone = read_zone(zone) if zone else before.zone if before else "UTC"
    await _check_may_post(interaction, place)
    await services.store.servers.put(guild, place, hour, interaction.user.id, zone)


async def _setup_note(services: Services, guild: int, *, is_gone: bool = False) -> Note:
    """Show where and when the digest comes, and in which language."""
    note = _digest_note(await services.store.servers.get(guild), services.digests, is_gone=is_gone)
    language = server_language(await services.server_languages.of(guild))
    return note.add_item(discord.ui.TextDisplay(language))


def _digest_note(server: Server | None, digests: Digests, *, is_gone: bool) -> Note:
    if server is None:
        return Note(texts.no_digest())
    if digests.is_given_up(server) and not is_gone:
        return Note(texts.digest_given_up(server))
    told = texts.digest_homeless() if is_gone else texts.digest_setup(server)
    return Note(told, PressButton(labels.SWITCH_OFF, Press(NO_GAME, "nodigest")))


async def _is_gone(interaction: Interaction, channel: int) -> bool:
    """Whether a channel has been deleted, which nobody tells a client that caches none: Discord is asked."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    client: discord.Client = interaction.client
    try:
        await client.fetch_channel(channel)
    except FAILURES as error:
        return _says_gone(error)
    return False


def _says_gone(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_CHANNEL


async def _check_may_post(interaction: Interaction, channel: int) -> None:
    if interaction.client.get_guild(guild_of(interaction)) is None:
        raise GameError(texts.NO_MEMBER)
    has = await own_permissions(interaction, channel)
    missing = [name for flag, name in texts.PERMISSIONS.items() if not getattr(has, flag)]
    if missing:
        raise GameError(texts.may_not_post(channel, missing))


def _given_with(data: Any, channel: int) -> discord.Permissions | None:
    """Read the permissions that a command's data gives for a channel, if it does; discord.py does not yet."""
    named = data.get("resolved", {}).get("channels", {}).get(str(channel), {})
    return discord.Permissions(int(named["app_permissions"])) if "app_permissions" in named else None


async def _asked_for(interaction: Interaction, channel: int) -> discord.Permissions:
    await interaction.response.defer(ephemeral=True, thinking=True)
    client: discord.Client = interaction.client
    try:
        guild = await client.fetch_guild(guild_of(interaction), with_counts=False)
        me = await guild.fetch_member(client.user.id)  # type: ignore[union-attr]  # it has logged in
        return (await guild.fetch_channel(channel)).permissions_for(me)
    except FAILURES as error:
        if _says_gone(error):
            raise GameError(texts.GONE) from error
        if is_refusal(error):
            return discord.Permissions.none()
        raise GameError(texts.nobody_knows(channel)) from error
