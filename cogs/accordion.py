"""/deal accordion: Accordion in its nine forms, and its closest relatives."""

from __future__ import annotations

from bot.app import IdleYearBot
from cogs.deal import FamilyCog


class AccordionCog(FamilyCog):
    """Piles move left onto piles they match, until one is left."""

    family = "accordion"
    summary = "Deal Accordion: move piles left onto piles of the same suit or rank, until one is left"


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(AccordionCog(bot))
