"""The commands for a game in progress, whatever its family."""

from __future__ import annotations

from functools import partial
from typing import Literal

from discord import app_commands

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.render.discord_limits import CHOICE_CHARACTERS
from bot.render.hint import Level
from bot.render.refusals import refusal_text
from bot.ui import play
from bot.ui.more import resign
from bot.ui.options import Choices, Line, NewestOffer, choice, move_choices
from bot.ui.services import current_game
from cogs import Cog
from idle_year.engine.errors import GameError
from idle_year.engine.line import MOST_MOVES

HowMuch = Literal["nudge", "move", "line"]


class PlayCog(Cog):
    """/move, /board, /undo, /redo, /hint, /check and /resign, for your game in this channel."""

    def __init__(self, bot: IdleYearBot) -> None:
        super().__init__(bot)
        self._newest = NewestOffer()

    @app_commands.command()
    @app_commands.describe(moves="One or more, such as 12<<< 8S< d; the list shows what's legal now")
    async def move(self, interaction: Interaction, moves: Line) -> None:
        """Play one or more moves in your game here."""
        await self.answer(interaction, play.move_here, moves)

    @move.autocomplete("moves")
    async def legal_moves(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the legal moves, even after moves already typed."""
        request = await self.typing(interaction)
        try:
            game = await current_game(self._services, request)
        except GameError as error:
            return [choice(refusal_text(error), typed[:CHOICE_CHARACTERS] or "-")]
        offer = partial(move_choices, game.session, typed, request.style)
        return await self._newest.work_out(request.player, offer)

    @app_commands.command()
    async def board(self, interaction: Interaction) -> None:
        """Show your game here again."""
        await self.answer(interaction, play.board)

    @app_commands.command()
    @app_commands.describe(moves="How many; one by default")
    async def undo(self, interaction: Interaction, moves: app_commands.Range[int, 1, MOST_MOVES] = 1) -> None:
        """Take back your last move, or several."""
        await self.answer(interaction, play.undo, moves)

    @app_commands.command()
    async def redo(self, interaction: Interaction) -> None:
        """Redo the move you took back."""
        await self.answer(interaction, play.redo_here)

    @app_commands.command()
    @app_commands.describe(level="Where to look, what to play, or all the moves to a win")
    async def hint(self, interaction: Interaction, level: HowMuch = "move") -> None:
        """Get a good move, and see if it's proven or only a guess."""
        await self.answer(interaction, play.hint, Level(level))

    @app_commands.command()
    async def check(self, interaction: Interaction) -> None:
        """See if you can still win and, if not, which move lost it."""
        await self.answer(interaction, play.check)

    @app_commands.command()
    async def resign(self, interaction: Interaction) -> None:
        """Give up your game here, after asking if you're sure."""
        await self.answer(interaction, resign)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(PlayCog(bot))
