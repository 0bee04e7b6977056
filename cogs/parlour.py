"""/parlour: one deal for a whole server, one move a person a day."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.service.parlour import GAMES
from bot.ui.options import BY_SERVERS, IN_SERVERS
from bot.ui.parlour import ask_to_end, play
from cogs import Cog
from idle_year.engine.games import ALL

_DEFAULT, *_ = GAMES
_CHOICES = [Choice(name=ALL[game].name, value=game) for game in GAMES]


class ParlourCog(Cog):
    """/parlour play and end."""

    # Where the bot is not a member, nobody would know when a server's game may be forgotten.
    parlour = app_commands.Group(
        name="parlour",
        description="One deal for this server, one move a person a day",
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
    )

    @parlour.command()
    @app_commands.describe(game="Which game, if a new one begins; Accordion by default")
    @app_commands.choices(game=_CHOICES)
    async def play(self, interaction: Interaction, game: str = _DEFAULT) -> None:
        """Show the parlour's game in this channel, or begin one: anybody may make one move a day."""
        await self.answer(interaction, play, game)

    @parlour.command()
    async def end(self, interaction: Interaction) -> None:
        """End the parlour's game, if you began it or manage the server."""
        await self.answer(interaction, ask_to_end)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(ParlourCog(bot))
