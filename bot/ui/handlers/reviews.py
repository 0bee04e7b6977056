"""What the buttons of a review do, and those that share a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.components.presses import UnknownButton
from bot.ui.finished.practice import practise
from bot.ui.finished.records import send_record
from bot.ui.finished.reviews import show_review
from bot.ui.finished.shares import preview, share
from bot.ui.finished.steps import show_step
from bot.ui.handlers.registration import on_press
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.ui.components.presses import Interaction, Press


async def _own(interaction: Interaction, press: Press) -> Game:
    """Return the game that was pressed; raise NotYours to a stranger, Stale if it was taken up again."""
    return await services_of(interaction).lookup.own(interaction.user.id, press.game, press.version)


def _number_of_move(press: Press, game: Game) -> int:
    number, *_ = press.numbers()
    if number > len(game.session.moves):
        raise UnknownButton
    return number


@on_press("review")
async def review(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Look back at a game that is over, for its player alone."""
    game = await services_of(interaction).lookup.own(interaction.user.id, press.game)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_review(interaction, game)


@on_press("step")
async def step(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show the game as it stood after some of its moves."""
    game = await _own(interaction, press)
    await show_step(interaction, game, _number_of_move(press, game))


@on_press("practise")
async def practise_from(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Play on from one of its moves, in a game of its own."""
    game = await _own(interaction, press)
    _, *replacing = press.numbers()
    instead = (replacing[0], replacing[1]) if len(replacing) == 2 else None
    await practise(interaction, game, _number_of_move(press, game), instead)


@on_press("record")
async def record(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Send the moves as a file."""
    await send_record(interaction, await _own(interaction, press))


@on_press("share")
async def share_preview(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show what others would read about the game."""
    game = await services_of(interaction).lookup.own(interaction.user.id, press.game)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await preview(interaction, game)


@on_press("shared")
async def share_here(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Post that to the channel."""
    await share(interaction, await _own(interaction, press))
