"""What the buttons of the settings do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.answers import tell_in_place
from bot.ui.handlers.registration import on_press
from bot.ui.pages.settings_panel import choose, settings_panel

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction, Press


@on_press("set")
async def change(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Change the user's settings as the button says, and show them at once."""
    what, _, value = (press.rest or "").partition(":")
    await choose(interaction, what, value)
    await tell_in_place(interaction, await settings_panel(interaction))
