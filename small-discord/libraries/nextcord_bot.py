"""The story's bot, written with nextcord. Its arguments: the address of the small Discord, and the token."""

import io
import sys

import nextcord
from nextcord.ext import commands

URL, TOKEN = sys.argv[1:]
nextcord.http.Route.BASE = f"{URL}/api/v10"
bot = commands.Bot(intents=nextcord.Intents(guilds=True))


class Board(nextcord.ui.View):
    """A button and a menu."""

    @nextcord.ui.button(label="More")
    async def more(self, _button: nextcord.ui.Button, interaction: nextcord.Interaction) -> None:
        """Say that it was pressed."""
        await interaction.response.edit_message(content="pressed")

    @nextcord.ui.string_select(
        custom_id="cards", options=[nextcord.SelectOption(label=each) for each in ("one", "two")]
    )
    async def cards(self, select: nextcord.ui.StringSelect, interaction: nextcord.Interaction) -> None:
        """Say what was chosen."""
        await interaction.response.send_message(f"chose {select.values[0]}")


class Form(nextcord.ui.Modal):
    """A form with one field."""

    def __init__(self) -> None:
        super().__init__("A form")
        self.text = nextcord.ui.TextInput(label="Text", custom_id="text")
        self.add_item(self.text)

    async def callback(self, interaction: nextcord.Interaction) -> None:
        """Say what was typed."""
        await interaction.response.send_message(f"got {self.text.value}")


@bot.slash_command(description="Show a board")
async def hello(interaction: nextcord.Interaction) -> None:
    """Show a board."""
    await interaction.response.send_message("hello", view=Board(timeout=None))


@bot.slash_command(description="Show a form")
async def form(interaction: nextcord.Interaction) -> None:
    """Show a form."""
    await interaction.response.send_modal(Form())


@bot.slash_command(description="Send a file, later")
async def file(interaction: nextcord.Interaction) -> None:
    """Think, then send a file."""
    await interaction.response.defer()
    await interaction.followup.send("a file", file=nextcord.File(io.BytesIO(b"8S"), filename="card.txt"))


bot.run(TOKEN)
