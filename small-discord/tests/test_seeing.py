"""What a person sees, and waits to see."""

import asyncio
import re

import discord
import pytest

from small_discord import NotResponding, Person
from tiny_bot import TinyBot

HALL = "The Parlour/#patience"


async def test_a_person_waits_for_a_message(ada: Person) -> None:
    """A message is seen as soon as it is there, by a part of its text or a pattern."""
    waiting = asyncio.create_task(ada.sees(HALL, re.compile(r"^good (evening|night)$")))
    await ada.slash(HALL, "hello", text="good evening")
    assert (await waiting).text == "good evening"
    assert await ada.sees(HALL, "od even") == ada.sees(HALL)[-1]


async def test_an_edit_is_waited_for(ada: Person) -> None:
    """An answer that was put off is seen when it has come."""
    await ada.slash(HALL, "later")
    assert (await ada.sees(HALL, "done")).text == "done"


async def test_who_waits_in_vain_is_told_what_is_there(ada: Person) -> None:
    """If no such message comes, what was seen last is told; a text is no pattern."""
    await ada.slash(HALL, "hello", text="good evening")
    with pytest.raises(NotResponding, match=r"Ada saw no .* within 0.05 s, the newest is: good evening"):
        await ada.sees(HALL, "good .*", timeout=0.05)
    with pytest.raises(NotResponding, match="none at all"):
        await ada.sees("dm", "good evening", timeout=0.05)


async def test_all_that_embeds_say_is_seen(bot: TinyBot, ada: Person) -> None:
    """The text of a message has all texts of its embeds, in the order in which they are shown."""
    embed = discord.Embed(title="Patience", description="Moves").set_footer(text="Page 1 of 2")
    embed.set_author(name="A table").add_field(name="Won", value="7").add_field(name="Lost", value="9")
    room = bot.get_partial_messageable(int(ada.channel(HALL).id))
    await room.send("Look", embeds=[embed, discord.Embed(title="Bare")])
    (message,) = ada.sees(HALL)
    assert message.text.split("\n") == [
        *("Look", "A table", "Patience", "Moves", "Won", "7", "Lost", "9", "Page 1 of 2"),
        "Bare",
    ]
