"""/deal pyramid: Pyramid."""

from __future__ import annotations

from bot.app import IdleYearBot
from cogs.deal import FamilyCog


class PyramidCog(FamilyCog):
    """Pairs that make 13 leave, until the pyramid is cleared."""

    family = "pyramid"
    summary = "Deal Pyramid: pairs that make 13 leave, until the pyramid is cleared"


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(PyramidCog(bot))
