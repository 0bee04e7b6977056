"""/server: what managers decide for their server."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.app import IdleYearBot
from bot.client.options import Interaction, TextChannel
from bot.ui.options import (
    BY_SERVERS,
    IN_SERVERS,
    LANGUAGE_CHOICES,
    Choices,
    Name,
    variant_choices,
    zone_choices,
)
from bot.ui.server import choose_posts, export, hide, put_back, reset, set_up
from cogs import Cog
from idle_year.engine.games import ALL


class ServerCog(Cog):
    """/server, for those who may manage the server."""

    server = app_commands.Group(
        name="server",
        description="Set up the digest and manage the leaderboards",
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
        default_permissions=discord.Permissions(manage_guild=True),
    )
    leaderboard = app_commands.Group(name="leaderboard", description="Manage the leaderboards", parent=server)

    @server.command(name="setup")
    @app_commands.describe(
        channel="Where to post the digest; by default, where it's posted now",
        hour="Hour of the day, 0 to 23; by default, the one set now",
        zone="Time zone of that hour, such as Europe/Berlin; by default, the one set now, at first UTC",
        language="The language of what everybody here reads: the digest, races, shares and open boards",
    )
    @app_commands.choices(language=LANGUAGE_CHOICES)
    async def set_up(
        self,
        interaction: Interaction,
        channel: TextChannel | None = None,
        hour: app_commands.Range[int, 0, 23] | None = None,
        zone: Name | None = None,
        language: str | None = None,
    ) -> None:
        """Post a digest of the dailies every day; without options, see where and when."""
        await self.answer(interaction, set_up, channel, hour, zone, language)

    @set_up.autocomplete("zone")
    async def zones(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the zones whose name contains what was typed."""
        return await self.offer(interaction, lambda: zone_choices(typed, self._services.store.now()))

    @server.command()
    @app_commands.describe(posts="Whether the end of a race is posted, silently; by default, it is")
    async def races(self, interaction: Interaction, posts: bool) -> None:
        """Choose whether the end of a race is posted here."""
        await self.answer(interaction, choose_posts, posts)

    @leaderboard.command()
    @app_commands.describe(player="Who to take off this server's leaderboards")
    async def hide(self, interaction: Interaction, player: discord.User) -> None:
        """Take a player off the leaderboards; their results are kept."""
        await self.answer(interaction, hide, player.id)

    @leaderboard.command()
    @app_commands.describe(player="Who to put back")
    async def show(self, interaction: Interaction, player: discord.User) -> None:
        """Put a player back on the leaderboards."""
        await self.answer(interaction, put_back, player.id)

    @leaderboard.command()
    @app_commands.describe(
        game="Which game; all of them by default", sure="Type reset to confirm: it can't be undone"
    )
    async def reset(self, interaction: Interaction, sure: str, game: Name | None = None) -> None:
        """Clear the leaderboards; players keep their own records."""
        await self.answer(interaction, reset, sure, game)

    @reset.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or alias contains what was typed."""
        return await self.offer(interaction, lambda: variant_choices(ALL.values(), typed))

    @leaderboard.command()
    async def export(self, interaction: Interaction) -> None:
        """Get all of this server's results as a file, with the moves of each game."""
        await self.answer(interaction, export)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(ServerCog(bot))
