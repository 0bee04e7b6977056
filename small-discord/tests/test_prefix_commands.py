"""Commands that are written as messages, with and without the intent to read them."""

from collections.abc import AsyncIterator

import discord
import pytest
from discord.ext import commands

from small_discord import SmallDiscord, point_client_at
from small_discord.gateway.intents import MESSAGE_CONTENT

ROOM = "The Parlour/#patience"


def a_bot(*, reads: bool) -> "commands.Bot":
    """Return a bot that answers `!ping`, and may ask to read what people write to others."""
    intents = discord.Intents.default()
    intents.message_content = reads
    bot = commands.Bot("!", intents=intents)

    @bot.command()
    async def ping(context: commands.Context[commands.Bot], *words: str) -> None:
        await context.reply(f"pong {' '.join(words)}")

    return bot


@pytest.fixture
async def granting() -> AsyncIterator[SmallDiscord]:
    """Return one where the bot may read what people write."""
    local = SmallDiscord(granted_intents=MESSAGE_CONTENT)
    await local.start()
    yield local
    await local.close()


async def test_a_bot_that_reads_messages(granting: SmallDiscord) -> None:
    """With the intent, commands with a prefix are answered wherever the bot sees them."""
    async with granting.running(a_bot(reads=True)):
        ada = granting.person("Ada")
        ada.say(ROOM, "!ping one two")
        answer = await ada.waits_for(ROOM, "pong one two")
        assert answer.post.payload["message_reference"]["message_id"] == ada.sees(ROOM)[0].id
        thread = ada.open_thread(ROOM, "long")
        ada.say(thread, "!ping again")
        await ada.waits_for(thread, "pong again")


async def test_a_bot_that_has_not_asked(granting: SmallDiscord) -> None:
    """A bot that has not asked for the intent reads direct messages alone, and what mentions it."""
    bot = a_bot(reads=False)
    async with granting.running(bot):
        ada = granting.person("Ada")
        heard: list[str] = []

        @bot.listen()
        async def on_message(message: discord.Message) -> None:
            heard.append(message.content)

        ada.say(ROOM, "!ping")
        ada.say("dm", "!ping")
        await ada.waits_for("dm", "pong")
        assert heard[:2] == ["", "!ping"]
        assert [message.text for message in ada.sees(ROOM)] == ["!ping"]


async def test_a_bot_that_was_not_granted_it(small_discord: SmallDiscord) -> None:
    """A bot that asks for the intent without having it is hung up on with 4014."""
    with point_client_at(small_discord.url):
        async with a_bot(reads=True) as bot:
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await bot.start(small_discord.bot_token)
