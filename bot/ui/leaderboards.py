"""A leaderboard with buttons that turn its pages and change its period."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.render.leaderboard import leaderboard_text
from bot.service.ranks import Period
from bot.ui.host import host_of
from bot.ui.items import ButtonStyle, PressButton
from bot.ui.looks import style_for
from bot.ui.presses import Press

if TYPE_CHECKING:
    from bot.service.ranks import Leaderboard
    from bot.ui.presses import Interaction

TITLES = {Period.TODAY: "today", Period.MONTH: "this month", Period.ALL: "all time"}


async def leaderboard_view(
    interaction: Interaction, game: str, period: Period, page: int = 0
) -> discord.ui.LayoutView:
    """Return a page of a leaderboard of this server; raise GameError where there is no server."""
    if interaction.guild_id is None:
        raise GameError("Leaderboards belong to servers: ask for one there.")
    look = host_of(interaction).ranks.look
    found = await look(interaction.guild_id, interaction.user.id, find_game(game), period, page)
    style = await style_for(interaction, interaction.user.id)
    pages = f" · page {found.page + 1} of {found.pages}" if found.pages > 1 else ""
    title = f"{TITLES[period]}{pages}"
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(
        discord.ui.TextDisplay(leaderboard_text(found.rules, title, found.places, found.own, style))
    )
    view.add_item(discord.ui.ActionRow(*_buttons(found)))
    view.stop()
    return view


def _buttons(found: Leaderboard) -> list[PressButton]:
    """Return the buttons for the other pages, where there are more, and for the periods."""
    periods = [
        PressButton(
            TITLES[period].capitalize(),
            _press(found, period, 0),
            style=ButtonStyle.primary if period is found.period else ButtonStyle.secondary,
        )
        for period in Period
    ]
    if found.pages == 1:
        return periods
    earlier, later = found.page - 1, found.page + 1
    return [
        PressButton("◀ Better", _press(found, found.period, earlier, turns=1), disabled=earlier < 0),
        PressButton("Further ▶", _press(found, found.period, later, turns=1), disabled=later >= found.pages),
        *periods,
    ]


def _press(found: Leaderboard, period: Period, page: int, *, turns: int = 0) -> Press:
    # No two buttons of a message may have the same id, and the first page can be reached by two of them.
    return Press(0, turns, "ranks", f"{found.rules.id}:{period}:{page}")
