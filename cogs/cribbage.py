"""/deal cribbage: Cribbage Solitaire."""

from __future__ import annotations

from bot.app import IdleYearBot
from cogs.deal import FamilyCog


class CribbageCog(FamilyCog):
    """Claim what neighbouring cards form, until you reach 61 points."""

    family = "cribbage"
    summary = "Deal Cribbage Solitaire: claim pairs, runs and fifteens as the cards come, up to 61 points"


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(CribbageCog(bot))
