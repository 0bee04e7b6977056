"""/race: one deal for everybody in a channel who wants to race."""

from __future__ import annotations

from discord import app_commands

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.ui.options import BY_SERVERS, IN_SERVERS, Choices, Name, variant_choices
from bot.ui.race import start_named, stop
from cogs import Cog
from idle_year.engine.games import ALL

_MOST_HOURS = 24


class RaceCog(Cog):
    """/race start and stop."""

    # A bot that is not a member of the server could not keep the message up to date.
    race = app_commands.Group(
        name="race",
        description="Race others on the same deal",
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
    )

    @race.command()
    @app_commands.describe(
        game="Which game; by default, the one you're playing here",
        hours="How long it can last; 1 by default",
    )
    async def start(
        self,
        interaction: Interaction,
        game: Name | None = None,
        hours: app_commands.Range[int, 1, _MOST_HOURS] | None = None,
    ) -> None:
        """Start a race here: without options, a quick one of ten minutes on 18 cards."""
        await self.answer(interaction, start_named, game, hours)

    @race.command()
    async def stop(self, interaction: Interaction) -> None:
        """End the race in this channel, if you started it or manage the server."""
        await self.answer(interaction, stop)

    @start.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or alias contains what was typed."""
        return await self.offer(interaction, lambda: variant_choices(ALL.values(), typed))


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(RaceCog(bot))
