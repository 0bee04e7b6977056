"""/daily: one deal a day for each family, the same for everybody."""

from __future__ import annotations

from datetime import timedelta

from discord import app_commands
from discord.app_commands import Choice

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.ui.daily import play, results_of, show_calendar, show_proof
from bot.ui.options import Choices, Name
from cogs import Cog
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import games_of

_DEFAULT, *_ = FAMILIES
_CHOICES = [Choice(name=games_of(family)[0].name, value=family) for family in FAMILIES]
_DAYS_BACK = 14
_WHICH = "Which family; Accordion by default"


class DailyCog(Cog):
    """/daily play, results, calendar and proof."""

    daily = app_commands.Group(name="daily", description="One deal a day, the same for everybody")

    @daily.command()
    @app_commands.describe(family=_WHICH)
    @app_commands.choices(family=_CHOICES)
    async def play(self, interaction: Interaction, family: str = _DEFAULT) -> None:
        """Play today's deal, or carry on with it; your first game of it counts."""
        await self.answer(interaction, play, family)

    @daily.command()
    @app_commands.describe(
        family="Which family; by default, the one that you finished last that day",
        day="A day (UTC) such as 2026-11-20; today by default",
    )
    @app_commands.choices(family=_CHOICES)
    async def results(
        self, interaction: Interaction, family: str | None = None, day: Name | None = None
    ) -> None:
        """See how this server did, once you've played or the daily is over."""
        await self.answer(interaction, results_of, family, day)

    @daily.command()
    @app_commands.describe(family=_WHICH)
    @app_commands.choices(family=_CHOICES)
    async def calendar(self, interaction: Interaction, family: str = _DEFAULT) -> None:
        """See how much of each day you've finished, and play dailies you missed as practice."""
        await self.answer(interaction, show_calendar, family)

    @daily.command()
    @app_commands.describe(day="A past day (UTC), to see its keys; today and tomorrow by default")
    async def proof(self, interaction: Interaction, day: Name | None = None) -> None:
        """See the proof that nobody chose the deals."""
        await self.answer(interaction, show_proof, day)

    @results.autocomplete("day")
    @proof.autocomplete("day")
    async def days(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the last days, the latest first."""
        today = self._services.dailies.today
        days = [(today - timedelta(back)).isoformat() for back in range(_DAYS_BACK)]
        return [Choice(name=day, value=day) for day in days if typed.strip() in day]


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(DailyCog(bot))
