"""The gateway: shards, resumes, reconnects, refusals."""

import asyncio
import contextlib
import importlib.util
import json
import time
import zlib

import aiohttp
import discord
import pytest

from small_discord import Person, SmallDiscord, Storm, point_client_at
from small_discord.gateway.socket import Pulse
from tiny_bot import TinyBot, running

ROOM = "The Parlour/#patience"
OTHER_ROOM = "Rainy Sundays/#tea"


async def test_a_dropped_connection_is_resumed(ada: Person, bot: TinyBot, local: SmallDiscord) -> None:
    """A dropped connection is resumed, and what happened in between is sent afterwards."""
    await local.drop_gateways()
    async with asyncio.timeout(60):
        reply = await ada.slash(ROOM, "hello", text="missed")
        await bot.resumes.wait()
    assert reply.message
    assert reply.message.text == "missed"


async def test_a_reconnect_is_asked_for(ada: Person, bot: TinyBot, local: SmallDiscord) -> None:
    """A bot that is told to reconnect does so, and goes on."""
    local.strike(Storm.RECONNECT)
    async with asyncio.timeout(60):
        await bot.resumes.wait()
    assert (await ada.slash(ROOM, "hello")).kind == "message"


async def test_two_shards_have_a_server_each(local: SmallDiscord) -> None:
    """Each event goes to the shard that its server belongs to."""
    async with running(local, shard_count=2) as bot:
        await bot.wait_until_ready()
        assert {guild.shard_id for guild in bot.guilds} == {0, 1}
        ada = local.person("Ada")
        for where in (ROOM, OTHER_ROOM, "dm"):
            assert (await ada.slash(where, "hello")).kind == "message"


async def test_a_wrong_token_cannot_log_in(local: SmallDiscord) -> None:
    """A client with a wrong token cannot log in."""
    with point_client_at(local.url):
        async with TinyBot() as bot:
            with pytest.raises(discord.LoginFailure):
                await bot.start("wrong")


async def test_privileged_intents_were_not_granted(local: SmallDiscord) -> None:
    """A bot that asks for members is turned away."""
    intents = discord.Intents(guilds=True, members=True)
    with point_client_at(local.url):
        async with TinyBot(intents) as bot:
            with pytest.raises(discord.PrivilegedIntentsRequired):
                async with asyncio.timeout(60):
                    await bot.start(local.bot_token)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"op": 2, "d": {"token": "wrong", "intents": 0}}, 4004),
        ({"op": 3, "d": {}}, 4003),
        ("no frame", 4002),
        ({"op": 1, "d": "x" * 4096}, 4002),
        ({"op": 2, "d": {"token": "wrong", "intents": 1 << 30}}, 4004),
    ],
)
async def test_a_bad_frame_closes_the_connection(local: SmallDiscord, frame: object, code: int) -> None:
    """Discord's close code says what was wrong."""
    async with aiohttp.ClientSession() as session, session.ws_connect(local.url + "/gateway") as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json(frame)
        closed = await socket.receive()
        assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, code)


async def test_unknown_intents_are_refused(local: SmallDiscord) -> None:
    """Intents that do not exist close the connection with their own code."""
    async with aiohttp.ClientSession() as session, session.ws_connect(local.url + "/gateway") as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": local.bot_token, "intents": 1 << 30}})
        assert (await socket.receive()).data == 4013


@pytest.mark.parametrize(("asked", "code"), [("v=7", 4012), ("encoding=etf", 4002), ("compress=br", 4002)])
async def test_what_is_not_spoken_is_refused(local: SmallDiscord, asked: str, code: int) -> None:
    """A version, an encoding or a compression that is not spoken here closes the connection at once."""
    url = f"{local.url}/gateway?{asked}"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        assert (await socket.receive()).data == code


async def test_compressed_streams(local: SmallDiscord) -> None:
    """A compressed stream is what it is asked to be; where nothing here can compress so, it is refused."""
    can = any(importlib.util.find_spec(name) for name in ("zstandard", "compression"))
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(local.url + "/gateway?compress=zlib-stream") as socket:
            hello = json.loads(zlib.decompressobj().decompress((await socket.receive()).data))
            assert hello["op"] == 10
        async with session.ws_connect(local.url + "/gateway?compress=zstd-stream") as socket:
            first = await socket.receive()
            if can:
                assert first.data.startswith(b"\x28\xb5\x2f\xfd")
            else:
                assert (first.data, "until zstandard is installed" in str(first.extra)) == (4002, True)


async def test_a_heartbeat_is_acknowledged(local: SmallDiscord) -> None:
    """A heartbeat is answered at once, and an unknown session is invalid."""
    async with aiohttp.ClientSession() as session, session.ws_connect(local.url + "/gateway") as socket:
        await socket.receive_json()
        await socket.send_json({"op": 1, "d": None})
        assert json.loads((await socket.receive()).data)["op"] == 11
        resume = {"token": local.bot_token, "session_id": "gone", "seq": 3}
        await socket.send_json({"op": 6, "d": resume})
        assert await socket.receive_json() == {"op": 9, "d": False, "s": None, "t": None}


async def test_who_sends_no_heartbeat_is_hung_up_on(
    local: SmallDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sends no heartbeat is disconnected and loses the session; who sends them stays connected."""
    monkeypatch.setattr("small_discord.gateway.socket.HEARTBEAT_MS", 1000)
    identify = {"op": 2, "d": {"token": local.bot_token, "intents": 0}}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(local.url + "/gateway") as silent,
        session.ws_connect(local.url + "/gateway") as alive,
    ):
        await silent.send_json(identify)
        while not silent.closed:
            await alive.send_json({"op": 1, "d": None})
            with contextlib.suppress(TimeoutError):
                await silent.receive(timeout=0.2)
        assert silent.close_code == 4009
        assert not alive.closed
    assert local._hub.sessions == {}


async def test_a_stall_of_the_server_ends_nothing() -> None:
    """A stall of the server ends no connection: the client then gets the whole time again."""
    stopped = asyncio.Event()
    pulse = Pulse(0.05, stopped.set)
    time.sleep(1.2)  # noqa: ASYNC251  the very stall
    for _ in range(2):
        await asyncio.sleep(0)  # the timer goes off after whatever was ready before
    assert not stopped.is_set()
    async with asyncio.timeout(60):
        await stopped.wait()
    pulse.end()


async def test_who_sends_too_much_is_hung_up_on(local: SmallDiscord) -> None:
    """Who sends more than 120 frames a minute is disconnected, but can resume the session."""
    now = 1_800_000_000.0
    local.clock.now = lambda: now
    async with aiohttp.ClientSession() as session, session.ws_connect(local.url + "/gateway") as socket:
        first: dict[str, object] = {"op": 2, "d": {"token": local.bot_token, "intents": 0}}
        for _ in range(2):
            for frame in (first, *[{"op": 3, "d": {}}] * 118, {"op": 1, "d": None}):
                await socket.send_json(frame)
            while (await socket.receive_json(timeout=60))["op"] != 11:
                pass
            first = {"op": 3, "d": {}}
            now += 60
        now -= 60
        await socket.send_json(first)
        assert (await socket.receive(timeout=60)).data == 4008
    assert len(local._hub.sessions) == 1
