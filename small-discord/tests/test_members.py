"""A client's requests to the gateway besides its session."""

import asyncio
import base64

import aiohttp
import discord
import pytest

from small_discord import Person, Refused, SmallDiscord, point_client_at
from small_discord.gateway.intents import PRIVILEGED
from tiny_bot import TinyBot, running

ROOM = "The Parlour/#patience"


def parlour(bot: TinyBot) -> discord.Guild:
    """Return The Parlour."""
    (found,) = (guild for guild in bot.guilds if guild.name == "The Parlour")
    return found


async def test_members_are_found_by_name_and_by_id(bot: TinyBot, local: SmallDiscord) -> None:
    """Members are found by name and by id without any privileged intent."""
    await bot.wait_until_ready()
    assert [member.name for member in await parlour(bot).query_members("a")] == ["ada"]
    ids = [int(local.person("Ben").user.id), 123]
    assert [member.name for member in await parlour(bot).query_members(user_ids=ids)] == ["ben"]


async def test_a_member_leaves_and_comes_back(bot: TinyBot, ada: Person, local: SmallDiscord) -> None:
    """Who has left a server is not found there and sees nothing of it, until they join again."""
    await bot.wait_until_ready()
    ben, guild = local.person("Ben"), parlour(bot)
    ada.settings_of(guild.name).create_role("Regulars", members=("Ben",))
    ben.leave(guild.name)
    with pytest.raises(discord.NotFound) as refusal:
        await guild.fetch_member(int(ben.user.id))
    assert refusal.value.code == 10007
    assert await guild.query_members(user_ids=[int(ben.user.id)]) == []
    with pytest.raises(Refused, match="no access"):
        ben.sees(ROOM)
    with pytest.raises(Refused, match="owns"):
        ada.leave(guild.name)
    ben.join(guild.name)
    ben.join(guild.name)
    assert (await guild.fetch_member(int(ben.user.id))).roles == [guild.default_role]
    assert ben.sees(ROOM) == []


async def test_who_comes_and_goes_is_told_with_the_intent() -> None:
    """With the granted intent, a bot hears who leaves a server and who joins it."""
    local = SmallDiscord(granted_intents=PRIVILEGED)
    await local.start()
    async with running(local, intents=discord.Intents(guilds=True, members=True)) as bot:
        await bot.wait_until_ready()
        for event, happens in (
            ("member_remove", local.person("Ben").leave),
            ("member_join", local.person("Ben").join),
        ):
            heard = asyncio.ensure_future(bot.wait_for(event, timeout=60))
            await asyncio.sleep(0)
            happens("The Parlour")
            assert (await heard).name == "ben"
    await local.close()


async def test_all_members_are_told_with_the_intent() -> None:
    """With the granted intent, discord.py is told all members when it starts."""
    local = SmallDiscord(granted_intents=PRIVILEGED)
    await local.start()
    for presences in (False, True):
        intents = discord.Intents(guilds=True, members=True, presences=presences)
        async with running(local, intents=intents) as bot:
            await bot.wait_until_ready()
            names = {member.display_name for member in parlour(bot).members}
            assert names == {"Ada", "Ben", "Cleo", "Your Bot"}
    await local.close()


async def test_all_members_are_not_told_without_it(local: SmallDiscord) -> None:
    """Without the intent a request for all members is not answered, and the connection goes on."""
    async with aiohttp.ClientSession() as session, session.ws_connect(local.url + "/gateway") as socket:
        hello = await socket.receive_json()
        assert (hello["op"], hello["t"], hello["s"]) == (10, None, None)
        await socket.send_json({"op": 2, "d": {"token": local.bot_token, "intents": 0}})
        for sequence, event in enumerate(("READY", "GUILD_CREATE", "GUILD_CREATE"), start=1):
            frame = await socket.receive_json()
            assert (frame["op"], frame["t"], frame["s"]) == (0, event, sequence)
        guild_id = local.person("Ada").channel(ROOM).guild_id
        for query in ({"query": "", "limit": 0}, {"query": "ben", "limit": 1, "nonce": "7"}):
            await socket.send_json({"op": 8, "d": {"guild_id": guild_id, **query}})
        chunk = (await socket.receive_json())["d"]
        assert [member["user"]["global_name"] for member in chunk["members"]] == ["Ben"]
        assert (chunk["nonce"], chunk["chunk_index"], chunk["chunk_count"]) == ("7", 0, 1)


async def test_all_members_are_told_once_in_half_a_minute() -> None:
    """Who asks for all members again is told how long to wait, but for those of another server."""
    local = SmallDiscord(granted_intents=PRIVILEGED)
    await local.start()
    now = 1_800_000_000.0
    local.clock.now = lambda: now
    first, second = (guild.id for guild in local.world.guilds.values())
    async with aiohttp.ClientSession() as session, session.ws_connect(local.url + "/gateway") as socket:
        await socket.send_json({"op": 2, "d": {"token": local.bot_token, "intents": 1 << 1}})
        for _ in range(4):
            await socket.receive_json()
        told = []
        for guild_id, later in ((first, 0), (first, 10), (second, 0), (first, 20)):
            now += later
            asked = {"guild_id": guild_id, "query": "", "limit": 0, "nonce": "7"}
            await socket.send_json({"op": 8, "d": asked})
            told.append(await socket.receive_json(timeout=60))
    await local.close()
    chunk, limited = "GUILD_MEMBERS_CHUNK", "RATE_LIMITED"
    assert [frame["t"] for frame in told] == [chunk, limited, chunk, chunk]
    assert told[1]["d"] == {"opcode": 8, "retry_after": 20.0, "meta": {"guild_id": first, "nonce": "7"}}


async def test_leaving_a_voice_channel_is_no_offence(bot: TinyBot, ada: Person) -> None:
    """A bot that leaves a voice channel, though it is in none, stays connected."""
    await bot.wait_until_ready()
    await parlour(bot).change_voice_state(channel=None)
    async with asyncio.timeout(60):
        assert (await ada.slash(ROOM, "hello")).kind == "message"
    assert not bot.resumes.is_set()


async def test_everybody_has_a_picture(bot: TinyBot, ada: Person) -> None:
    """Everybody has a picture, which is a default one."""
    for person_id in range(6):
        user = await bot.fetch_user(int(ada.user.id))
        asset = discord.Asset._from_default_avatar(user._state, person_id)
        assert (await asset.read()).startswith(b"\x89PNG")
    assert (await user.display_avatar.read()).startswith(b"\x89PNG")


async def test_a_token_names_its_application(local: SmallDiscord) -> None:
    """The first part of a token is the id of its application, as clients read it."""
    with point_client_at(local.url):
        async with TinyBot() as bot:
            await bot.login(local.bot_token)
            first = local.bot_token.split(".")[0]
            assert base64.urlsafe_b64decode(first + "==").decode() == str(bot.application_id)
