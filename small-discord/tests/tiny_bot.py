"""A small but real discord.py bot, with one of everything that bots use."""

import asyncio
import io
import re
from contextlib import AbstractAsyncContextManager
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from small_discord import SmallDiscord

Interaction = discord.Interaction[commands.AutoShardedBot]
PNG = b"\x89PNG\r\n\x1a\n and no picture"
VARIANTS = ("goren", "parlett", "tarbart")


class Count(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A button whose state is in its custom_id, so that it outlives the bot."""

    def __init__(self, n: int) -> None:
        super().__init__(ui.Button(label=f"Count {n}", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str], /) -> "Count":
        """Restore the state."""
        return cls(int(match["n"]))

    async def callback(self, interaction: Any) -> None:
        """Increase the count."""
        await interaction.response.edit_message(view=board(self.n + 1))


def board(n: int) -> ui.LayoutView:
    """Draw a board of Components V2: text, a menu, a row of buttons."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"Counted to {n}"))
    select: ui.Select[Any] = ui.Select(custom_id="moves", placeholder="Slide one left")
    select.add_option(label="2 onto 1", value="2<")
    select.add_option(label="3 onto 2", value="3<")
    view.add_item(ui.ActionRow(select))
    row: ui.ActionRow[Any] = ui.ActionRow(Count(n))
    for custom_id in ("form", "later", "whisper", "silent"):
        row.add_item(ui.Button(label=custom_id.title(), custom_id=custom_id))
    view.add_item(row)
    view.add_item(ui.ActionRow(ui.Button(label="Off", custom_id="off", disabled=True)))
    return view


class Form(ui.Modal, title="Type moves"):
    """A modal with one labelled text input."""

    moves: ui.Label[Any] = ui.Label(text="Moves", component=ui.TextInput(custom_id="moves", max_length=20))
    note: ui.TextInput[Any] = ui.TextInput(label="Note", custom_id="note", required=False, default="none")

    async def on_submit(self, interaction: Any) -> None:
        """Say what was typed."""
        moves = self.moves.component
        assert isinstance(moves, ui.TextInput)
        await interaction.response.send_message(f"typed {moves.value}, note {self.note.value}")


class TinyBot(commands.AutoShardedBot):
    """Answers in every way that Discord knows."""

    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        intents = intents or discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__("!", intents=intents, guild_ready_timeout=0.05, **options)
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        self.resumes = asyncio.Event()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip the five seconds between shards."""

    async def setup_hook(self) -> None:
        """Register everything."""
        self.add_dynamic_items(Count)
        for command in COMMANDS:
            self.tree.add_command(command)
        await self.tree.sync()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a session was resumed."""
        self.resumes.set()

    async def on_message(self, message: discord.Message) -> None:
        """Note a message from the gateway."""
        self.heard.put_nowait(message.content)

    async def on_interaction(self, interaction: Any) -> None:
        """Answer the buttons that have no view."""
        if interaction.type is not discord.InteractionType.component:
            return
        match interaction.data["custom_id"]:
            case "form":
                await interaction.response.send_modal(Form())
            case "moves":
                await interaction.response.edit_message(view=board(int(interaction.data["values"][0][0])))
            case "later":
                await interaction.response.defer(thinking=True, ephemeral=True)
                await interaction.followup.send("solved")
            case "whisper":
                await interaction.response.send_message("only you", ephemeral=True)
            case "silent":
                await interaction.response.defer()
                await interaction.edit_original_response(view=board(100))


deal = app_commands.Group(name="deal", description="Deal a game")
deck = app_commands.Group(name="deck", description="Decks", parent=deal)


@deal.command()
@app_commands.describe(variant="Which rules")
async def accordion(interaction: Interaction, variant: str = "plain", hidden: bool = True) -> None:
    """Deal Accordion."""
    interaction.extras["variant"] = variant
    await interaction.response.send_message(view=board(0), ephemeral=hidden)


@accordion.autocomplete("variant")
async def variants(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Propose variants."""
    return [app_commands.Choice(name=name.title(), value=name) for name in VARIANTS if current in name]


@deck.command()
async def cut(interaction: Interaction, at: app_commands.Range[int, 1, 51]) -> None:
    """Cut the deck."""
    await interaction.response.send_message(f"cut at {at}")


@app_commands.command()
async def hello(interaction: Interaction, text: str = "hello", ping: bool = True) -> None:
    """Say something that everybody sees."""
    allowed = discord.AllowedMentions.all() if ping else discord.AllowedMentions.none()
    await interaction.response.send_message(text, allowed_mentions=allowed)


@app_commands.command()
async def greet(interaction: Interaction, whom: discord.User) -> None:
    """Greet somebody."""
    await interaction.response.send_message(f"hello {whom.display_name} in {interaction.guild}")


@app_commands.command()
async def weigh(interaction: Interaction, file: discord.Attachment) -> None:
    """Read a file."""
    content = await file.read()
    await interaction.response.send_message(f"{file.filename}: {len(content)} of {file.size} bytes")


@app_commands.command()
async def announce(interaction: Interaction, where: discord.TextChannel) -> None:
    """Post silently to another channel, where the bot may."""
    me = where.guild.me
    try:
        await where.send("quiet", silent=True)
    except discord.Forbidden as refusal:
        await interaction.response.send_message(f"{where.permissions_for(me).send_messages} {refusal.text}")
    else:
        await interaction.response.send_message("posted")


@app_commands.command()
async def slow(interaction: Interaction) -> None:
    """Defer privately, then answer twice."""
    await interaction.response.defer(ephemeral=True)
    await interaction.followup.send("first")
    await interaction.followup.send("second")


@app_commands.command()
async def later(interaction: Interaction) -> None:
    """Defer, then edit."""
    await interaction.response.defer()
    await interaction.edit_original_response(content="done")


@app_commands.command()
async def never(interaction: Interaction) -> None:
    """Do not answer."""


@app_commands.command()
async def secret(interaction: Interaction) -> None:
    """Send a picture that a component shows."""
    view = ui.LayoutView()
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media="attachment://card.png")
    view.add_item(gallery)
    file = discord.File(io.BytesIO(PNG), filename="card.png")
    await interaction.response.send_message(view=view, file=file)


@app_commands.command()
@app_commands.default_permissions(manage_guild=True)
async def grown_up(interaction: Interaction) -> None:
    """Only for those who manage the server."""
    await interaction.response.send_message("ok")


@app_commands.command()
@app_commands.guild_only()
async def guild_only(interaction: Interaction) -> None:
    """Only in servers."""
    await interaction.response.send_message("ok")


COMMANDS: tuple[Any, ...] = (
    *(deal, hello, greet, announce, weigh, slow),
    *(later, never, secret, grown_up, guild_only),
)


def running(
    local: SmallDiscord, *, bot: TinyBot | None = None, **options: Any
) -> AbstractAsyncContextManager[TinyBot]:
    """Run a bot in the small Discord while the block lasts, connected and with its commands registered."""
    return local.running(bot or TinyBot(**options))
