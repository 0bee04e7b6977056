"""People who edit, delete and attach, and bots that clear up after them."""

from collections.abc import AsyncIterator

import discord
import pytest

from small_discord import Person, Refused, SmallDiscord, Upload
from small_discord.gateway.intents import MESSAGE_CONTENT
from tiny_bot import TinyBot, running
from told import code_of, heard

PARLOUR, ROOM = "The Parlour", "The Parlour/#patience"


@pytest.fixture
def local(described: SmallDiscord) -> SmallDiscord:
    """Check all against Discord's description."""
    return described


@pytest.fixture
async def bot(local: SmallDiscord) -> AsyncIterator[TinyBot]:
    """Connect a bot that knows its channels."""
    async with running(local) as tiny:
        await tiny.wait_until_ready()
        yield tiny


@pytest.fixture
def ben(local: SmallDiscord) -> Person:
    """Act as Ben, who manages nothing here."""
    return local.person("Ben")


@pytest.mark.parametrize("asks", [True, False])
async def test_what_people_write_instead(asks: bool) -> None:
    """An edit is told with what is written and attached to those alone who have asked for the content."""
    local = SmallDiscord(granted_intents=MESSAGE_CONTENT)
    await local.start()
    intents = discord.Intents(guilds=True, messages=True, message_content=asks)
    async with running(local, intents=intents) as bot:
        ada = local.person("Ada")
        said = ada.say(ROOM, "before", files=[Upload("one.txt", b"1")])

        async def edit() -> None:
            ada.edit(said, "after")

        after = (await heard(bot, "raw_message_edit", edit())).data
        assert (after["content"], after["author"]["id"]) == ("after" if asks else "", ada.user.id)
        assert [file["filename"] for file in after["attachments"]] == (["one.txt"] if asks else [])
        assert after["edited_timestamp"] is not None
    (message,) = ada.sees(ROOM)
    assert (message.text, message.edited, len(message.attachments)) == ("after", True, 1)
    await local.close()


async def test_what_is_attached_can_be_read(bot: TinyBot, ada: Person) -> None:
    """A file that somebody attaches is read by the bot, with or without a text."""

    async def attach() -> None:
        ada.say("dm", files=[Upload("one.txt", b"1"), Upload("two.txt", b"22")])

    message = await heard(bot, "message", attach())
    assert [(file.filename, await file.read()) for file in message.attachments] == [
        ("one.txt", b"1"),
        ("two.txt", b"22"),
    ]


async def test_what_people_may_not_change(ada: Person, ben: Person, bot: TinyBot) -> None:
    """People edit what is theirs alone, and delete what is others' only where they manage messages."""
    said, hidden = ada.say(ROOM, "here"), (await ada.slash(ROOM, "deal accordion")).message
    assert hidden is not None
    with pytest.raises(Refused, match="messages of their own"):
        ben.edit(said, "there")
    with pytest.raises(Refused, match="has 1 to 2000"):
        ada.edit(said, "")
    with pytest.raises(Refused, match="Ben may not delete"):
        ben.delete(said)
    with pytest.raises(Refused, match="cannot delete"):
        ada.delete(hidden)
    with pytest.raises(Refused, match="up to 10 files"):
        ada.say(ROOM, files=[Upload("one.txt", b"1")] * 11)
    ada.settings_of(PARLOUR).deny("everybody", "attach_files")
    with pytest.raises(Refused, match="Ben may not attach"):
        ben.say(ROOM, files=[Upload("one.txt", b"1")])
    ada.delete(ben.say(ROOM, "off topic"))
    assert [each.text for each in ben.sees(ROOM)] == ["here"]


async def test_what_people_delete_is_told(bot: TinyBot, ada: Person) -> None:
    """The bot hears of a message that somebody deletes."""
    said = ada.say(ROOM, "here")

    async def delete() -> None:
        ada.delete(said)

    told = await heard(bot, "raw_message_delete", delete())
    assert (told.message_id, told.guild_id) == (int(said.id), int(str(ada.channel(ROOM).guild_id)))


async def test_the_bot_deletes_what_others_write(
    bot: TinyBot, ada: Person, room: discord.TextChannel
) -> None:
    """The bot deletes messages of others where it manages messages; in direct messages nobody does."""
    me = await bot.fetch_user(int(ada.user.id))
    await me.send("here")
    ada.say("dm", "there")
    (theirs, _) = [message async for message in me.history()]
    assert await code_of(theirs.delete()) == (403, 50003)
    message = room.get_partial_message(int(ada.say(ROOM, "here").id))
    assert await code_of(message.delete()) == (403, 50013)
    ada.settings_of(PARLOUR).create_role("Wardens", "manage_messages", members=("Your Bot",))
    await message.delete()
    assert ada.sees(ROOM) == []


async def test_messages_are_deleted_at_once(
    bot: TinyBot, ada: Person, local: SmallDiscord, room: discord.TextChannel
) -> None:
    """Up to a hundred messages are deleted at once and told in one event; those too old are refused."""
    said = [discord.Object(int(ada.say(ROOM, str(number)).id)) for number in range(3)]
    one_by_one: list[object] = []

    async def note(event: object) -> None:
        one_by_one.append(event)

    for name in ("on_raw_message_delete", "on_raw_message_edit"):
        bot.add_listener(note, name)
    await room.send("mine")
    assert await code_of(room.delete_messages(said)) == (403, 50013)
    ada.settings_of(PARLOUR).create_role("Wardens", "manage_messages", members=("Your Bot",))
    told = await heard(
        bot, "raw_bulk_message_delete", room.delete_messages([*said[:2], discord.Object(1 << 62)])
    )
    assert told.message_ids == {each.id for each in said[:2]}
    assert [each.text for each in ada.sees(ROOM)] == ["2", "mine"]
    now = local.clock.now()
    local.clock.now = lambda: now + 14 * 24 * 3600 + 60
    assert await code_of(room.delete_messages([said[2], discord.Object(1 << 62)])) == (400, 50034)
    assert len(ada.sees(ROOM)) == 2
    assert one_by_one == []


@pytest.mark.parametrize(
    ("ids", "code"),
    [([], 50016), (["1"], 50016), ([str(each) for each in range(101)], 50016), (["1", "1"], 50035)],
)
async def test_how_many_are_deleted_at_once(small_discord: SmallDiscord, ids: list[str], code: int) -> None:
    """Two to a hundred messages are deleted at once, each of them once; and none in direct messages."""
    async with running(small_discord) as bot:
        ada = small_discord.person("Ada")
        ada.settings_of(PARLOUR).create_role("Wardens", "manage_messages", members=("Your Bot",))
        room, dm = ada.channel(ROOM).id, ada.channel("dm").id
        assert await code_of(bot.http.delete_messages(room, ids)) == (400, code)  # type: ignore[arg-type]  # all that JSON can hold
        assert await code_of(bot.http.delete_messages(dm, ids)) == (403, 50003)  # type: ignore[arg-type]  # the same
