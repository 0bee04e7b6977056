"""A leaderboard with buttons that turn its pages and change its period."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.render import labels
from bot.render.leaderboard import NO_SERVER, PERIODS, leaderboard_text
from bot.service.scores.ranks import Period
from bot.ui.board.styles import style_for
from bot.ui.components.game_picker import page_picker
from bot.ui.components.items import ButtonStyle, PressButton
from bot.ui.components.presses import Press
from bot.ui.services import services_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.scores.ranks import Leaderboard
    from bot.ui.components.presses import Interaction


async def leaderboard_view(
    interaction: Interaction, game: str, period: Period, page: int = 0
) -> discord.ui.LayoutView:
    """Return a page of a leaderboard of this server; raise GameError if there is no server."""
    if interaction.guild_id is None:
        raise GameError(NO_SERVER)
    ranks, asker = services_of(interaction).ranks, interaction.user.id
    found = await ranks.look(interaction.guild_id, asker, find_game(game), period, page)
    hidden = await ranks.hides(asker)
    style = await style_for(interaction, asker)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(leaderboard_text(found, style, hidden=hidden)))
    for row in (*_rows(found), *page_picker(f"ranks:{period}", found.rules.family, found.rules.id)):
        view.add_item(row)
    view.stop()
    return view


def _rows(found: Leaderboard) -> Iterator[discord.ui.ActionRow[Any]]:
    """Yield the buttons for the other pages, if there are any, and those for the periods."""
    if found.pages > 1:
        earlier, later = found.page - 1, found.page + 1
        yield discord.ui.ActionRow(
            PressButton(labels.BETTER, _press(found, found.period, earlier, turns=1), disabled=earlier < 0),
            PressButton(
                labels.FURTHER, _press(found, found.period, later, turns=1), disabled=later >= found.pages
            ),
        )
    periods = (
        PressButton(
            PERIODS[period].capitalize(),
            _press(found, period, 0),
            style=ButtonStyle.primary if period is found.period else ButtonStyle.secondary,
        )
        for period in Period
    )
    yield discord.ui.ActionRow(*periods)


def _press(found: Leaderboard, period: Period, page: int, *, turns: int = 0) -> Press:
    # No two buttons of a message may share a custom_id, and two of them may lead to the first page.
    return Press(0, turns, "ranks", f"{found.rules.id}:{period}:{page}")
