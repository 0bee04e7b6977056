"""The commands for a game in progress, whatever its family."""

from __future__ import annotations

from functools import partial
from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.engine.errors import GameError
from bot.engine.line import MOST_MOVES
from bot.render.discord_limits import CHOICE_CHARACTERS
from bot.render.hint import Level
from bot.render.refusals import refusal_text
from bot.ui.answers import show, tell
from bot.ui.board import style_for
from bot.ui.notes import resign_note
from bot.ui.options import Choices, Line, NewestOffer, choice, move_choices
from bot.ui.play import play_typed, show_check, show_hint, show_undone
from bot.ui.presses import Interaction
from bot.ui.services import seat_of, services_of

HowMuch = Literal["nudge", "move", "line"]


class TableCog(commands.Cog):
    """/move, /board, /undo, /redo, /hint, /check and /resign, for your game in this channel."""

    def __init__(self) -> None:
        self._newest = NewestOffer()

    @app_commands.command()
    @app_commands.describe(moves="One or more, such as 12<<< 8S< d; the list shows what's legal now")
    async def move(self, interaction: Interaction, moves: Line) -> None:
        """Play one or more moves in your game here."""
        game = await services_of(interaction).lookup.current(seat_of(interaction))
        await play_typed(interaction, game, moves)

    @move.autocomplete("moves")
    async def legal_moves(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the legal moves, even after moves already typed."""
        try:
            game = await services_of(interaction).lookup.current(seat_of(interaction))
        except GameError as error:
            return [choice(refusal_text(error), typed[:CHOICE_CHARACTERS] or "-")]
        style = await style_for(interaction, interaction.user.id)
        offer = partial(move_choices, game.session, typed, style)
        return await self._newest.work_out(interaction.user.id, offer)

    @app_commands.command()
    async def board(self, interaction: Interaction) -> None:
        """Show your game here again."""
        await show(interaction, await services_of(interaction).lookup.current(seat_of(interaction)))

    @app_commands.command()
    @app_commands.describe(moves="How many; one by default")
    async def undo(self, interaction: Interaction, moves: app_commands.Range[int, 1, MOST_MOVES] = 1) -> None:
        """Take back your last move, or several."""
        game = await services_of(interaction).lookup.current(seat_of(interaction))
        await show_undone(interaction, game, moves)

    @app_commands.command()
    async def redo(self, interaction: Interaction) -> None:
        """Redo the move you took back."""
        game = await services_of(interaction).lookup.current(seat_of(interaction))
        await show(interaction, await services_of(interaction).play.redo(game))

    @app_commands.command()
    @app_commands.describe(level="Where to look, what to play, or all the moves to a win")
    async def hint(self, interaction: Interaction, level: HowMuch = "move") -> None:
        """Get a good move, and see if it's proven or only a guess."""
        game = await services_of(interaction).lookup.current(seat_of(interaction))
        await show_hint(interaction, game, Level(level))

    @app_commands.command()
    async def check(self, interaction: Interaction) -> None:
        """See if you can still win and, if not, which move lost it."""
        game = await services_of(interaction).lookup.current(seat_of(interaction))
        await show_check(interaction, game)

    @app_commands.command()
    async def resign(self, interaction: Interaction) -> None:
        """Give up your game here, after asking if you're sure."""
        lookup = services_of(interaction).lookup
        game = await lookup.current(seat_of(interaction))
        stands = await services_of(interaction).store.results.of(game.id) is not None
        await tell(interaction, resign_note(game, sealed=await lookup.seals(game), stands=stands))


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(TableCog())
