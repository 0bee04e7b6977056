"""/server: what managers decide for their server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.engine.errors import GameError
from bot.engine.games import ALL
from bot.render import leaderboard
from bot.render.language import worded
from bot.render.names import read_game
from bot.ui.answers import tell
from bot.ui.components import file_for
from bot.ui.notes import Note
from bot.ui.options import (
    BY_SERVERS,
    IN_SERVERS,
    LANGUAGE_CHOICES,
    Choices,
    Name,
    TextChannel,
    variant_choices,
    zone_choices,
)
from bot.ui.presses import Interaction
from bot.ui.server import set_up
from bot.ui.services import managed_guild_of, services_of


class ServerCog(commands.Cog):
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
        await tell(interaction, await set_up(interaction, channel, hour, zone, language))

    @set_up.autocomplete("zone")
    async def zones(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the zones whose name contains what was typed."""
        return zone_choices(typed)

    @leaderboard.command()
    @app_commands.describe(player="Who to take off this server's leaderboards")
    async def hide(self, interaction: Interaction, player: discord.User) -> None:
        """Take a player off the leaderboards; their results are kept."""
        guild, ranks = managed_guild_of(interaction), services_of(interaction).ranks
        await ranks.set_hidden(player.id, hidden=True, guild=guild)
        await tell(interaction, Note(leaderboard.player_hidden(player.id)))

    @leaderboard.command()
    @app_commands.describe(player="Who to put back")
    async def show(self, interaction: Interaction, player: discord.User) -> None:
        """Put a player back on the leaderboards."""
        guild, ranks = managed_guild_of(interaction), services_of(interaction).ranks
        await ranks.set_hidden(player.id, hidden=False, guild=guild)
        hides = await ranks.hides(player.id)
        await tell(interaction, Note(leaderboard.player_shown(player.id, hides=hides)))

    @leaderboard.command()
    @app_commands.describe(
        game="Which game; all of them by default", sure="Type reset to confirm: it can't be undone"
    )
    async def reset(self, interaction: Interaction, sure: str, game: Name | None = None) -> None:
        """Clear the leaderboards; players keep their own records."""
        guild = managed_guild_of(interaction)
        if sure.strip().lower() != "reset":
            raise GameError(leaderboard.NOT_SURE)
        rules = read_game(game) if game else None
        gone = await services_of(interaction).ranks.reset(guild, rules.id if rules else None)
        await tell(interaction, Note(leaderboard.boards_reset(gone, rules)))

    @reset.autocomplete("game")
    async def games(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or alias contains what was typed."""
        return variant_choices(ALL.values(), typed)

    @leaderboard.command()
    async def export(self, interaction: Interaction) -> None:
        """Get all of this server's results as a file, with the moves of each game."""
        guild = managed_guild_of(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        content = await services_of(interaction).ranks.export(guild)
        file = await file_for(interaction, content, "results.csv", leaderboard.EXPORT_FILE)
        await interaction.followup.send(worded(leaderboard.EXPORTED), file=file, ephemeral=True)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(ServerCog())
