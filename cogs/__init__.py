"""The slash commands: one extension for each family of games, and one for each thing that all share."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from discord.ext import commands

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.ui.inbox import Handler
from bot.ui.options import Choices
from bot.ui.request import Request
from bot.ui.response import Exchange

P = ParamSpec("P")


class Cog(commands.Cog):
    """Some commands: each says what its options are, and who answers it."""

    def __init__(self, bot: IdleYearBot) -> None:
        self._services = bot.services
        self._inbox = bot.inbox

    async def answer(
        self, interaction: Interaction, handler: Handler[P], *options: P.args, **named: P.kwargs
    ) -> None:
        """Have a command answered by its handler."""
        await self._inbox.command(Exchange(interaction), handler, *options, **named)

    async def typing(self, interaction: Interaction) -> Request:
        """Return what somebody asks for who is typing, and have all that follows worded for that person."""
        return await self._inbox.read(Exchange(interaction))

    async def offer(self, interaction: Interaction, choices: Callable[[], Choices]) -> Choices:
        """Offer choices, worded for the person who is typing."""
        await self.typing(interaction)
        return choices()
