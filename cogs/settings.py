"""/settings: how a player wants to see cards, to be dealt them, and to be seen by others."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.render.settings import CARDS, COLOURS, DEALS, FORCED, TAPS
from bot.ui.options import LANGUAGE_CHOICES, Choices, Name, read_language, zone_choices
from bot.ui.settings import choose
from cogs import Cog


class SettingsCog(Cog):
    """/settings."""

    @app_commands.command()
    @app_commands.describe(
        cards="Cards as small or large pictures, as text such as 8♠, or everything in words",
        colours="The colours of the pictures",
        line="How many cards on a line; eight fit on a phone",
        deals="Which deals you get where you ask for none in particular",
        forced="When there's only one move, or a card to deal: you play it, or it's played for you",
        puzzles="A tap on a move of a puzzle, where none is taken back: play at once, or ask first",
        leaderboards="Whether leaderboards show you",
        language="The language of what only you read",
        reminder="Remind me of the daily by direct message, at this hour of the day, 0 to 23",
        zone="Time zone of that hour, such as Europe/Berlin; by default, the one set now, at first UTC",
    )
    @app_commands.choices(language=LANGUAGE_CHOICES)
    async def settings(
        self,
        interaction: Interaction,
        cards: Literal["pictures", "large pictures", "text", "words, for a screen reader"] | None = None,
        colours: Literal["four, one a suit", "two, red and black"] | None = None,
        line: Literal[5, 8, 10, 13] | None = None,
        deals: Literal["any", "winnable only"] | None = None,
        forced: Literal["by hand", "by itself"] | None = None,
        puzzles: Literal["play at once", "ask first"] | None = None,
        leaderboards: Literal["show me", "hide me"] | None = None,
        language: str | None = None,
        reminder: app_commands.Range[int, 0, 23] | None = None,
        zone: Name | None = None,
    ) -> None:
        """Choose how cards look, what you're dealt, who sees you and a reminder; or see what's chosen."""
        chosen = {
            "cards": cards and CARDS[cards],
            "colours": colours and COLOURS[colours],
            "a_line": line,
            "deals": deals and DEALS[deals],
            "forced": forced and FORCED[forced],
            "taps": puzzles and TAPS[puzzles],
            "language": read_language(language) if language else None,
        }
        wanted = {name: value for name, value in chosen.items() if value is not None}
        hidden = leaderboards and leaderboards == "hide me"
        await self.answer(interaction, choose, wanted, hidden=hidden, hour=reminder, zone=zone)

    @settings.autocomplete("zone")
    async def zones(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the zones whose name contains what was typed."""
        return await self.offer(interaction, lambda: zone_choices(typed, self._services.store.now()))


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(SettingsCog(bot))
