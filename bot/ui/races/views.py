"""How the public message of a race looks, with the button that joins it or deals it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.render import labels
from bot.render.race import result_text, running_text
from bot.ui.components.items import ButtonStyle, PressButton
from bot.ui.components.presses import Press

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.playing.race import Standing
    from bot.store import Race


def running_view(race: Race, found: Sequence[Standing]) -> discord.ui.LayoutView:
    """Return the message of a race that is on, with the button that joins it."""
    press = Press(0, 0, "race", str(race.id))
    return _view(running_text(race, found), PressButton(labels.RACE, press, style=ButtonStyle.primary))


def result_view(race: Race, found: Sequence[Standing]) -> discord.ui.LayoutView:
    """Return the message of a race that is over, with the button that deals it again."""
    press = Press(0, 0, "raced", str(race.id))
    return _view(result_text(race, found), PressButton(labels.PLAY_RACE_DEAL, press))


def _view(text: str, button: PressButton) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(button)
    view.add_item(row)
    view.stop()
    return view
