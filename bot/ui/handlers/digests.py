"""What the buttons of digests do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.daily import FAMILIES
from bot.engine.games import games_of
from bot.ui.components.deal_request import DealRequest
from bot.ui.daily.dailies import deal_daily
from bot.ui.daily.digest_setup import switch_off_digest
from bot.ui.handlers.registration import on_press
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction, Press


@on_press("daily")
async def play_daily(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    """Deal today's daily, whatever day the message is from, to the user who pressed."""
    await deal_daily(interaction, DealRequest(games_of(FAMILIES[0])[0]))


@on_press("nodigest")
async def switch_off(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    """Switch the digest off."""
    note = await switch_off_digest(interaction)
    services_of(interaction).command_names.link_all(note)
    note.stop()
    await interaction.response.edit_message(view=note)
