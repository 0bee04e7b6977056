"""Requests that fail, as a client experiences it."""

import asyncio
from time import monotonic

import aiohttp
import discord
import pytest

from small_discord import AUTOMOD, Fault, Planned, Refusal, SmallDiscord, Weather, rough
from tiny_bot import TinyBot

ROOM = "The Parlour/#patience"
SEND = "POST /channels/{channel_id}/messages"
LOOK = "GET /users/{user_id}"


async def room(bot: TinyBot, local: SmallDiscord) -> discord.TextChannel:
    """Return a channel as the bot knows it."""
    channel = await bot.fetch_channel(int(local.person("Ada").channel(ROOM).id))
    assert isinstance(channel, discord.TextChannel)
    return channel


def seen(local: SmallDiscord) -> list[str]:
    """Return what can be read in the channel."""
    return [message.content for message in local.person("Ada").sees(ROOM)]


@pytest.mark.parametrize("fault", [Fault.INTERNAL_ERROR, Fault.BAD_GATEWAY, Fault.GATEWAY_TIMEOUT])
async def test_the_client_tries_again(bot: TinyBot, local: SmallDiscord, fault: Fault) -> None:
    """discord.py repeats a request that Discord reports as failed."""
    channel = await room(bot, local)
    local.weather.planned.append(Planned(SEND, fault))
    await channel.send("at last")
    assert seen(local) == ["at last"]
    assert local.weather.planned == []


async def test_cloudflare_answers_with_a_page(local: SmallDiscord) -> None:
    """If Discord is down, Cloudflare answers with a page instead of JSON."""
    local.weather.planned.append(Planned("GET /gateway", Fault.BAD_GATEWAY))
    async with aiohttp.ClientSession() as session, session.get(local.url + "/api/v10/gateway") as response:
        assert (response.status, response.content_type) == (502, "text/html")
        assert "502 Bad Gateway" in await response.text()


@pytest.mark.parametrize("refusal", [AUTOMOD, Refusal(403, 50013, "Missing Permissions")])
async def test_a_refusal_is_told_once(bot: TinyBot, local: SmallDiscord, refusal: Refusal) -> None:
    """What a rule of a server forbids is refused with Discord's code and words, and nothing is done."""
    channel = await room(bot, local)
    local.weather.planned.append(Planned(SEND, refusal))
    with pytest.raises(discord.HTTPException, match=refusal.message) as refused:
        await channel.send("a bad word")
    assert (refused.value.status, refused.value.code) == (refusal.status, refusal.code)
    await channel.send("a good one")
    assert seen(local) == ["a good one"]


@pytest.mark.parametrize("fault", [Fault.DONE_BUT_500, Fault.DONE_BUT_TIMED_OUT])
async def test_what_was_posted_is_not_posted_twice(bot: TinyBot, local: SmallDiscord, fault: Fault) -> None:
    """discord.py repeats a post with the same nonce, and gets the message that is there already."""
    channel = await room(bot, local)
    local.weather.planned.append(Planned(SEND, fault))
    sent = await channel.send("once")
    assert seen(local) == ["once"]
    assert str(sent.id) == local.person("Ada").sees(ROOM)[0].id


async def test_without_a_nonce_it_is_posted_twice(local: SmallDiscord) -> None:
    """A client that simply sends again posts two messages, even with a nonce, if it need not be unique."""
    url = f"{local.url}/api/v10/channels/{local.person('Ada').channel(ROOM).id}/messages"
    headers = {"Authorization": f"Bot {local.bot_token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for body in ({"content": "no nonce"}, {"content": "a nonce", "nonce": "7"}):
            local.weather.planned.append(Planned(SEND, Fault.DONE_BUT_500))
            for status in (500, 200):
                async with session.post(url, json=body) as response:
                    assert response.status == status
    assert seen(local) == ["no nonce"] * 2 + ["a nonce"] * 2


async def test_a_nonce_is_forgotten_after_some_minutes(bot: TinyBot, local: SmallDiscord) -> None:
    """A nonce is forgotten after some minutes, and then belongs to a new message."""
    channel = await room(bot, local)
    local.clock.now = lambda: 1_800_000_000.0
    first = await channel.send("one", nonce=7)
    assert (await channel.send("two", nonce=7)).id == first.id
    local.clock.now = lambda: 1_800_000_300.0
    assert (await channel.send("three", nonce=7)).id != first.id
    assert seen(local) == ["one", "three"]


async def test_a_nonce_has_a_length(bot: TinyBot, local: SmallDiscord) -> None:
    """A nonce that is too long is refused."""
    channel = await room(bot, local)
    with pytest.raises(discord.HTTPException, match="25 or fewer"):
        await channel.send("x", nonce="x" * 26)


@pytest.mark.parametrize(("fault", "posted"), [(Fault.DROPPED, []), (Fault.DONE_BUT_DROPPED, ["lost"])])
async def test_a_connection_ends(bot: TinyBot, local: SmallDiscord, fault: Fault, posted: list[str]) -> None:
    """If the connection ends, the client cannot know whether its message was posted."""
    channel = await room(bot, local)
    local.weather.planned.append(Planned(SEND, fault))
    with pytest.raises((aiohttp.ClientConnectionError, ConnectionError)):
        await channel.send("lost")
    assert seen(local) == posted


async def test_a_slow_answer_comes_late(bot: TinyBot, local: SmallDiscord) -> None:
    """A slow answer comes late, but no later than the weather says."""
    local.weather.slowest = 0.4
    local.weather.planned += [Planned(LOOK, Fault.SLOW)] * 10
    begin = monotonic()
    async with asyncio.timeout(60):
        for _ in range(10):
            await bot.fetch_user(int(local.person("Ada").user.id))
    assert monotonic() - begin > 0.4


async def test_faults_come_as_often_as_the_weather_says(bot: TinyBot, local: SmallDiscord) -> None:
    """Faults with a probability of one always happen, and without any everything goes well again."""
    local.weather.faults = {Fault.DROPPED: 1.0}
    with pytest.raises((aiohttp.ClientConnectionError, ConnectionError)):
        await bot.application_info()
    local.weather.faults = {}
    assert (await bot.application_info()).name == "Your Bot"


def test_the_same_seed_is_the_same_weather() -> None:
    """A failure seen once can be reproduced."""
    first, again, other = (rough(seed) for seed in (7, 7, 8))
    assert first == again != other
    drawn = [[each.fault_for(SEND) for _ in range(1000)] for each in (first, again, other)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert set(drawn[0]) == {None, *Fault} - {Fault.SHUT_OUT}
    assert {Weather().fault_for(SEND) for _ in range(1000)} == {None}
