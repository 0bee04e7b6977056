"""/deal cribbage: Cribbage Solitaire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.deal import FamilyCog

if TYPE_CHECKING:
    from bot.app import IdleYearBot


class CribbageCog(FamilyCog):
    """Claim what neighbouring cards form, until you reach 61 points."""

    family = "cribbage"
    summary = "Deal Cribbage Solitaire: claim pairs, runs and fifteens as the cards come, up to 61 points"


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(CribbageCog(bot.deal_group))
