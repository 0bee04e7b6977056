"""The line of news under a board as a component, coloured if it says how sure something is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.service.hints.analysis import Surety

if TYPE_CHECKING:
    from bot.render.cards import Style
    from bot.render.news import News

Shown: TypeAlias = "discord.ui.TextDisplay[Any] | discord.ui.Container[Any]"

_COLOURS = {
    Surety.WON: discord.Colour.green(),
    Surety.LOST: discord.Colour.red(),
    Surety.ESTIMATE: discord.Colour.blue(),
    Surety.OPEN: discord.Colour.light_grey(),
}


def news_item(news: News, style: Style) -> Shown:
    """Return the component of a line of news, in a player's style."""
    text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay(news.written(style))
    if news.surety is None:
        return text
    return discord.ui.Container(text, accent_colour=_COLOURS[news.surety])
