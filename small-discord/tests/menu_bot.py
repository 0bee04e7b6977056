"""A bot with selects that Discord fills, context menu commands, files in modals, and a frame."""

import asyncio
import io
from typing import Any

import discord
from discord import app_commands, ui

from tiny_bot import Interaction, TinyBot


def choosing() -> ui.View:
    """Return a select of each type that Discord fills itself."""
    view = ui.View(timeout=None)
    view.add_item(ui.UserSelect(custom_id="users", max_values=2))
    view.add_item(ui.RoleSelect(custom_id="roles"))
    view.add_item(ui.MentionableSelect(custom_id="both", max_values=2))
    view.add_item(ui.ChannelSelect(custom_id="channels", channel_types=[discord.ChannelType.text]))
    return view


@app_commands.command()
async def pick(interaction: Interaction) -> None:
    """Ask for people, roles and channels."""
    await interaction.response.send_message(view=choosing())


@app_commands.command()
async def attach(interaction: Interaction) -> None:
    """Ask for files and a person."""
    await interaction.response.send_modal(Handing())


@app_commands.command()
async def appoint(interaction: Interaction, role: discord.Role, who: discord.User | discord.Role) -> None:
    """Take a role, and somebody."""
    await interaction.response.send_message(f"{role.name} for {who.name}")


@app_commands.context_menu(name="Count letters")
async def count_letters(interaction: Interaction, message: discord.Message) -> None:
    """Read the message, which only this command may."""
    await interaction.response.send_message(f"{len(message.content)} by {message.author.display_name}")


@app_commands.context_menu(name="Wave at")
async def wave_at(interaction: Interaction, user: discord.User) -> None:
    """Wave."""
    await interaction.response.send_message(f"waves at {user.display_name}", ephemeral=True)


class Handing(ui.Modal, title="Hand over"):
    """A modal with a file upload and a select of people."""

    files: ui.Label[Any] = ui.Label(text="Files", component=ui.FileUpload(custom_id="files", max_values=2))
    whom: ui.Label[Any] = ui.Label(text="For", component=ui.UserSelect(custom_id="whom", required=False))

    async def on_submit(self, interaction: Any) -> None:
        """Read the files."""
        assert isinstance(self.files.component, ui.FileUpload)
        assert isinstance(self.whom.component, ui.UserSelect)
        read = [f"{file.filename} {(await file.read()).decode()}" for file in self.files.component.values]
        names = [user.display_name for user in self.whom.component.values]
        await interaction.response.send_message(f"{read} for {names}")


class Ordering(ui.Modal, title="Order"):
    """A modal with a menu in which several options can be chosen."""

    dishes: ui.Label[Any] = ui.Label(
        text="Dishes",
        component=ui.Select(
            max_values=3, options=[discord.SelectOption(label=name) for name in ("Soup", "Tea", "Cake")]
        ),
    )

    async def on_submit(self, interaction: Any) -> None:
        """Say what was chosen."""
        assert isinstance(self.dishes.component, ui.Select)
        await interaction.response.send_message(", ".join(self.dishes.component.values))


@app_commands.command()
async def order(interaction: Interaction) -> None:
    """Ask for dishes."""
    await interaction.response.send_modal(Ordering())


@app_commands.command()
async def hand(interaction: Interaction) -> None:
    """Send a file as older messages do, and one in a component."""
    view = ui.LayoutView()
    view.add_item(ui.File("attachment://two.txt"))
    one, two = (discord.File(io.BytesIO(b"8S" * 1500), filename=name) for name in ("one.txt", "two.txt"))
    await interaction.response.send_message(file=one)
    await interaction.followup.send(view=view, file=two)


@app_commands.command()
async def frame(interaction: Interaction) -> None:
    """Frame short buttons and a list."""
    view = ui.LayoutView(timeout=None)
    buttons: list[ui.Button[Any]] = [ui.Button(label=each, custom_id=each) for each in "12345"]
    options = [discord.SelectOption(label="6")]
    chosen: ui.Select[Any] = ui.Select(custom_id="more", placeholder="More", options=options)
    rows: list[ui.ActionRow[Any]] = [ui.ActionRow(*buttons), ui.ActionRow(chosen)]
    view.add_item(ui.Container(*rows, accent_colour=discord.Colour.green()))
    await interaction.response.send_message(view=view)


class MenuBot(TinyBot):
    """A bot that says what was chosen, and listens to people."""

    async def setup_hook(self) -> None:
        """Register everything."""
        commands: tuple[Any, ...] = (pick, attach, order, hand, frame, appoint, count_letters, wave_at)
        for command in commands:
            self.tree.add_command(command)
        self.authors: asyncio.Queue[str] = asyncio.Queue()
        await super().setup_hook()

    async def on_message(self, message: discord.Message) -> None:
        """Note who wrote, their membership, and what can be read of the message."""
        kind = type(message.author).__name__
        self.authors.put_nowait(f"{kind} {message.author.display_name}: {message.content}")

    async def on_interaction(self, interaction: Any) -> None:
        """Say what was chosen."""
        data = interaction.data
        if "resolved" not in data or "values" not in data:
            await super().on_interaction(interaction)
            return
        kinds = sorted(data["resolved"])
        await interaction.response.send_message(f"{data['custom_id']} {kinds} {len(data['values'])}")
