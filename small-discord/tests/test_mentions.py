"""Who is mentioned, and what a message replies to."""

import asyncio

import discord
import pytest
from discord import AllowedMentions

from small_discord import Person, SmallDiscord
from tiny_bot import TinyBot

ROOM = "The Parlour/#patience"


@pytest.fixture
async def channel(bot: TinyBot, ada: Person) -> discord.TextChannel:
    """Return the channel as the bot fetches it."""
    found = await bot.fetch_channel(int(ada.channel(ROOM).id))
    assert isinstance(found, discord.TextChannel)
    return found


def at(local: SmallDiscord, *names: str) -> str:
    """Return a text that mentions people."""
    return " ".join(f"<@{local.person(name).user.id}>" for name in names)


def names(message: discord.Message) -> list[str]:
    """Return who is mentioned."""
    return [user.display_name for user in message.mentions]


async def test_whom_the_text_mentions(channel: discord.TextChannel, local: SmallDiscord) -> None:
    """A text mentions everybody once and nobody who does not exist; the bot may not call @everyone."""
    sent = await channel.send(at(local, "Ada", "Ben", "Ada") + " <@123> @everyone")
    assert names(sent) == ["Ada", "Ben"]
    assert not sent.mention_everyone


async def test_only_allowed_mentions_count(channel: discord.TextChannel, local: SmallDiscord) -> None:
    """Only the mentions that a message allows count: none, or those that it lists."""
    text = at(local, "Ada", "Ben")
    assert names(await channel.send(text, allowed_mentions=AllowedMentions.none())) == []
    ben = AllowedMentions(users=[discord.Object(int(local.person("Ben").user.id))], roles=False)
    assert names(await channel.send(text, allowed_mentions=ben)) == ["Ben"]


async def test_roles(channel: discord.TextChannel, ada: Person) -> None:
    """Roles are mentioned by those who may mention all, or if they are mentionable, and once each."""
    settings = ada.settings_of("The Parlour")
    keepers, guests = settings.create_role("Keepers"), settings.create_role("Guests")
    ada._world.servers.change_role(settings.guild.id, guests.id, mentionable=True)
    text = f"<@&{keepers.id}> <@&{guests.id}> <@&{guests.id}> <@&123>"
    await channel.send(text)
    ada.say(ROOM, text)
    await channel.send(text, allowed_mentions=AllowedMentions(roles=False))
    called = [message.post.payload["mention_roles"] for message in ada.sees(ROOM)]
    assert called == [[guests.id], [keepers.id, guests.id], []]


async def test_an_edit_mentions_anew(channel: discord.TextChannel, local: SmallDiscord) -> None:
    """An edit mentions only those whom the new text names, and text in components counts as well."""
    sent = await channel.send(at(local, "Ada"))
    assert names(await sent.edit(content=at(local, "Cleo"))) == ["Cleo"]
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay(at(local, "Ben")))
    assert names(await channel.send(view=view)) == ["Ben"]


async def test_an_edit_names_without_a_ping(channel: discord.TextChannel, local: SmallDiscord) -> None:
    """An edit follows its own allowed mentions, and one that leaves text and mentions alone changes none."""
    sent = await channel.send(at(local, "Ada", "Ben"), allowed_mentions=AllowedMentions.none())
    ben = AllowedMentions(everyone=False, users=[discord.Object(int(local.person("Ben").user.id))])
    assert names(await sent.edit(allowed_mentions=ben)) == ["Ben"]
    assert names(await sent.edit(suppress=True)) == ["Ben"]
    assert names(await sent.edit(content=sent.content)) == ["Ada", "Ben"]


async def test_people_mention_by_the_same_rules(ada: Person, local: SmallDiscord) -> None:
    """People mention everybody once, @everyone if they may, and the author they reply to."""
    local.person("Ada").settings_of("The Parlour").deny("everybody", "mention_everyone")
    for name, may_call_all in (("Ada", True), ("Ben", False)):
        said = local.person(name).say(ROOM, at(local, "Cleo", "Cleo") + " <@123> @here").post.payload
        assert [user["global_name"] for user in said["mentions"]] == ["Cleo"]
        assert said["mention_everyone"] is may_call_all
    first = ada.say(ROOM, "Anyone?")
    answered = local.person("Ben").say(ROOM, "I am", reply_to=first).post.payload
    assert [user["global_name"] for user in answered["mentions"]] == ["Ada"]


async def test_allowed_mentions_must_not_contradict_themselves(
    bot: TinyBot, channel: discord.TextChannel
) -> None:
    """Allowed mentions may be all users or those on a list, but not both."""
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    body = {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}
    with pytest.raises(discord.HTTPException, match="mutually exclusive"):
        await bot.http.request(route, json=body)


async def test_an_answer_mentions(bot: TinyBot, ada: Person, local: SmallDiscord) -> None:
    """An answer to an interaction mentions like any message, and the gateway sends member data."""
    heard: asyncio.Queue[discord.Message] = asyncio.Queue()
    bot.add_listener(heard.put, "on_message")
    await ada.slash(ROOM, "hello", text=at(local, "Ben"))
    message = await asyncio.wait_for(heard.get(), 10)
    assert names(message) == ["Ben"]
    assert isinstance(message.mentions[0], discord.Member)


async def test_a_reply_brings_what_it_replies_to(channel: discord.TextChannel) -> None:
    """A reply shows what it replies to until that is deleted, and mentions its author unless told not to."""
    first = await channel.send("question")
    reply = await first.reply("answer")
    assert names(reply) == ["Your Bot"]
    assert names(await first.reply("quietly", mention_author=False)) == []
    fetched = await channel.fetch_message(reply.id)
    assert fetched.reference
    assert isinstance(fetched.reference.resolved, discord.Message)
    assert fetched.reference.resolved.content == "question"
    await first.delete()
    gone = (await channel.fetch_message(reply.id)).reference
    assert gone
    assert isinstance(gone.resolved, discord.DeletedReferencedMessage)
