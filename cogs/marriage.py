"""/deal marriage: Royal Marriage and the other games that discard what lies between two matching cards."""

from __future__ import annotations

from bot.app import IdleYearBot
from cogs.deal import FamilyCog


class MarriageCog(FamilyCog):
    """What lies between two matching cards leaves, until two cards are left."""

    family = "marriage"
    summary = "Deal Royal Marriage or a relative: remove what lies between two matching cards"


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(MarriageCog(bot))
