"""What the buttons of the front door do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.daily import FAMILIES
from bot.engine.games import find_game, games_of
from bot.ui.answers import tell_in_place
from bot.ui.components.deal_request import DealRequest
from bot.ui.components.presses import UnknownButton, understood
from bot.ui.daily.dailies import deal_daily
from bot.ui.handlers.registration import on_press
from bot.ui.pages.front_door import deal_picker, front_door, help_note
from bot.ui.playing.dealing import deal
from bot.ui.playing.first_game import deal_first_game

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction, Press


def _family(press: Press) -> str:
    """Return the family that a press names, the first if it names none."""
    family = press.rest or FAMILIES[0]
    if family not in FAMILIES:
        raise UnknownButton
    return family


@on_press("door")
async def play(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    """Show what there is to play."""
    await tell_in_place(interaction, await front_door(interaction))


@on_press("help")
async def help_(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    """Show what the bot is and what can be done with it."""
    await tell_in_place(interaction, help_note())


@on_press("today")
async def play_daily(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Deal today's daily of a family, or show how far the player's game of it has come."""
    await deal_daily(interaction, DealRequest(games_of(_family(press))[0]))


@on_press("learn")
async def learn(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Deal the first game, or show it as it stands; if the press names a game in its way, resign that."""
    await deal_first_game(interaction, (press.game, press.version) if press.game else None)


@on_press("deals")
async def pick_game(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show the games of a family, one of which can be dealt; of the first family if none is named."""
    await tell_in_place(interaction, deal_picker(_family(press)))


@on_press("dealt")
async def deal_picked(interaction: Interaction, press: Press, values: list[str]) -> None:
    """Deal the game that was chosen, or that the button names."""
    with understood():
        rules = find_game(values[0] if values else press.rest or "")
    await deal(interaction, DealRequest(rules))
