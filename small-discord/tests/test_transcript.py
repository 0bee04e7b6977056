"""What a test that fails shows of the gateway and of REST."""

import re

import discord
import pytest

from small_discord import NotGranted, Person, SmallDiscord
from tiny_bot import TinyBot

HALL = "The Parlour/#patience"


async def test_what_was_told_is_a_line_each(ada: Person, local: SmallDiscord) -> None:
    """A command and its answer stand there in their order, with who said what, and what became of it."""
    await ada.slash(HALL, "hello", text="good evening")
    await ada.slash(HALL, "announce", where=ada.channel("The Parlour/#lounge").id)
    lines = [re.sub(r"\d{10,}", "ID", line) for line in str(local.transcript).splitlines()]
    assert all(re.match(r" *\d+\.\d{3} s  (bot    |Discord)  [A-Z]", line) for line in lines)
    told = [line.split("s  ", 1)[1] for line in lines]
    asked = next(
        number for number, line in enumerate(told) if line.startswith("Discord  INTERACTION_CREATE {")
    )
    assert '"name":"hello"' in told[asked]
    assert '"value":"good evening"' in told[asked]
    assert told[asked + 1] == (
        'bot      POST /interactions/ID/…/callback {"type":4,"data":{"content":"good evening"}} → 200'
    )
    assert not any("HEARTBEAT" in line or "op 1" in line for line in told)


async def test_no_token_is_told(ada: Person, local: SmallDiscord) -> None:
    """A transcript can be shown to anybody: there is no token in it, of the bot or of an interaction."""
    await ada.slash(HALL, "slow")
    await ada.waits_for(HALL, "second")
    told = str(local.transcript)
    tokens = {local.bot_token, *local.desk.by_token, *(session for session in local._hub.sessions)}
    assert "IDENTIFY" in told
    assert "/webhooks/" in told
    assert [token for token in tokens if token in told] == []


async def test_refusals_are_told(local: SmallDiscord) -> None:
    """It says with which words a request or a connection was refused."""
    with pytest.raises(NotGranted):
        async with local.running(TinyBot(discord.Intents.all())):
            pass
    async with local.running(TinyBot()) as bot:
        with pytest.raises(discord.NotFound):
            await bot.fetch_channel(1)
    told = str(local.transcript)
    assert "hangs up: 4014 Disallowed intent(s)." in told
    assert 'GET /channels/1 → 404 {"message":"Unknown Channel","code":10003}' in told
