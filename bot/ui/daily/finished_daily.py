"""A daily that its player has finished: how it went, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render import labels
from bot.render.daily import FinishedDaily, finished_daily_text
from bot.ui.answers import tell
from bot.ui.board.board_title import end_of_day, occasion_of
from bot.ui.board.styles import style_for
from bot.ui.components.items import ButtonStyle, PressButton
from bot.ui.components.notes import Note
from bot.ui.components.presses import Press
from bot.ui.services import services_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.game import Game
    from bot.store import Daily
    from bot.ui.components.presses import Interaction


async def show_finished(interaction: Interaction, game: Game, daily: Daily) -> None:
    """Show a player how their attempt that counts for a daily went."""
    services, player, guild = services_of(interaction), interaction.user.id, interaction.guild_id
    style = await style_for(interaction, player)
    finished = FinishedDaily(
        game=game,
        result=await services.lookup.result(game),
        place=None if guild is None else await services.dailies.place(guild, player, daily),
        streak=await services.stats.daily_streak(player),
        next_day=end_of_day(daily.day),
        occasion=await occasion_of(interaction, game, style),
        hidden=guild is not None and await services.ranks.hides(player),
    )
    await tell(interaction, Note(finished_daily_text(finished, style), *_buttons(finished, guild)))


def _buttons(finished: FinishedDaily, guild: int | None) -> Iterator[PressButton]:
    """Yield the buttons that apply; those that would reveal the deal wait until its day is over."""
    game, sealed = finished.game, finished.occasion.sealed
    if finished.result is not None:
        yield PressButton(labels.SHARE, Press(game.id, game.version, "share"), style=ButtonStyle.primary)
    if guild is not None:
        yield PressButton(labels.RESULTS, Press(game.id, game.version, "results"))
    yield PressButton(labels.REVIEW, Press(game.id, game.version, "review"), disabled=sealed)
    if not sealed:
        yield PressButton(labels.PRACTISE_DEAL, Press(game.id, game.version, "practise", "0"))
    yield PressButton(labels.board_label(game), Press(game.id, game.version, "board"))
