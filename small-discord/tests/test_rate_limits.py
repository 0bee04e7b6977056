"""Rate limits, as a client experiences them."""

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

import aiohttp
import discord
import pytest

from small_discord import REAL, Fault, Limit, Planned, RateLimits, SmallDiscord, point_client_at
from small_discord.weather import GENEROUS
from tiny_bot import TinyBot

ROOM = "The Parlour/#patience"
OTHER_ROOM = "The Parlour/#lounge"
SEND = "POST /channels/{channel_id}/messages"


class Sender:
    """Posts to a channel without heeding any limit, unlike discord.py."""

    def __init__(self, local: SmallDiscord, session: aiohttp.ClientSession) -> None:
        self._local = local
        self._session = session

    async def send(self, where: str = ROOM, token: str | None = None) -> aiohttp.ClientResponse:
        """Post a message; return the answer, read to its end."""
        channel = self._local.person("Ada").channel(where)
        url = f"{self._local.url}/api/v10/channels/{channel.id}/messages"
        headers = {"Authorization": f"Bot {token or self._local.bot_token}"}
        async with self._session.post(url, json={"content": "x"}, headers=headers) as response:
            await response.read()
            return response


@pytest.fixture
async def sender(local: SmallDiscord) -> AsyncIterator[Sender]:
    """Return a sender, with the clock standing still."""
    local.clock.now = lambda: 1_800_000_000.25
    async with aiohttp.ClientSession() as session:
        yield Sender(local, session)


async def room(bot: TinyBot, local: SmallDiscord) -> discord.TextChannel:
    """Return a channel as the bot knows it."""
    channel = await bot.fetch_channel(int(local.person("Ada").channel(ROOM).id))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_every_answer_tells_its_limit(sender: Sender) -> None:
    """Every answer tells its limit in its headers, in fair weather as well."""
    headers = (await sender.send()).headers
    assert headers["X-RateLimit-Limit"] == "1000"
    assert headers["X-RateLimit-Remaining"] == "999"
    assert headers["X-RateLimit-Reset"] == "1800000001.250"
    assert headers["X-RateLimit-Reset-After"] == "1.000"
    assert len(headers["X-RateLimit-Bucket"]) == 32
    assert "Via" in headers


async def test_callbacks_know_no_limit(local: SmallDiscord) -> None:
    """Nobody waits for an answer because of others: a callback is told of no limit."""
    url = f"{local.url}/api/v10/interactions/1/none/callback"
    async with aiohttp.ClientSession() as session, session.post(url, json={"type": 5}) as response:
        assert response.status == 404
        assert "Via" in response.headers
        assert "X-RateLimit-Bucket" not in response.headers


async def test_the_sixth_message_is_too_many(sender: Sender, local: SmallDiscord) -> None:
    """A channel takes five messages within five seconds; another channel takes its own five."""
    local.weather.limits = REAL
    for left in (4, 3, 2, 1, 0):
        assert (await sender.send()).headers["X-RateLimit-Remaining"] == str(left)
    refused = await sender.send()
    assert refused.status == 429
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert refused.headers["Retry-After"] == "5"
    body = await refused.json()
    said = {"message": "You are being rate limited.", "retry_after": 5.0, "global": False, "code": 0}
    assert body == said
    other = await sender.send(OTHER_ROOM)
    assert other.status == 200
    assert other.headers["X-RateLimit-Bucket"] == refused.headers["X-RateLimit-Bucket"]
    local.clock.now = lambda: 1_800_000_005.25
    assert (await sender.send()).headers["X-RateLimit-Remaining"] == "4"


async def test_fifty_requests_a_second_are_all_that_a_bot_may(sender: Sender, local: SmallDiscord) -> None:
    """A bot may make fifty requests a second altogether, and the refusal says that the limit is global."""
    local.weather.limits = RateLimits(everything=REAL.everything, other=GENEROUS.other)
    answers = [await sender.send() for _ in range(51)]
    assert [each.status for each in answers] == [200] * 50 + [429]
    refused = answers[-1]
    assert refused.headers["X-RateLimit-Scope"] == "global"
    assert refused.headers["X-RateLimit-Global"] == "true"
    assert (await refused.json())["global"] is True


async def test_people_are_answered_all_the_same(bot: TinyBot, local: SmallDiscord) -> None:
    """Interaction responses and follow-ups do not count towards the global limit."""
    local.weather.limits = RateLimits(everything=Limit(1, 60), other=GENEROUS.other)
    ada = local.person("Ada")
    for _ in range(3):
        assert (await (await ada.slash(ROOM, "later")).final()).content == "done"
    local.weather.limits = GENEROUS
    await bot.application_info()  # by now the bot knows that its last edit was done


async def test_the_client_waits_for_its_bucket(bot: TinyBot, local: SmallDiscord) -> None:
    """discord.py reads the headers and never reaches the limit."""
    local.weather.limits = RateLimits(GENEROUS.everything, GENEROUS.other, {SEND: Limit(2, 0.5)})
    channel = await room(bot, local)
    begin = monotonic()
    await asyncio.gather(*(channel.send(str(number)) for number in range(5)))
    assert monotonic() - begin >= 0.9
    assert len(local.person("Ada").sees(ROOM)) == 5


async def test_the_client_waits_when_it_is_told(
    bot: TinyBot, local: SmallDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """Another process has used up the limit: discord.py is refused, waits, and tries again."""
    channel = await room(bot, local)
    local.weather.limits = RateLimits(Limit(2, 0.3), GENEROUS.other)
    async with asyncio.timeout(60):
        for number in range(3):
            await channel.send(str(number))
    assert "Global rate limit has been hit" in caplog.text
    assert len(local.person("Ada").sees(ROOM)) == 3


async def test_a_shared_limit_is_waited_for(bot: TinyBot, local: SmallDiscord) -> None:
    """discord.py waits for a limit that others have used up, and then posts."""
    channel = await room(bot, local)
    local.weather.planned.append(Planned(SEND, Fault.SHARED_LIMIT))
    await channel.send("late")
    assert [message.content for message in local.person("Ada").sees(ROOM)] == ["late"]


async def test_too_many_bad_requests_shut_everybody_out(sender: Sender, local: SmallDiscord) -> None:
    """After too many bad requests Cloudflare answers for ten minutes, even to good ones."""
    local.weather.most_invalid = 3
    for _ in range(3):
        assert (await sender.send(token="wrong")).status == 401
    shut_out = await sender.send()
    assert (shut_out.status, shut_out.content_type) == (429, "text/html")
    assert shut_out.headers["Retry-After"] == "600"
    assert "Via" not in shut_out.headers
    with point_client_at(local.url):
        async with TinyBot() as bot:
            with pytest.raises(discord.HTTPException, match="429"):
                await bot.login(local.bot_token)
    local.clock.now = lambda: 1_800_000_600.25
    assert (await sender.send()).status == 200


async def test_shared_limits_are_nobodys_fault(sender: Sender, local: SmallDiscord) -> None:
    """Limits that others have used up do not count among the bad requests."""
    local.weather.most_invalid = 2
    local.weather.planned += [Planned(SEND, Fault.SHARED_LIMIT)] * 3
    for _ in range(3):
        assert (await sender.send()).headers["X-RateLimit-Scope"] == "shared"
    assert (await sender.send()).status == 200


def test_every_limit_is_of_a_route_that_exists(local: SmallDiscord) -> None:
    """A misspelt route would have no limit."""
    known = {f"{route.method} {route.path}" for route in local._api.routes}
    assert set(REAL.routes) <= known
