"""What happens to gateway connections, as a client experiences it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest

from gateway_client import Gateway
from small_discord import Person, SmallDiscord, Storm, Weather, point_client_at
from tiny_bot import TinyBot, running
from waiting import until

ROOM = "The Parlour/#patience"


@pytest.fixture
async def gateway(local: SmallDiscord) -> AsyncIterator[Gateway]:
    """Return a client that does as it is told, with the clock standing still."""
    local.clock.now = lambda: 1_800_000_000.0
    async with aiohttp.ClientSession() as session:
        yield Gateway(local, session)


@pytest.mark.parametrize("storm", [Storm.RECONNECT, Storm.RESUME])
async def test_a_session_outlives_a_storm(
    ada: Person, bot: TinyBot, local: SmallDiscord, storm: Storm
) -> None:
    """A session outlives a storm: the bot comes back, and receives what it missed."""
    local.strike(storm)
    async with asyncio.timeout(60):
        reply = await ada.slash(ROOM, "hello", text="missed")
        await bot.resumes.wait()
    assert reply.message
    assert reply.message.text == "missed"


async def test_a_connection_that_just_ends_is_made_again(
    ada: Person, bot: TinyBot, local: SmallDiscord
) -> None:
    """A sudden end is noticed, and the bot comes back."""
    (before,) = local._connections
    local.strike(Storm.DROP)
    await until(lambda: before not in local._connections and local._hub.online)
    assert (await ada.slash(ROOM, "hello")).kind == "message"


async def test_an_invalid_session_begins_anew(ada: Person, bot: TinyBot, local: SmallDiscord) -> None:
    """After an invalid session the bot identifies anew, and goes on."""
    (before,) = local._hub.sessions
    local.strike(Storm.INVALID)
    await until(lambda: local._hub.online and before not in local._hub.sessions)
    assert (await ada.slash(ROOM, "hello")).kind == "message"


async def test_whoever_leaves_for_good_cannot_resume(local: SmallDiscord) -> None:
    """A session ends when its client closes the connection in good order."""
    async with running(local) as bot:
        await bot.wait_until_ready()
    assert local._hub.sessions == {}


async def test_storms_come_by_themselves(bot: TinyBot, local: SmallDiscord) -> None:
    """Storms come by themselves, as often as the weather says."""
    (before,) = local._connections
    local.weather.storms_a_minute = 60
    await until(lambda: before not in local._connections)
    local.weather.storms_a_minute = 0


async def test_starts_are_counted(gateway: Gateway, local: SmallDiscord) -> None:
    """Starts are counted per day, which begins with the first of them."""
    full = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    assert await gateway.limit() == full
    assert (await gateway.identify())["t"] == "READY"
    local.clock.now = lambda: 1_800_000_060.0
    assert await gateway.limit() == full | {"remaining": 999, "reset_after": (24 * 3600 - 60) * 1000}
    local.clock.now = lambda: 1_800_086_400.0
    assert await gateway.limit() == full


async def test_starts_are_counted_on_after_a_restart(tmp_path: Path) -> None:
    """A bot that crashes and restarts all day is counted all day."""
    for used in (1, 2):
        local = SmallDiscord(world_path=tmp_path / "world.sqlite3")
        await local.start()
        async with running(local) as bot:
            assert (await bot.fetch_session_start_limits()).remaining == 1000 - used
        await local.close()


async def test_too_many_starts_cost_the_token(local: SmallDiscord) -> None:
    """Too many starts cost the token: all sessions end, and it no longer works."""
    token = local.bot_token
    local.weather.session_starts = 1
    with point_client_at(local.url):
        async with TinyBot() as bot:
            connected = asyncio.create_task(bot.start(token))
            await local.wait_for_commands()
            async with aiohttp.ClientSession() as session:
                assert await Gateway(local, session).identify() == 4004
            with pytest.raises(discord.ConnectionClosed, match="4004"):
                await connected
        async with TinyBot() as again:
            with pytest.raises(discord.LoginFailure):
                await again.start(token)
    assert local.bot_token != token
    async with running(local):
        assert (await local.person("Ada").slash(ROOM, "hello")).kind == "message"


async def test_two_identifies_at_once_are_one_too_many(gateway: Gateway, local: SmallDiscord) -> None:
    """The second of two identifies at once is refused, but counts; five seconds later it is welcome."""
    local.weather.seconds_between_identifies = 5.0
    assert (await gateway.identify(0))["t"] == "READY"
    assert await gateway.identify(1) == {"op": 9, "d": False, "s": None, "t": None}
    local.clock.now = lambda: 1_800_000_005.0
    assert (await gateway.identify(1))["t"] == "READY"
    assert (await gateway.limit())["remaining"] == 997


async def test_big_bots_identify_side_by_side(gateway: Gateway, local: SmallDiscord) -> None:
    """Shards whose numbers differ modulo the concurrency do not wait for each other."""
    local.weather.seconds_between_identifies = 5.0
    local.weather.max_concurrency = 16
    assert (await gateway.identify(0))["t"] == "READY"
    assert (await gateway.identify(1))["t"] == "READY"
    assert (await gateway.identify(16))["op"] == 9


async def test_the_client_waits_between_shards() -> None:
    """At Discord's pace, discord.py brings up two shards in one go."""
    local = SmallDiscord(weather=Weather(seconds_between_identifies=1.0))
    await local.start()

    class Patient(TinyBot):
        """Waits as discord.py does by itself, though not for as long."""

        async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
            """Wait for the shard's turn."""
            if not initial:
                await asyncio.sleep(1.1)

    with point_client_at(local.url):
        async with Patient(shard_count=2) as bot:
            task = asyncio.create_task(bot.start(local.bot_token))
            await until(lambda: len([each for each in local._hub.sessions.values() if each.online]) == 2)
            assert local._starts.limit()["remaining"] == 998
            await bot.close()
            await task
    await local.close()
