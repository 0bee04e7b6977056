"""/daily: one deal a day for each family, the same for everybody."""

from __future__ import annotations

from datetime import timedelta

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.app import IdleYearBot
from bot.engine.daily import FAMILIES, read_day
from bot.engine.games import games_of
from bot.service.wish import DealRequest
from bot.ui.calendar import show_calendar
from bot.ui.daily import deal_daily, show_proof, show_results
from bot.ui.options import Choices, Name
from bot.ui.presses import Interaction
from bot.ui.services import services_of

_DEFAULT, *_ = FAMILIES
_CHOICES = [Choice(name=games_of(family)[0].name, value=family) for family in FAMILIES]
_DAYS_BACK = 14
_WHICH = "Which family; Accordion by default"


class DailyCog(commands.Cog):
    """/daily play, results, calendar and proof."""

    daily = app_commands.Group(name="daily", description="One deal a day, the same for everybody")

    @daily.command()
    @app_commands.describe(family=_WHICH)
    @app_commands.choices(family=_CHOICES)
    async def play(self, interaction: Interaction, family: str = _DEFAULT) -> None:
        """Play today's deal, or carry on with it; your first game of it counts."""
        await deal_daily(interaction, DealRequest(games_of(family)[0]))

    @daily.command()
    @app_commands.describe(family=_WHICH, day="A day (UTC) such as 2026-11-20; today by default")
    @app_commands.choices(family=_CHOICES)
    async def results(
        self, interaction: Interaction, family: str = _DEFAULT, day: Name | None = None
    ) -> None:
        """See how this server did, once you've played or the daily is over."""
        await show_results(interaction, family, read_day(day) if day else None)

    @daily.command()
    @app_commands.describe(family=_WHICH)
    @app_commands.choices(family=_CHOICES)
    async def calendar(self, interaction: Interaction, family: str = _DEFAULT) -> None:
        """See your last sixty dailies, and play those you missed as practice."""
        await show_calendar(interaction, family)

    @daily.command()
    @app_commands.describe(day="A past day (UTC), to see its keys; today and tomorrow by default")
    async def proof(self, interaction: Interaction, day: Name | None = None) -> None:
        """See the proof that nobody chose the deals."""
        await show_proof(interaction, read_day(day) if day else None)

    @results.autocomplete("day")
    @proof.autocomplete("day")
    async def days(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the last days, the latest first."""
        today = services_of(interaction).dailies.today
        days = [(today - timedelta(back)).isoformat() for back in range(_DAYS_BACK)]
        return [Choice(name=day, value=day) for day in days if typed.strip() in day]


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(DailyCog())
