"""/server: what its managers decide for a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.errors import GameError
from bot.engine.games import ALL, find_game
from bot.render import server as words
from bot.ui.answers import tell
from bot.ui.choices import Choices, Name, variant_choices
from bot.ui.contexts import BY_SERVERS, IN_SERVERS
from bot.ui.digest_setup import set_up_digest
from bot.ui.files import file_for
from bot.ui.notes import Note
from bot.ui.presses import Interaction  # noqa: TC001  discord.py reads the annotations
from bot.ui.services import managed_guild_of, services_of
from bot.ui.text_channel import TextChannel  # noqa: TC001  it reads this one too

if TYPE_CHECKING:
    from bot.app import IdleYearBot


class ServerCog(commands.Cog):
    """/server, for those who may manage the server."""

    server = app_commands.Group(
        name="server",
        description="Decide for this server",
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
        default_permissions=discord.Permissions(manage_guild=True),
    )
    leaderboard = app_commands.Group(name="leaderboard", description="Keep the leaderboards", parent=server)

    @server.command(name="setup")
    @app_commands.describe(
        channel="Where the digest comes; left out, where it comes now",
        hour="When, 0 to 23 of UTC: the answer shows it in your own time; left out, as it is",
    )
    async def set_up(
        self,
        interaction: Interaction,
        channel: TextChannel | None = None,
        hour: app_commands.Range[int, 0, 23] | None = None,
    ) -> None:
        """Have a digest of the dailies posted every day; without options, show where and when."""
        await tell(interaction, await set_up_digest(interaction, channel, hour))

    @leaderboard.command()
    @app_commands.describe(player="Who stands on no leaderboard of this server from now on")
    async def hide(self, interaction: Interaction, player: discord.User) -> None:
        """Take a player off the leaderboards; the results stay."""
        guild, ranks = managed_guild_of(interaction), services_of(interaction).ranks
        await ranks.set_hidden(player.id, hidden=True, guild=guild)
        await tell(interaction, Note(words.player_hidden(player.id)))

    @leaderboard.command()
    @app_commands.describe(player="Who stands on the leaderboards again")
    async def show(self, interaction: Interaction, player: discord.User) -> None:
        """Put a player on the leaderboards again."""
        guild, ranks = managed_guild_of(interaction), services_of(interaction).ranks
        await ranks.set_hidden(player.id, hidden=False, guild=guild)
        hides = await ranks.hides(player.id)
        await tell(interaction, Note(words.player_shown(player.id, hides=hides)))

    @leaderboard.command()
    @app_commands.describe(
        game="Which game; left out, all of them", sure="Type reset: what has left them does not come back"
    )
    async def reset(self, interaction: Interaction, sure: str, game: Name | None = None) -> None:
        """Empty the leaderboards; players keep their own records."""
        guild = managed_guild_of(interaction)
        if sure.strip().lower() != "reset":
            raise GameError(words.NOT_SURE)
        gone = await services_of(interaction).ranks.reset(guild, game)
        await tell(interaction, Note(words.boards_reset(gone, find_game(game) if game else None)))

    @reset.autocomplete("game")
    async def games(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or other name holds what was typed."""
        return variant_choices(ALL.values(), typed)

    @leaderboard.command()
    async def export(self, interaction: Interaction) -> None:
        """Get every result of this server as a file, each with the moves that lead to it."""
        guild = managed_guild_of(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        content = await services_of(interaction).ranks.export(guild)
        file = await file_for(interaction, content, "results.csv", words.EXPORT_FILE)
        await interaction.followup.send(words.EXPORTED, file=file, ephemeral=True)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(ServerCog())
