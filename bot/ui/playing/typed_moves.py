"""Moves typed into the modal or a command: played, or refused on the player's own board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.render.news import refused_news
from bot.service.errors import Refusal
from bot.ui.answers import show
from bot.ui.playing.endings import show_played
from bot.ui.playing.modals import MovesModal
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction


async def play_typed(interaction: Interaction, game_id: int, seen: int, typed: str) -> None:
    """Play typed moves; if the rules refuse them, show the reason under the player's own board.

    A public board stays as it is: its player is told in private.
    """
    player = interaction.user.id
    try:
        game = await services_of(interaction).play.move(player, game_id, seen, typed)
    except Refusal:
        raise
    except GameError as error:
        game = await services_of(interaction).lookup.own(player, game_id, seen)
        if game.public:
            raise
        await show(interaction, game, refused_news(str(error), typed))
        return
    await show_played(interaction, game)


async def open_form(interaction: Interaction, game_id: int, seen: int, typed: str = "") -> None:
    """Open the modal in which moves are typed, with what was typed before filled in."""
    modal = MovesModal(await services_of(interaction).lookup.own(interaction.user.id, game_id, seen), typed)
    modal.stop()
    await interaction.response.send_modal(modal)
