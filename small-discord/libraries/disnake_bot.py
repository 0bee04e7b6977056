"""The story's bot, written with disnake. Its arguments: the address of the small Discord, and the token."""

import io
import sys

import disnake
from disnake.ext import commands

URL, TOKEN = sys.argv[1:]
disnake.http.Route.BASE = f"{URL}/api/v10"
bot = commands.InteractionBot(intents=disnake.Intents(guilds=True))


class Board(disnake.ui.View):
    """A button and a menu."""

    @disnake.ui.button(label="More")
    async def more(self, _button: disnake.ui.Button, interaction: disnake.MessageInteraction) -> None:
        """Say that it was pressed."""
        await interaction.response.edit_message(content="pressed")

    @disnake.ui.string_select(custom_id="cards", options=["one", "two"])
    async def cards(self, select: disnake.ui.StringSelect, interaction: disnake.MessageInteraction) -> None:
        """Say what was chosen."""
        await interaction.response.send_message(f"chose {select.values[0]}")


class Form(disnake.ui.Modal):
    """A form with one field."""

    def __init__(self) -> None:
        super().__init__(title="A form", components=[disnake.ui.TextInput(label="Text", custom_id="text")])

    async def callback(self, interaction: disnake.ModalInteraction, /) -> None:
        """Say what was typed."""
        await interaction.response.send_message(f"got {interaction.text_values['text']}")


@bot.slash_command(description="Show a board")
async def hello(interaction: disnake.ApplicationCommandInteraction) -> None:
    """Show a board."""
    await interaction.response.send_message("hello", view=Board(timeout=None))


@bot.slash_command(description="Show a form")
async def form(interaction: disnake.ApplicationCommandInteraction) -> None:
    """Show a form."""
    await interaction.response.send_modal(Form())


@bot.slash_command(description="Send a file, later")
async def file(interaction: disnake.ApplicationCommandInteraction) -> None:
    """Think, then send a file."""
    await interaction.response.defer()
    await interaction.followup.send("a file", file=disnake.File(io.BytesIO(b"8S"), filename="card.txt"))


bot.run(TOKEN)
