"""The least that a bot can do: a message whose one button answers with the same message.

Its own process loads little else, so that its memory is that of an empty bot.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import discord
from discord import app_commands

from lab.processes import playing

_Interaction: TypeAlias = discord.Interaction[Any]

ECHO = "echo"
"""The command that shows the message."""
ECHO_ID = "iy:0:0:echo"
"""The button's custom_id, in the form that Idle Year understands as well."""


class Echo(discord.ui.LayoutView):
    """The message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay("echo"))
        button: discord.ui.Button[Any] = discord.ui.Button(label="Echo", custom_id=ECHO_ID)
        self.add_item(discord.ui.ActionRow(button))
        self.stop()


class EchoBot(discord.AutoShardedClient):
    """A bot that shows the message, and answers the button at once."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self._tree: app_commands.CommandTree[Any] = app_commands.CommandTree(self)
        self._tree.command(name=ECHO, description="Echo")(show_echo)

    async def setup_hook(self) -> None:
        """Register the command."""
        await self._tree.sync()

    async def on_interaction(self, interaction: _Interaction) -> None:
        """Answer a press."""
        if interaction.type is discord.InteractionType.component:
            await echo_again(interaction)


async def show_echo(interaction: _Interaction) -> None:
    """Show the message to whoever asked for it."""
    await interaction.response.send_message(view=Echo(), ephemeral=True)


async def echo_again(interaction: _Interaction) -> None:
    """Answer a press with the same message."""
    await interaction.response.edit_message(view=Echo())


@asynccontextmanager
async def echo_bot(_folder: Path, token: str) -> AsyncIterator[tuple[str, ...]]:
    """Run the bot."""
    async with playing(EchoBot(), token):
        yield ()
