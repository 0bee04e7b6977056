"""Puzzles: dealt by a command, or from the board of the last one."""

from __future__ import annotations

from bot.engine.rules import AnyRules
from bot.ui.answers import post, show, think
from bot.ui.presses import Interaction, Press
from bot.ui.services import own_game, seat_of, services_of


async def deal_puzzle(interaction: Interaction, rules: AnyRules) -> None:
    """Deal a puzzle that the user has not had, or show the one that is in play."""
    await show(interaction, await services_of(interaction).tries.begin(seat_of(interaction), rules))


async def deal_daily_puzzle(interaction: Interaction) -> None:
    """Deal the puzzle of today, or show the user's try at it, in play or over."""
    services = services_of(interaction)
    if await services.store.puzzles.of_day(services.dailies.today) is None:
        await think(interaction, public=False)  # making it takes a moment
    await show(interaction, await services.tries.begin_daily(seat_of(interaction)))


async def next_puzzle(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Deal the next puzzle of a game; the board of the last one stays."""
    game = await own_game(interaction, press)
    await post(interaction, await services_of(interaction).tries.begin(seat_of(interaction), game.rules))
