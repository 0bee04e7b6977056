"""The story's bot, written with hikari. Its arguments: the address of the small Discord, and the token."""

import sys

import hikari

URL, TOKEN = sys.argv[1:]
bot = hikari.GatewayBot(
    TOKEN, rest_url=f"{URL}/api/v10", intents=hikari.Intents.GUILDS, banner=None, auto_chunk_members=False
)
LATER = hikari.ResponseType.DEFERRED_MESSAGE_CREATE
SAY, CHANGE = hikari.ResponseType.MESSAGE_CREATE, hikari.ResponseType.MESSAGE_UPDATE


@bot.listen()
async def register(_: hikari.StartedEvent) -> None:
    """Register the commands."""
    app = await bot.rest.fetch_application()
    commands = [bot.rest.slash_command_builder(name, "Do it") for name in ("hello", "form", "file")]
    await bot.rest.set_application_commands(app, commands)


@bot.listen()
async def answer(event: hikari.InteractionCreateEvent) -> None:
    """Answer whatever people do."""
    match event.interaction:
        case hikari.CommandInteraction() as asked:
            await {"hello": hello, "form": form, "file": file}[asked.command_name](asked)
        case hikari.ComponentInteraction(custom_id="more") as asked:
            await asked.create_initial_response(CHANGE, "pressed")
        case hikari.ComponentInteraction() as asked:
            await asked.create_initial_response(SAY, f"chose {asked.values[0]}")
        case hikari.ModalInteraction() as asked:
            await asked.create_initial_response(SAY, f"got {asked.components[0][0].value}")
            await asked.fetch_initial_response()


async def hello(asked: hikari.CommandInteraction) -> None:
    """Show a board: a button and a menu."""
    button, menu = bot.rest.build_message_action_row(), bot.rest.build_message_action_row()
    button.add_interactive_button(hikari.ButtonStyle.PRIMARY, "more", label="More")
    menu.add_text_menu("cards").add_option("one", "one").add_option("two", "two")
    await asked.create_initial_response(SAY, "hello", components=[button, menu])


async def form(asked: hikari.CommandInteraction) -> None:
    """Show a form."""
    row = bot.rest.build_modal_action_row()
    row.add_text_input("text", "Text")
    await asked.create_modal_response("A form", "form", component=row)


async def file(asked: hikari.CommandInteraction) -> None:
    """Think, then send a file."""
    await asked.create_initial_response(LATER)
    await asked.execute("a file", attachment=hikari.Bytes(b"8S", "card.txt"))


bot.run(check_for_updates=False)
