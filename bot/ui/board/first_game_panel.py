"""The panel above the board of the first game, with a button for what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.render.first_game import TRY_WHOLE_PACK, first_game_text, shown_label
from bot.service.playing.first_game import NEXT, Stage, shown_move, stage_of
from bot.ui.components.items import ButtonStyle, PressButton
from bot.ui.components.presses import Press

if TYPE_CHECKING:
    from bot.render.cards import Style
    from bot.service.game import Game

Panel: TypeAlias = discord.ui.Container[Any]


def first_game_panel(game: Game, style: Style) -> Panel | None:
    """Return the panel above the board of the first game; None for any other game."""
    stage = stage_of(game)
    if stage is None:
        return None
    panel: Panel = discord.ui.Container(accent_colour=discord.Colour.gold())
    panel.add_item(discord.ui.TextDisplay(first_game_text(game, stage, style)))
    if stage is Stage.SHOWN:
        # The same move is also offered below and by hints: no two buttons of a message may share a custom_id.
        press = Press(game.id, game.version, "shown", shown_move(game))
        panel.add_item(_row(shown_label(game, style), press))
    if stage is Stage.OVER:
        panel.add_item(_row(TRY_WHOLE_PACK, Press(0, 0, "dealt", NEXT)))
    return panel


def _row(label: str, press: Press) -> discord.ui.ActionRow[Any]:
    return discord.ui.ActionRow(PressButton(label, press, style=ButtonStyle.success))
