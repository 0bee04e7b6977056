"""The options of commands as Discord sends them, each of the type and in the range that was offered.

discord.py lets others through: an old client, or somebody who makes things up, may send them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import discord
from discord import AppCommandOptionType, ChannelType, app_commands
from discord.app_commands import AppCommandChannel, Transform, Transformer

from bot.render.refusals import ANOTHER_COMMAND, UNREADABLE, not_offered, out_of_range
from idle_year.engine.errors import GameError

Interaction: TypeAlias = discord.Interaction[Any]

_TYPES: Mapping[AppCommandOptionType, Any] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
    AppCommandOptionType.user: (discord.User, discord.Member),
    AppCommandOptionType.channel: AppCommandChannel,
    AppCommandOptionType.attachment: discord.Attachment,
}
"""What discord.py reads an option of each type as, if Discord has sent all that belongs to it."""


class UnknownCommand(GameError):
    """A command, or an option of one, that this version of the bot does not have."""

    def __init__(self) -> None:
        super().__init__(ANOTHER_COMMAND)


def check_options(interaction: Interaction) -> None:
    """Raise GameError for an option of another type, a value that is no choice or a number out of range."""
    for option, value in _given(interaction):
        command, name = option.command.qualified_name, option.display_name
        offered = [each.value for each in option.choices]
        if offered and value not in offered:
            raise GameError(not_offered(command, name))
        least, most = option.min_value, option.max_value  # of a text: how long it may be
        if isinstance(value, int) and not _is_within(value, least, most):
            raise GameError(out_of_range(command, name, least, most))


def check_offered(interaction: Interaction) -> None:
    """Raise GameError if this version offers nothing for what is typed, or a text is longer than it may be.

    While people type, Discord sends up to 6000 characters of it.
    """
    options, typed = _given(interaction), [*_being_typed(interaction.data)]
    if not any(option.autocomplete and option.display_name in typed for option, _ in options):
        raise UnknownCommand
    for option, value in options:
        if isinstance(value, str) and option.max_value is not None and len(value) > option.max_value:
            raise GameError(UNREADABLE)


def _being_typed(data: Any) -> Iterator[str]:
    for option in data.get("options", ()):
        if option.get("focused"):
            yield option["name"]
        yield from _being_typed(option)


def _given(interaction: Interaction) -> list[tuple[app_commands.Parameter, object]]:
    """Return the options of a command that were given, with their values.

    Raise GameError if one is of another type than this version's command has.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return []
    given = dict(iter(interaction.namespace))
    found = [(each, given[each.display_name]) for each in command.parameters if each.display_name in given]
    if not all(isinstance(value, _TYPES.get(option.type, object)) for option, value in found):
        raise GameError(UNREADABLE)
    return found


def _is_within(value: int, least: float | None, most: float | None) -> bool:
    return (least is None or least <= value) and (most is None or value <= most)


class ChosenChannel(NamedTuple):
    """A channel of a server that somebody has chosen."""

    id: int
    permissions: discord.Permissions | None
    """What the bot may do there; None if Discord has not said so."""


class _TextChannels(Transformer):
    """Takes a channel as Discord describes it.

    discord.py's own transformer fails, without telling the user, for a channel that the bot cannot see, and
    it does not read what the bot may do there.
    """

    @property
    def type(self) -> AppCommandOptionType:
        """What Discord lets people choose from: channels."""
        return AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        """Which channels: announcement channels hold text too."""
        return [ChannelType.text, ChannelType.news]

    async def transform(self, interaction: Interaction, value: Any, /) -> ChosenChannel:
        """Return the channel, with the permissions that the command's data gives."""
        data: Any = interaction.data
        named = data.get("resolved", {}).get("channels", {}).get(str(value.id), {})
        bits = str(named.get("app_permissions"))
        return ChosenChannel(value.id, discord.Permissions(int(bits)) if bits.isdecimal() else None)


TextChannel: TypeAlias = Transform[ChosenChannel, _TextChannels]
