"""The story's bot, written with interactions.py. Its arguments: an address, and the token."""

import io
import sys

import interactions
from interactions.api.http.route import Route

URL, TOKEN = sys.argv[1:]
Route.BASE = f"{URL}/api/v10"
bot = interactions.Client(intents=interactions.Intents.GUILDS)


@interactions.slash_command("hello", description="Show a board")
async def hello(ctx: interactions.SlashContext) -> None:
    """Show a board."""
    more = interactions.Button(style=interactions.ButtonStyle.BLUE, label="More", custom_id="more")
    cards = interactions.StringSelectMenu("one", "two", custom_id="cards")
    await ctx.send("hello", components=[[more], [cards]])


@interactions.component_callback("more")
async def more(ctx: interactions.ComponentContext) -> None:
    """Say that the button was pressed."""
    await ctx.edit_origin(content="pressed")


@interactions.component_callback("cards")
async def cards(ctx: interactions.ComponentContext) -> None:
    """Say what was chosen."""
    await ctx.send(f"chose {ctx.values[0]}")


@interactions.slash_command("form", description="Show a form")
async def form(ctx: interactions.SlashContext) -> None:
    """Show a form."""
    field = interactions.ShortText(label="Text", custom_id="text")
    await ctx.send_modal(interactions.Modal(field, title="A form", custom_id="form"))


@interactions.modal_callback("form")
async def submitted(ctx: interactions.ModalContext, text: str) -> None:
    """Say what was typed."""
    await ctx.send(f"got {text}")


@interactions.slash_command("file", description="Send a file, later")
async def file(ctx: interactions.SlashContext) -> None:
    """Think, then send a file."""
    await ctx.defer()
    await ctx.send("a file", file=interactions.File(io.BytesIO(b"8S"), file_name="card.txt"))


bot.start(TOKEN)
