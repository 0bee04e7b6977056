"""Ordinary messages, context menu commands, selects of users, roles and channels, files in modals."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from menu_bot import MenuBot
from small_discord import Message, Person, Refused, SmallDiscord, Upload
from tiny_bot import running

PARLOUR, ROOM, LOUNGE = "The Parlour", "The Parlour/#patience", "The Parlour/#lounge"


@pytest.fixture
async def bot(local: SmallDiscord) -> AsyncIterator[MenuBot]:
    """Connect that bot."""
    menus = MenuBot()
    async with running(local, bot=menus):
        await menus.wait_until_ready()
        yield menus


async def test_people_write(ada: Person, local: SmallDiscord, bot: MenuBot) -> None:
    """People read what others write; the bot reads only what mentions it or is sent to it alone."""
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


async def test_a_command_on_a_message(ada: Person, local: SmallDiscord) -> None:
    """A command on a message gives the bot its text, whoever wrote it, unless the message is private."""
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
    """A command on a user carries the user who was meant, in servers and elsewhere."""
    for where in (ROOM, "dm"):
        answer = (await ada.use_on_user(where, "Cleo", "Wave at")).message
        assert answer
        assert answer.text == "waves at Cleo"


async def test_selects_that_discord_fills(ada: Person) -> None:
    """In selects that Discord fills people choose by name, and the bot is told what they chose."""
    ada.settings_of(PARLOUR).create_role("Dealers", "manage_guild", members=("Ben",))
    asked = (await ada.slash(ROOM, "pick")).message
    assert asked
    chosen = {"users": ("Ben", "Your Bot"), "roles": ("Dealers",), "both": ("Cleo", "Dealers")}
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


async def test_a_channel_that_one_does_not_see_is_not_offered(ada: Person, local: SmallDiscord) -> None:
    """A select of channels offers neither channels that one cannot see nor threads."""
    ada.settings_of(PARLOUR).deny("Ben", "view_channel", channel="lounge")
    ada.open_thread(ROOM, "aside")
    asked = (await ada.slash(ROOM, "pick")).message
    assert asked
    for name in ("#lounge", "#aside"):
        with pytest.raises(Refused, match="does not offer"):
            await local.person("Ben").choose(asked, "channels", name)


async def test_roles_as_options(ada: Person) -> None:
    """An option may take a role, and another one either a role or a person."""
    role = ada.settings_of(PARLOUR).create_role("Dealers", "manage_guild", members=("Ben",))
    answer = (await ada.slash(ROOM, "appoint", role=role.id, who=ada.user.id)).message
    assert answer
    assert answer.text == "Dealers for ada"
    with pytest.raises(Refused, match="id of a role"):
        await ada.slash(ROOM, "appoint", role="1", who=ada.user.id)


async def test_files_in_a_modal(ada: Person) -> None:
    """A modal takes as many files as it allows, and what is optional in it may stay empty."""
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
    """Fill in a new modal and return what the bot says to it."""
    modal = (await ada.slash(ROOM, "attach")).modal
    assert modal
    message: Message | None = (await ada.submit(modal, **values)).message
    assert message
    return message.text


async def test_a_reload_forgets_what_was_private(ada: Person, local: SmallDiscord) -> None:
    """A reload forgets what was private, which can no longer be pressed."""
    board = (await ada.slash(ROOM, "deal accordion", hidden=True)).message
    assert board
    ada.say(ROOM, "for all")
    ada.reload()
    assert [message.text for message in ada.sees(ROOM)] == ["for all"]
    with pytest.raises(Refused, match="does not see"):
        await ada.press(board, "Count 0")
