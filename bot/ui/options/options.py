"""The options of a command, which another version of the bot may have declared, or somebody made up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.engine.errors import GameError
from bot.render.refusals import not_offered, out_of_range

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction


def check_options(interaction: Interaction) -> None:
    """Raise GameError for a value that is not among an option's choices, or a number out of its range.

    discord.py lets both through.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return
    given = dict(iter(interaction.namespace))
    for option in command.parameters:
        if option.display_name in given:
            _check(command.qualified_name, option, given[option.display_name])


def _check(command: str, option: app_commands.Parameter, value: object) -> None:
    offered = [each.value for each in option.choices]
    if offered and value not in offered:
        raise GameError(not_offered(command, option.display_name))
    least, most = (
        option.min_value,
        option.max_value,
    )  # of a text: how long it may be
    if isinstance(value, int) and not _is_within(value, least, most):
        raise GameError(out_of_range(command, option.display_name, least, most))


def _is_within(value: int, least: float | None, most: float | None) -> bool:
    return (least is None or least <= value) and (most is None or value <= most)
