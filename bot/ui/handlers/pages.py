"""What the pickers and buttons under pages about games do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games import find_game
from bot.ui.components.presses import understood
from bot.ui.handlers.registration import on_press
from bot.ui.pages.game_pages import show_overview, show_page

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction, Press


@on_press("page")
async def other_family(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show a page of the game that the button names."""
    game, _, page = (press.rest or "").partition(":")
    await _show(interaction, page, game)


@on_press("pages")
async def other_game(interaction: Interaction, press: Press, values: list[str]) -> None:
    """Show a page of the game that was chosen."""
    await _show(interaction, press.rest or "", "".join(values))


@on_press("overview")
async def overview(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    """Show the player's results in all games."""
    await show_overview(interaction, None)


async def _show(interaction: Interaction, page: str, game: str) -> None:
    with understood():
        rules = find_game(game)
    await show_page(interaction, page, rules)
