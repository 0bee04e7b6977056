"""What stands under a board: a line of news, and how sure it is where that matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import discord

from bot.service.analysis import Surety

if TYPE_CHECKING:
    from bot.render.style import Style
    from bot.service.hint import Level

Shown: TypeAlias = "discord.ui.TextDisplay[Any] | discord.ui.Container[Any]"

_SIGNS = {Surety.WON: "✅", Surety.LOST: "❌", Surety.ESTIMATE: "🎲", Surety.OPEN: "❔"}
_COLOURS = {
    Surety.WON: discord.Colour.green(),
    Surety.LOST: discord.Colour.red(),
    Surety.ESTIMATE: discord.Colour.blue(),
    Surety.OPEN: discord.Colour.light_grey(),
}


class News(NamedTuple):
    """A line of news; where it says whether a game can be won, a sign and a colour say how sure that is."""

    text: str
    surety: Surety | None = None
    more: Level | None = None
    """How much the next hint on this position tells; None stands for what the first one tells."""

    def written(self, style: Style) -> str:
        """Return the line as this player reads it."""
        if self.surety is None:
            return f"> {style.say(self.text)}"
        return style.say(f"{_SIGNS[self.surety]} {self.text}")

    def shown(self, style: Style) -> Shown:
        """Return the line as a component."""
        text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay(self.written(style))
        if self.surety is None:
            return text
        return discord.ui.Container(text, accent_colour=_COLOURS[self.surety])
