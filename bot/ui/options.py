"""The options of a command, which another version of the bot may have declared, or somebody made up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.engine.errors import GameError
from bot.render.refusals import not_offered

if TYPE_CHECKING:
    from bot.ui.presses import Interaction


def check_options(interaction: Interaction) -> None:
    """Raise GameError if an option has a value that is not among its choices: discord.py lets it through."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return
    given = dict(iter(interaction.namespace))
    for option in command.parameters:
        offered = [each.value for each in option.choices]
        if offered and option.display_name in given and given[option.display_name] not in offered:
            raise GameError(not_offered(command.qualified_name, option.display_name))
