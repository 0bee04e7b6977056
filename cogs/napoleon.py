"""/deal napoleon: Napoleon at St Helena."""

from __future__ import annotations

from bot.app import IdleYearBot
from cogs.deal import FamilyCog


class NapoleonCog(FamilyCog):
    """Build eight suits up from their aces, moving one card at a time."""

    family = "napoleon"
    summary = "Deal Napoleon at St Helena (Forty Thieves): build eight suits up from their aces"


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(NapoleonCog(bot))
