"""The REST interface, where the client would not call it of its own accord."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route

from small_discord import Person, SmallDiscord
from tiny_bot import TinyBot, board

ROOM = "The Parlour/#patience"
V2 = 1 << 15


class Rest:
    """Calls the server as the bot would, and returns status and JSON."""

    def __init__(self, local: SmallDiscord, session: aiohttp.ClientSession) -> None:
        self._url = local.url + "/api/v10"
        self._session = session
        self.headers = {"Authorization": f"Bot {local.bot_token}"}

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Send one request."""
        url = self._url + path
        async with self._session.request(method, url, json=body, headers=self.headers) as response:
            return response.status, None if response.status == 204 else await response.json()


@pytest.fixture
async def rest(local: SmallDiscord) -> AsyncIterator[Rest]:
    """Return a client without discord.py."""
    async with aiohttp.ClientSession() as session:
        yield Rest(local, session)


@pytest.fixture
def messages(local: SmallDiscord) -> str:
    """Return the path of a channel's messages."""
    return f"/channels/{local.person('Ada').channel(ROOM).id}/messages"


async def test_json_has_a_bare_content_type(local: SmallDiscord) -> None:
    """JSON is sent without a charset, with which discord.py would take it for text."""
    async with aiohttp.ClientSession() as session, session.get(local.url + "/api/v10/gateway") as response:
        assert response.headers["Content-Type"] == "application/json"
        assert response.status == 401


@pytest.mark.logs("does not implement GET /api/v10/voice/regions")
async def test_what_is_unknown_fails_loudly(rest: Rest, local: SmallDiscord) -> None:
    """A route that is not implemented answers 501, which no client swallows, is logged, and is listed."""
    message = "501: the small Discord does not implement GET /api/v10/voice/regions"
    assert await rest.ask("GET", "/voice/regions") == (501, {"message": message, "code": 0})
    assert local.unknown_routes == ["GET /api/v10/voice/regions"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/1", 404, 10003),
        ("GET", "/guilds/1", 404, 10004),
        ("GET", "/channels/1/messages/1", 404, 10003),
        ("GET", "/webhooks/1/token/messages/@original", 404, 10015),
        ("PUT", "/applications/1/commands", 403, 20012),
        ("POST", "/interactions/1/token/callback", 404, 10062),
    ],
)
async def test_what_does_not_exist(rest: Rest, method: str, path: str, status: int, code: int) -> None:
    """Each kind of thing that does not exist is refused with a code of its own."""
    got, answer = await rest.ask(method, path, {})
    assert (got, answer["code"]) == (status, code)


async def test_broken_json_is_refused(rest: Rest, messages: str, local: SmallDiscord) -> None:
    """A list where an object belongs is no message, nor is text that is no UTF-8."""
    status, answer = await rest.ask("POST", messages, [])
    assert (status, answer["code"]) == (400, 50109)
    url = f"{local.url}/api/v10{messages}"
    half_a_pair = b'{"content": "\xed\xa0\x80"}'
    headers = rest.headers | {"Content-Type": "application/json"}
    async with (
        aiohttp.ClientSession() as session,
        session.post(url, data=half_a_pair, headers=headers) as response,
    ):
        assert (response.status, (await response.json())["code"]) == (400, 50109)


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=none"])
async def test_what_is_no_form_is_refused(rest: Rest, messages: str, local: SmallDiscord, kind: str) -> None:
    """A body that is not in parts although its header says so is refused as broken JSON is."""
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            f"{local.url}/api/v10{messages}", data=b"{}", headers=rest.headers | {"Content-Type": kind}
        ) as response,
    ):
        assert (response.status, (await response.json())["code"]) == (400, 50109)


@pytest.mark.parametrize("reference", ["abc", [], {"message_id": "abc"}, {}])
async def test_what_is_no_reference_is_refused(rest: Rest, messages: str, reference: object) -> None:
    """A reply that does not rightly name what it replies to is refused."""
    status, answer = await rest.ask("POST", messages, {"content": "x", "message_reference": reference})
    assert (status, answer["code"]) == (400, 50035)


async def test_a_reply_to_what_is_gone(rest: Rest, messages: str) -> None:
    """A reply to a message that is gone is refused, or sent as no reply if it says that it may be."""
    gone = {"message_id": "1"}
    status, answer = await rest.ask("POST", messages, {"content": "x", "message_reference": gone})
    assert (status, answer["code"]) == (400, 50035)
    body = {"content": "x", "message_reference": gone | {"fail_if_not_exists": False}}
    status, answer = await rest.ask("POST", messages, body)
    assert (status, answer["type"], "message_reference" in answer) == (200, 0, False)


async def test_nobody_replies_to_what_is_elsewhere_or_private(ada: Person, rest: Rest, messages: str) -> None:
    """A reply stands in the channel of what it replies to, where everybody can read both."""
    private = (await ada.slash(ROOM, "deal accordion", hidden=True)).message
    assert private
    _, sent = await rest.ask("POST", messages, {"content": "x"})
    for reference in (
        {"message_id": private.id},
        {"message_id": sent["id"], "channel_id": ada.channel("dm").id},
    ):
        status, answer = await rest.ask("POST", messages, {"content": "y", "message_reference": reference})
        assert (status, answer["code"]) == (400, 50035)


@pytest.mark.logs("does not implement forwards")
async def test_forwards_are_refused(rest: Rest, messages: str) -> None:
    """Forwards are refused as not implemented, rather than sent as replies."""
    _, sent = await rest.ask("POST", messages, {"content": "x"})
    body = {"message_reference": {"type": 1, "message_id": sent["id"]}}
    status, answer = await rest.ask("POST", messages, body)
    assert (status, answer["code"]) == (400, 50035)
    assert answer["errors"]["message_reference"]["type"]["_errors"][0]["code"] == "NOT_IMPLEMENTED"


async def test_errors_are_nested_as_discord_nests_them(rest: Rest, messages: str) -> None:
    """The path to the field is the path in the body."""
    button = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "a"}
    body = {"components": [{"type": 1, "components": [button]}]}
    status, answer = await rest.ask("POST", messages, body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    errors = answer["errors"]["components"]["0"]["components"]["0"]["label"]["_errors"]
    assert errors == [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 80 or fewer in length."}]


async def test_a_v2_message_stays_one(rest: Rest, messages: str) -> None:
    """A V2 message stays one, without legacy fields, and its components may change without the flag."""
    text = [{"type": 10, "content": "board"}]
    _, sent = await rest.ask("POST", messages, {"components": text, "flags": V2})
    one = f"{messages}/{sent['id']}"
    assert (await rest.ask("PATCH", one, {"flags": 0}))[1]["code"] == 50035
    assert (await rest.ask("PATCH", one, {"content": "text"}))[1]["code"] == 50035
    assert (await rest.ask("PATCH", one, {"components": []}))[1]["code"] == 50035
    status, edited = await rest.ask("PATCH", one, {"components": [{"type": 10, "content": "after"}]})
    assert (status, edited["flags"], edited["components"][0]["content"]) == (200, V2, "after")


async def test_a_plain_message_becomes_v2(rest: Rest, messages: str) -> None:
    """A plain message becomes a V2 one if its content goes at the same time."""
    _, sent = await rest.ask("POST", messages, {"content": "old"})
    one = f"{messages}/{sent['id']}"
    upgrade = {"flags": V2, "components": [{"type": 10, "content": "new"}]}
    assert (await rest.ask("PATCH", one, upgrade))[1]["code"] == 50035
    status, edited = await rest.ask("PATCH", one, upgrade | {"content": None})
    assert (status, edited["content"], edited["flags"]) == (200, "", V2)


async def test_an_empty_message_is_refused(rest: Rest, messages: str) -> None:
    """An empty message cannot be sent, nor left over by an edit."""
    assert (await rest.ask("POST", messages, {"content": ""}))[1]["code"] == 50006
    _, sent = await rest.ask("POST", messages, {"content": "text"})
    assert (await rest.ask("PATCH", f"{messages}/{sent['id']}", {"content": ""}))[1]["code"] == 50006


async def test_ephemeral_messages_are_not_in_the_channel(ada: Person, rest: Rest, messages: str) -> None:
    """Ephemeral messages are not in the channel, and cannot be fetched, edited or deleted by id."""
    reply = await ada.slash(ROOM, "deal accordion", hidden=True)
    assert reply.message
    one = f"{messages}/{reply.message.id}"
    for method in ("GET", "PATCH", "DELETE"):
        assert (await rest.ask(method, one, {}))[1]["code"] == 10008
    assert (await rest.ask("GET", messages))[1] == []
    hook = f"/webhooks/{reply._interaction.asked.channel.id}/{reply._interaction.token}/messages/@original"
    assert (await rest.ask("GET", hook))[1]["code"] == 10015


async def test_a_token_is_good_for_fifteen_minutes(
    ada: Person, bot: TinyBot, local: SmallDiscord, rest: Rest
) -> None:
    """A token is good for fifteen minutes, after which it is invalid."""
    reply = await ada.slash(ROOM, "deal accordion")
    interaction = reply._interaction
    hook = f"/webhooks/{bot.application_id}/{interaction.token}"
    original = f"{hook}/messages/@original"
    assert (await rest.ask("GET", original))[0] == 200
    assert (await rest.ask("GET", f"{hook}/messages/1"))[1]["code"] == 10008
    interaction.opened -= 15 * 60
    assert await rest.ask("PATCH", original, {}) == (401, {"message": "Invalid Webhook Token", "code": 50027})
    assert (await rest.ask("GET", f"/webhooks/{bot.application_id}/none/messages/@original"))[1][
        "code"
    ] == 50027


async def test_an_answer_counts_once(ada: Person, rest: Rest) -> None:
    """An interaction is acknowledged once: the second answer is refused."""
    interaction = (await ada.slash(ROOM, "hello"))._interaction
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    status, answer = await rest.ask("POST", path, {"type": 5})
    assert (status, answer["code"]) == (400, 40060)


async def test_an_answer_after_three_seconds_is_too_late(
    ada: Person, rest: Rest, local: SmallDiscord
) -> None:
    """After three seconds an interaction is unknown, and its token is no webhook's."""
    asking = asyncio.ensure_future(ada.slash(ROOM, "never"))
    await asyncio.sleep(0)
    (interaction,) = local.desk.by_token.values()
    interaction.opened -= 3
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    assert (await rest.ask("POST", path, {"type": 5}))[1]["code"] == 10062
    hook = f"/webhooks/{local.world.app.id}/{interaction.token}"
    assert (await rest.ask("POST", hook, {"content": "late"}))[1]["code"] == 10015
    asking.cancel()


@pytest.mark.parametrize("respond", [1, 6, 7, 8, 99])
async def test_a_command_has_no_message_to_update(
    ada: Person, rest: Rest, local: SmallDiscord, respond: int
) -> None:
    """A response must be of a type that fits the interaction."""
    asking = asyncio.ensure_future(ada.slash(ROOM, "never"))
    await asyncio.sleep(0)
    (interaction,) = local.desk.by_token.values()
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    assert (await rest.ask("POST", path, {"type": respond}))[1]["code"] == 50035
    assert (await rest.ask("POST", path, {"type": 4, "data": {"content": "ok"}}))[0] == 204
    assert (await asking).kind == "message"


async def test_follow_ups_are_edited_and_deleted(ada: Person, bot: TinyBot, rest: Rest) -> None:
    """A follow-up belongs to its interaction's token."""
    interaction = (await ada.slash(ROOM, "hello"))._interaction
    hook = f"/webhooks/{bot.application_id}/{interaction.token}"
    _, sent = await rest.ask("POST", hook, {"content": "more", "flags": 64})
    one = f"{hook}/messages/{sent['id']}"
    assert (await rest.ask("PATCH", one, {"content": "less"}))[1]["content"] == "less"
    assert (await rest.ask("DELETE", one))[0] == 204
    assert (await rest.ask("DELETE", f"{hook}/messages/@original"))[0] == 204
    assert (await rest.ask("GET", one))[1]["code"] == 10008
    assert ada.sees(ROOM) == []


async def test_guild_commands_stay_in_their_server(ada: Person, bot: TinyBot, local: SmallDiscord) -> None:
    """A command of one server is not offered in another; names that stay keep their ids."""
    parlour = discord.Object(int(str(ada.channel(ROOM).guild_id)))
    bot.tree.copy_global_to(guild=parlour)
    first = await bot.tree.sync(guild=parlour)
    assert [each.id for each in await bot.tree.sync(guild=parlour)] == [each.id for each in first]
    assert {each.id for each in await bot.tree.fetch_commands(guild=parlour)} == {each.id for each in first}
    bot.tree.clear_commands(guild=None)
    await bot.tree.sync()
    assert ada.commands(ada.channel("Rainy Sundays/#tea")) == []
    assert (await ada.slash(ROOM, "hello")).kind == "message"


async def test_the_client_reads_servers_and_channels(bot: TinyBot, ada: Person) -> None:
    """What the bot fetches is what exists."""
    channel = ada.channel(ROOM)
    assert (await bot.fetch_guild(int(str(channel.guild_id)), with_counts=False)).name == "The Parlour"
    fetched = await bot.fetch_channel(int(channel.id))
    assert isinstance(fetched, discord.TextChannel)
    assert fetched.name == "patience"
    assert (await bot.application_info()).name == "Your Bot"


async def test_the_client_reads_members(bot: TinyBot, ada: Person) -> None:
    """The bot can fetch members with their roles; a user who is none is unknown."""
    role = ada.settings_of("The Parlour").create_role("Bots", members=("Your Bot",))
    guild = await bot.fetch_guild(int(str(ada.channel(ROOM).guild_id)))
    assert bot.user
    me = await guild.fetch_member(bot.user.id)
    assert [each.id for each in me.roles] == [guild.id, int(role.id)]
    with pytest.raises(discord.NotFound) as refusal:
        await guild.fetch_member(1)
    assert refusal.value.code == 10013


async def test_a_board_is_sent_to_a_channel(bot: TinyBot, ada: Person) -> None:
    """A message in the channel works like an answer; a reply names what it replies to."""
    channel = await bot.fetch_channel(int(ada.channel(ROOM).id))
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send(view=board(7))
    await sent.reply("well done")
    first, second = ada.sees(ROOM)
    assert (await ada.press(first, "count:7")).kind == "update"
    assert second.post.payload["message_reference"]["message_id"] == first.id
    route = Route("PATCH", "/channels/{c}/messages/{m}", c=channel.id, m=1)
    with pytest.raises(discord.NotFound):
        await bot.http.request(route, json={"content": "x"})
