"""Ordinary messages, commands of context menus, selects of users, roles and channels, files in modals."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from bot.local import LocalDiscord, Message, Person, Refused, Upload
from tests.local.tiny_bot import Interaction, TinyBot, running

PARLOUR, ROOM, LOUNGE = "The Parlour", "The Parlour/#patience", "The Parlour/#lounge"


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
    """A modal with a place for files and a select of people."""

    files: ui.Label[Any] = ui.Label(text="Files", component=ui.FileUpload(custom_id="files", max_values=2))
    whom: ui.Label[Any] = ui.Label(text="For", component=ui.UserSelect(custom_id="whom", required=False))

    async def on_submit(self, interaction: Any) -> None:
        """Read the files."""
        assert isinstance(self.files.component, ui.FileUpload)
        assert isinstance(self.whom.component, ui.UserSelect)
        read = [f"{file.filename} {(await file.read()).decode()}" for file in self.files.component.values]
        names = [user.display_name for user in self.whom.component.values]
        await interaction.response.send_message(f"{read} for {names}")


class MenuBot(TinyBot):
    """A bot that says what was chosen, and listens to people."""

    async def setup_hook(self) -> None:
        """Register everything."""
        for command in (pick, attach, appoint, count_letters, wave_at):
            self.tree.add_command(command)
        self.authors: asyncio.Queue[str] = asyncio.Queue()
        await super().setup_hook()

    async def on_message(self, message: discord.Message) -> None:
        """Note who wrote, as member of what, and what can be read of it."""
        kind = type(message.author).__name__
        self.authors.put_nowait(f"{kind} {message.author.display_name}: {message.content}")

    async def on_interaction(self, interaction: Any) -> None:
        """Say what was chosen."""
        if interaction.type is discord.InteractionType.component:
            data = interaction.data
            kinds = sorted(data["resolved"])
            await interaction.response.send_message(f"{data['custom_id']} {kinds} {len(data['values'])}")


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[TinyBot]:
    """Connect that bot."""
    async with running(local, bot=MenuBot()) as menus:
        await menus.wait_until_ready()
        yield menus


async def test_people_write(ada: Person, local: LocalDiscord, bot: MenuBot) -> None:
    """Others read it; the bot hears who wrote, but reads only what names it or is written to it alone."""
    ben, me = local.person("Ben"), local.world.app.id
    said = ada.say(ROOM, "Anyone for a race?")
    ben.say(ROOM, f"<@{ada.user.id}> always", reply_to=said)
    ben.say(ROOM, f"<@{me}> deal!")
    ben.say("dm", "hello")
    assert ada.sees(ROOM)[0].text == "Anyone for a race?"
    heard = [await bot.authors.get() for _ in range(4)]
    assert heard == ["Member Ada: ", "Member Ben: ", f"Member Ben: <@{me}> deal!", "User Ben: hello"]
    channel = bot.get_channel(int(ada.channel(ROOM).id))
    assert isinstance(channel, discord.TextChannel)
    assert [len(message.content) > 0 async for message in channel.history()] == [True, False, False]
    with pytest.raises(Refused, match="1 to 2000"):
        ada.say(ROOM, "")


async def test_a_command_on_a_message(ada: Person, local: LocalDiscord) -> None:
    """The bot may read what it is used on, whoever wrote it."""
    said = local.person("Ben").say(ROOM, "Anyone?")
    answer = (await ada.use_on_message(said, "Count letters")).message
    assert answer
    assert (answer.text, answer.post.payload["type"]) == ("7 by Ben", 23)
    with pytest.raises(Refused, match="no command 'Shred'"):
        await ada.use_on_message(said, "Shred")
    private = (await ada.slash(ROOM, "deal accordion", hidden=True)).message
    assert private
    with pytest.raises(Refused, match="everybody sees"):
        await ada.use_on_message(private, "Count letters")


async def test_a_command_on_a_user(ada: Person) -> None:
    """It carries who was meant, in servers and elsewhere."""
    for where in (ROOM, "dm"):
        answer = (await ada.use_on_user(where, "Cleo", "Wave at")).message
        assert answer
        assert answer.text == "waves at Cleo"


async def test_selects_that_discord_fills(ada: Person) -> None:
    """People, roles and channels are chosen by name; the bot is told what they are."""
    ada.settings_of(PARLOUR).create_role("Dealers", "manage_guild", members=("Ben",))
    asked = (await ada.slash(ROOM, "pick")).message
    assert asked
    chosen = {"users": ("Ben", "Idle Year"), "roles": ("Dealers",), "both": ("Cleo", "Dealers")}
    for custom_id, names in (chosen | {"channels": ("#lounge",)}).items():
        await ada.choose(asked, custom_id, *names)
    assert [message.text for message in ada.sees(ROOM)[1:]] == [
        "users ['members', 'users'] 2",
        "roles ['roles'] 1",
        "both ['members', 'roles', 'users'] 2",
        "channels ['channels'] 1",
    ]
    with pytest.raises(Refused, match="does not offer"):
        await ada.choose(asked, "users", "Dorothy")
    with pytest.raises(Refused, match="1 to 1"):
        await ada.choose(asked, "roles", "Dealers", "@everyone")


async def test_a_channel_that_one_does_not_see_is_not_offered(ada: Person, local: LocalDiscord) -> None:
    """Nor are threads where text channels are asked for."""
    ada.settings_of(PARLOUR).deny("Ben", "view_channel", channel="lounge")
    ada.open_thread(ROOM, "aside")
    asked = (await ada.slash(ROOM, "pick")).message
    assert asked
    for name in ("#lounge", "#aside"):
        with pytest.raises(Refused, match="does not offer"):
            await local.person("Ben").choose(asked, "channels", name)


async def test_roles_as_options(ada: Person) -> None:
    """A role, and either a role or a person."""
    role = ada.settings_of(PARLOUR).create_role("Dealers", "manage_guild", members=("Ben",))
    answer = (await ada.slash(ROOM, "appoint", role=role.id, who=ada.user.id)).message
    assert answer
    assert answer.text == "Dealers for ada"
    with pytest.raises(Refused, match="id of a role"):
        await ada.slash(ROOM, "appoint", role="1", who=ada.user.id)


async def test_files_in_a_modal(ada: Person) -> None:
    """As many as may be, which the bot reads; what is optional may stay empty."""
    modal = (await ada.slash(ROOM, "attach")).modal
    assert modal
    one, two = Upload("one.txt", b"1"), Upload("two.txt", b"2")
    with pytest.raises(Refused, match="1 to 2 files, not 0"):
        await ada.submit(modal)
    with pytest.raises(Refused, match="1 to 2 files, not 3"):
        await ada.submit(modal, files=[one, two, one])
    assert await answered(ada, files=one) == "['one.txt 1'] for []"
    assert await answered(ada, files=[one, two], whom="Ben") == "['one.txt 1', 'two.txt 2'] for ['Ben']"


async def answered(ada: Person, **values: Any) -> str:
    """Fill in the modal anew and return what the bot says to it."""
    modal = (await ada.slash(ROOM, "attach")).modal
    assert modal
    message: Message | None = (await ada.submit(modal, **values)).message
    assert message
    return message.text


async def test_a_reload_forgets_what_was_private(ada: Person, local: LocalDiscord) -> None:
    """It was kept by the window alone, and cannot be pressed any more."""
    board = (await ada.slash(ROOM, "deal accordion", hidden=True)).message
    assert board
    ada.say(ROOM, "for all")
    ada.reload()
    assert [message.text for message in ada.sees(ROOM)] == ["for all"]
    with pytest.raises(Refused, match="does not see"):
        await ada.press(board, "Count 0")
