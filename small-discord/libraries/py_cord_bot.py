"""The story's bot, written with py-cord. Its arguments: the address of the small Discord, and the token."""

import io
import sys

import discord

URL, TOKEN = sys.argv[1:]
discord.http.Route.API_BASE_URL = f"{URL}/api/v10"
bot = discord.Bot(intents=discord.Intents(guilds=True))


class Board(discord.ui.View):
    """A button and a menu."""

    @discord.ui.button(label="More")
    async def more(self, _button: discord.ui.Button, interaction: discord.Interaction) -> None:
        """Say that it was pressed."""
        await interaction.response.edit_message(content="pressed")

    @discord.ui.string_select(
        custom_id="cards", options=[discord.SelectOption(label=each) for each in ("one", "two")]
    )
    async def cards(self, select: discord.ui.Select, interaction: discord.Interaction) -> None:
        """Say what was chosen."""
        await interaction.response.send_message(f"chose {select.values[0]}")


class Form(discord.ui.Modal):
    """A form with one field."""

    def __init__(self) -> None:
        super().__init__(discord.ui.InputText(label="Text", custom_id="text"), title="A form")

    async def callback(self, interaction: discord.Interaction) -> None:
        """Say what was typed."""
        await interaction.response.send_message(f"got {self.children[0].value}")


@bot.slash_command(description="Show a board")
async def hello(ctx: discord.ApplicationContext) -> None:
    """Show a board."""
    await ctx.respond("hello", view=Board(timeout=None))


@bot.slash_command(description="Show a form")
async def form(ctx: discord.ApplicationContext) -> None:
    """Show a form."""
    await ctx.send_modal(Form())


@bot.slash_command(description="Send a file, later")
async def file(ctx: discord.ApplicationContext) -> None:
    """Think, then send a file."""
    await ctx.defer()
    await ctx.followup.send("a file", file=discord.File(io.BytesIO(b"8S"), filename="card.txt"))


bot.run(TOKEN)
