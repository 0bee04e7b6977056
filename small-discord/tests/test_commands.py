"""Slash commands, as people type them."""

import pytest

from small_discord import Choice, NotResponding, Person, Refused, SmallDiscord, Upload
from small_discord.limits.messages import SUPPRESS_NOTIFICATIONS

ROOM, LOUNGE = "The Parlour/#patience", "The Parlour/#lounge"


async def test_a_command_is_answered(ada: Person) -> None:
    """The bot's answer is posted in the channel."""
    reply = await ada.slash(ROOM, "hello", text="good evening")
    assert reply.kind == "message"
    assert [message.text for message in ada.sees(ROOM)] == ["good evening"]


async def test_commands_work_in_direct_messages(ada: Person) -> None:
    """People can talk to the bot alone, and others do not see it."""
    await ada.slash("dm", "hello")
    assert [message.text for message in ada.sees("dm")] == ["hello"]


async def test_subcommands_in_groups(ada: Person) -> None:
    """A command is typed with its subcommands."""
    reply = await ada.slash(ROOM, "deal deck cut", at=26)
    assert reply.message
    assert reply.message.text == "cut at 26"
    assert reply.message.post.command_line == "/deal deck cut at:26"


async def test_a_user_as_an_option(ada: Person, local: SmallDiscord) -> None:
    """A user option carries the user who was meant."""
    reply = await ada.slash(ROOM, "greet", whom=local.person("Ben").user.id)
    assert reply.message
    assert reply.message.text == "hello Ben in The Parlour"


async def test_a_file_as_an_option(ada: Person) -> None:
    """A file is found by the bot in its option, and the command line shows its name."""
    reply = await ada.slash(ROOM, "weigh", file=Upload("some cards.txt", b"8S KD"))
    assert reply.message
    assert reply.message.text == "some_cards.txt: 5 of 5 bytes"
    assert reply.message.post.command_line == "/weigh file:some cards.txt"


async def test_a_channel_as_an_option(ada: Person, local: SmallDiscord) -> None:
    """The bot posts in the channel that an option names, silently and for everybody in it."""
    reply = await ada.slash(ROOM, "announce", where=ada.channel(LOUNGE).id)
    assert reply.message
    assert reply.message.text == "posted"
    (posted,) = local.person("Ben").sees(LOUNGE)
    assert (posted.text, posted.post.payload["flags"]) == ("quiet", SUPPRESS_NOTIFICATIONS)


async def test_a_read_only_channel(ada: Person) -> None:
    """The bot knows that it may not write in a read-only channel, and is refused if it tries."""
    ada.settings_of("The Parlour").deny("everybody", "send_messages", channel="lounge")
    reply = await ada.slash(ROOM, "announce", where=ada.channel(LOUNGE).id)
    assert reply.message
    assert reply.message.text == "False Missing Permissions"


async def test_autocomplete_proposes(ada: Person) -> None:
    """The bot's choices fit what is typed."""
    choices = await ada.autocomplete(ROOM, "deal accordion", "variant", variant="ar")
    assert choices == [Choice("Parlett", "parlett"), Choice("Tarbart", "tarbart")]


@pytest.mark.parametrize(
    ("command", "options", "reason"),
    [
        ("nonsense", {}, "no command"),
        ("deal", {}, "not complete"),
        ("deal deck cut", {}, "needs the option 'at'"),
        ("deal deck cut", {"at": 52}, "between 1 and 51"),
        ("deal deck cut", {"at": "six"}, "does not take"),
        ("hello", {"loud": True}, "no option 'loud'"),
        ("greet", {"whom": "1"}, "id of a user"),
        ("announce", {"where": "1"}, "id of a server's channel"),
        ("weigh", {"file": "8S KD"}, "does not take"),
    ],
)
async def test_what_cannot_be_typed_is_refused(
    ada: Person, command: str, options: dict[str, object], reason: str
) -> None:
    """Discord's client does not send a command that its declaration forbids."""
    with pytest.raises(Refused, match=reason):
        await ada.slash(ROOM, command, **options)


async def test_permissions_hide_a_command(ada: Person, local: SmallDiscord) -> None:
    """A command for those who manage the server is offered to its owner only."""
    assert (await ada.slash(ROOM, "grown_up")).kind == "message"
    with pytest.raises(Refused, match="no command"):
        await local.person("Ben").slash(ROOM, "grown_up")


async def test_guild_commands_are_not_in_direct_messages(ada: Person) -> None:
    """A command may be for servers only."""
    with pytest.raises(Refused, match="no command"):
        await ada.slash("dm", "guild_only")


async def test_a_bot_that_is_silent(ada: Person) -> None:
    """A person whom the bot does not answer is told so in Discord's words."""
    with pytest.raises(NotResponding, match="The application did not respond"):
        await ada.slash(ROOM, "never")


async def test_nobody_enters_the_direct_messages_of_others(ada: Person, local: SmallDiscord) -> None:
    """Ben's messages with the bot are Ben's alone."""
    ben = local.person("Ben")
    with pytest.raises(Refused, match="no access"):
        ada.sees(ben.channel("dm"))
