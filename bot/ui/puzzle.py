"""Puzzles: dealt by a command, at the front door, or from the board of the last one."""

from __future__ import annotations

from bot.engine.games import find_game
from bot.engine.rules import AnyRules
from bot.service.puzzle import GAMES
from bot.ui.answers import post, show, think
from bot.ui.presses import Interaction, Press
from bot.ui.services import game_here, own_game, seat_of, services_of

_DEFAULT = "accordion"


async def deal_puzzle(interaction: Interaction, rules: AnyRules | None = None) -> None:
    """Deal a puzzle that the user has not had, or show the one that is in play.

    By default it is of the game that the user plays in this channel, if that has puzzles.
    """
    if rules is None:
        here = await game_here(interaction)
        rules = find_game(here if here in GAMES else _DEFAULT)
    await show(interaction, await services_of(interaction).tries.begin(seat_of(interaction), rules))


async def deal_daily_puzzle(interaction: Interaction) -> None:
    """Deal the puzzle of today, or show the user's try at it, in play or over."""
    services = services_of(interaction)
    if await services.store.puzzles.of_day(services.dailies.today) is None:
        await think(interaction, public=False)  # making it takes a moment
    await show(interaction, await services.tries.begin_daily(seat_of(interaction)))


async def solve(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    """Deal a puzzle, or show the one that is in play, of the game that the user plays here."""
    await deal_puzzle(interaction)


async def next_puzzle(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Deal the next puzzle of a game; the board of the last one stays."""
    game = await own_game(interaction, press)
    await post(interaction, await services_of(interaction).tries.begin(seat_of(interaction), game.rules))
