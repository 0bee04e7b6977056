"""Messages with buttons, menus and modals, as people use them."""

from pathlib import Path

import discord
import pytest

from small_discord import Person, Refused, SmallDiscord
from tiny_bot import TinyBot, running

ROOM = "The Parlour/#patience"


async def test_a_button_updates_its_message(ada: Person) -> None:
    """Pressing redraws the message in place."""
    board = (await ada.slash(ROOM, "deal accordion")).message
    assert board
    assert board.buttons == ["Count 0", "Form", "Later", "Whisper", "Silent", "Off"]
    reply = await ada.press(board, "Count 0")
    assert reply.kind == "update"
    assert [message.text for message in ada.sees(ROOM)] == ["Counted to 1"]


async def test_a_menu_takes_value_or_label(ada: Person) -> None:
    """An option is chosen by its label or by its value."""
    board = (await ada.slash(ROOM, "deal accordion")).message
    assert board
    reply = await ada.choose(board, "Slide one", "2 onto 1")
    assert reply.message
    assert reply.message.text == "Counted to 2"
    reply = await ada.choose(board, "moves", "3<")
    assert reply.message
    assert reply.message.text == "Counted to 3"


async def test_what_cannot_be_pressed_is_refused(ada: Person) -> None:
    """A person can only use what exists and is enabled."""
    board = (await ada.slash(ROOM, "deal accordion")).message
    assert board
    await ada.press(board, "Count 0")
    with pytest.raises(Refused, match="0 buttons are called"):
        await ada.press(board, "Count 0")
    with pytest.raises(Refused, match="disabled"):
        await ada.press(board, "Off")
    with pytest.raises(Refused, match="does not offer"):
        await ada.choose(board, "moves", "9<")
    with pytest.raises(Refused, match="takes 1 to 1"):
        await ada.choose(board, "moves", "2<", "3<")


async def test_a_private_board_is_private(ada: Person, local: SmallDiscord) -> None:
    """Others neither see nor use an ephemeral message."""
    board = (await ada.slash(ROOM, "deal accordion", hidden=True)).message
    assert board
    assert board.ephemeral
    ben = local.person("Ben")
    assert ben.sees(ROOM) == []
    with pytest.raises(Refused, match="does not see"):
        await ben.press(board, "Count 0")
    ada.dismiss(board)
    assert ada.sees(ROOM) == []


async def test_a_public_board_is_public(ada: Person, local: SmallDiscord) -> None:
    """Everybody in the channel may press; the bot decides what it means."""
    board = (await ada.slash(ROOM, "deal accordion", hidden=False)).message
    assert board
    await local.person("Ben").press(board, "Count 0")
    assert local.person("Cleo").sees(ROOM)[0].text == "Counted to 1"


async def test_a_modal_is_filled_in(ada: Person) -> None:
    """What is typed into a modal arrives, if it fits; a field that is left alone keeps its text."""
    board = (await ada.slash(ROOM, "deal accordion")).message
    assert board
    modal = (await ada.press(board, "Form")).modal
    assert modal
    assert modal.title == "Type moves"
    with pytest.raises(Refused, match="must be filled in"):
        await ada.submit(modal)
    with pytest.raises(Refused, match="0 to 20"):
        await ada.submit(modal, moves="12< " * 20)
    with pytest.raises(Refused, match="no field"):
        await ada.submit(modal, color="red")
    reply = await ada.submit(modal, moves="12<")
    assert reply.message
    assert reply.message.text == "typed 12<, note none"


async def test_a_modal_is_for_whom_it_opened(ada: Person, local: SmallDiscord) -> None:
    """Nobody but the person for whom a modal opened can submit it."""
    board = (await ada.slash(ROOM, "deal accordion", hidden=False)).message
    assert board
    modal = (await ada.press(board, "Form")).modal
    assert modal
    with pytest.raises(Refused, match="somebody else's"):
        await local.person("Ben").submit(modal, moves="12<")


async def test_a_deferred_answer_stays_private(ada: Person, local: SmallDiscord) -> None:
    """The first follow-up replaces "is thinking" and is as private; the next is not."""
    reply = await ada.slash(ROOM, "slow")
    assert reply.kind == "deferred"
    final = await reply.final()
    assert (final.text, final.ephemeral, final.edited) == ("first", True, False)
    await ada.waits_for(ROOM, "second")
    assert [message.text for message in local.person("Ben").sees(ROOM)] == ["second"]


async def test_a_deferred_answer_is_edited_in(ada: Person) -> None:
    """Editing the original of a deferred answer is an answer as well."""
    reply = await ada.slash(ROOM, "later")
    assert (await reply.final()).text == "done"


async def test_a_button_may_answer_late(ada: Person) -> None:
    """A press can be acknowledged now and acted on afterwards."""
    board = (await ada.slash(ROOM, "deal accordion")).message
    assert board
    reply = await ada.press(board, "Silent")
    assert reply.kind == "nothing"
    assert (await reply.final()).text == "Counted to 100"
    reply = await ada.press(board, "Later")
    assert (await reply.final()).text == "solved"


async def test_a_private_board_outlives_the_bot(local: SmallDiscord) -> None:
    """The buttons of an old ephemeral message work with a bot that has just started."""
    ada = local.person("Ada")
    async with running(local):
        board = (await ada.slash(ROOM, "deal accordion", hidden=True)).message
        assert board
    async with running(local):
        await ada.press(board, "Count 0")
    assert ada.sees(ROOM)[0].text == "Counted to 1"


async def test_a_file_is_shown_by_a_component(ada: Person) -> None:
    """A component that names an attachment gets its address."""
    message = (await ada.slash(ROOM, "secret")).message
    assert message
    url = message.components[0]["items"][0]["media"]["url"]
    assert url == message.attachments[0]["url"]
    assert "/card.png?ex=" in url


async def test_the_bot_hears_of_its_messages(ada: Person, bot: TinyBot) -> None:
    """The bot hears of messages in a channel, and can send, edit, list and delete its own."""
    await ada.slash(ROOM, "hello", text="heard")
    channel = bot.get_channel(int(ada.channel(ROOM).id))
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("sent")
    await message.edit(content="edited")
    assert [await bot.heard.get(), await bot.heard.get()] == ["heard", "sent"]
    assert [message.content async for message in channel.history()] == ["edited", "heard"]
    await message.delete()
    assert [message.text for message in ada.sees(ROOM)] == ["heard"]


async def test_the_bot_writes_to_a_person(bot: TinyBot, local: SmallDiscord) -> None:
    """A direct message reaches that person alone."""
    ben = local.person("Ben")
    user = discord.Object(int(ben.user.id))
    channel = await bot.create_dm(user)
    await channel.send("for Ben")
    assert [message.text for message in ben.sees("dm")] == ["for Ben"]
    assert local.person("Ada").sees("dm") == []


async def test_closed_messages(bot: TinyBot, ada: Person, local: SmallDiscord) -> None:
    """With closed messages the bot can open a conversation but send nothing, except answers to commands."""
    ada.close_messages()
    channel = await bot.create_dm(discord.Object(int(ada.user.id)))
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("for Ada")
    assert refused.value.code == 50007
    assert (await ada.slash("dm", "hello", text="here")).message
    assert [message.text for message in ada.sees("dm")] == ["here"]
    ada.open_messages()
    await channel.send("for Ada")
    assert ada.sees("dm")[-1].text == "for Ada"


async def test_messages_stay_closed(tmp_path: Path) -> None:
    """A person's messages stay closed for as long as the world's file exists."""
    for closed in (False, True):
        local = SmallDiscord(world_path=tmp_path / "world.sqlite3")
        ada = local.person("Ada")
        assert (ada.user.id in local.world.closed) is closed
        ada.close_messages()
        local.world.close()
