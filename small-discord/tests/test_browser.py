"""What browsers get, and which are refused."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from yarl import URL

from small_discord import Person, SmallDiscord
from small_discord.browser.site import Guard
from tiny_bot import TinyBot, running
from waiting import until

ROOM = "The Parlour/#patience"
Frame = dict[str, Any]


class Window:
    """A browser window that speaks the page's protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, local: SmallDiscord) -> None:
        self.socket = socket
        self.local = local
        self.seen: list[Frame] = []

    async def say(self, op: str, **fields: Any) -> None:
        """Send one frame."""
        await self.socket.send_json({"op": op, **fields})

    async def hear(self, op: str) -> Frame:
        """Wait for the next frame with this op."""
        async with asyncio.timeout(60):
            while True:
                frame: Frame = await self.socket.receive_json()
                self.seen.append(frame)
                if frame["op"] == op:
                    return frame

    def command(self, name: str) -> str:
        """Return the id of a command, as given in the world frame."""
        world = [frame for frame in self.seen if frame["op"] == "world"][-1]
        return next(str(each["id"]) for each in world["commands"] if each["name"] == name)


@pytest.fixture
async def window(local: SmallDiscord, bot: TinyBot) -> AsyncIterator[Window]:
    """Return a window that has said hello and been sent the world."""
    headers = {"Origin": local.url}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(local.url + "/page", headers=headers) as ws,
    ):
        opened = Window(ws, local)
        await opened.say("hello", token=local.page_url.rpartition("#")[2])
        await opened.hear("world")
        yield opened


async def look(window: Window, name: str = "Ada") -> Frame:
    """Become a user who looks at the room; return user and channel for further frames."""
    person = window.local.person(name)
    place = {"user": person.user.id, "channel": person.channel(ROOM).id}
    await window.say("view", **place)
    await window.hear("history")
    return place


async def test_the_world_is_told(window: Window) -> None:
    """The page is told the users, whether the bot is there, and the commands that each user may use."""
    world = window.seen[-1]
    assert [user["name"] for user in world["users"]] == ["Ada", "Ben", "Cleo"]
    assert world["bot_online"] is True
    room = window.local.person("Cleo").channel(ROOM).id
    ids = {command["name"]: command["id"] for command in world["commands"]}
    offered = {name: world["offers"][window.local.person(name).user.id][room] for name in ("Ada", "Cleo")}
    assert ids["hello"] in offered["Cleo"]
    assert ids["grown_up"] in offered["Ada"]
    assert ids["grown_up"] not in offered["Cleo"]


async def test_what_discord_says_itself(window: Window) -> None:
    """What Discord says of pins and threads is worded as its client does, and answers nothing."""
    ada = window.local.person("Ada")
    said = ada.say(ROOM, "the rules")
    ada.pin(said)
    thread = ada.open_thread(ROOM, "long")
    ada.add_to_thread(thread, "Ben")
    place = await look(window)
    told = [frame for frame in window.seen if frame["op"] == "history"][-1]["messages"]
    assert [each["content"] for each in told] == [
        "the rules",
        "*pinned a message*",
        "*started a thread: long*",
    ]
    assert [each["reply_to"] for each in told] == [None] * 3
    await window.say("view", **place | {"channel": thread.id})
    assert [each["content"] for each in (await window.hear("history"))["messages"]] == [
        "*added Ben to the thread*"
    ]


async def test_a_whole_game_in_a_window(window: Window) -> None:
    """A window gets the right frames for an autocomplete, a command, a press and a modal."""
    place = await look(window)
    deal, variant = window.command("deal"), {"name": "variant", "type": 3, "value": "go", "focused": True}
    options = [{"name": "accordion", "type": 1, "options": [variant]}]
    await window.say("autocomplete", nonce="1", command=deal, options=options, **place)
    assert (await window.hear("choices"))["choices"] == [{"name": "Goren", "value": "goren"}]

    del variant["focused"]
    await window.say("command", nonce="2", command=deal, options=options, **place)
    message = (await window.hear("message"))["message"]
    assert (message["ephemeral"], message["thinking"], message["edited"]) == (True, False, False)
    assert message["interaction"]["command_line"] == "/deal accordion variant:go"
    assert (await window.hear("done"))["nonce"] == "2"

    press = {"message": message["id"], "component_type": 2, **place}
    await window.say("component", nonce="3", custom_id="count:0", **press)
    edited = (await window.hear("message"))["message"]
    assert (edited["id"], edited["edited"]) == (message["id"], True)

    await window.say("component", nonce="4", custom_id="form", **press)
    modal = await window.hear("modal")
    assert (modal["nonce"], modal["modal"]["title"]) == ("4", "Type moves")
    label, row = modal["modal"]["components"]
    filled = [
        {"type": 18, "id": label["id"], "component": {"type": 4, "custom_id": "moves", "value": "12<"}},
        {"type": 1, "id": row["id"], "components": [{"type": 4, "custom_id": "note", "value": ""}]},
    ]
    await window.say("modal", nonce="5", modal="4", components=filled, **place)
    assert (await window.hear("message"))["message"]["content"] == "typed 12<, note "

    await window.say("dismiss", user=place["user"], message=message["id"])
    assert (await window.hear("deleted"))["message"] == message["id"]


async def test_a_refusal_is_told(window: Window) -> None:
    """What the platform does not allow fails with a sentence."""
    place = await look(window)
    await window.say("command", nonce="1", command="1", options=[], **place)
    failed = await window.hear("failed")
    assert (failed["nonce"], failed["reason"].startswith("There is no command")) == ("1", True)


async def test_others_do_not_see_private_messages(window: Window, ada: Person) -> None:
    """Ben's window is sent public messages only."""
    await look(window, "Ben")
    await ada.slash(ROOM, "deal accordion", hidden=True)
    await ada.slash(ROOM, "hello", text="for all")
    assert (await window.hear("message"))["message"]["content"] == "for all"


async def test_coming_and_going_is_told(window: Window, local: SmallDiscord) -> None:
    """The window knows when the bot is away."""
    await local.drop_gateways()
    assert (await window.hear("world"))["bot_online"] is False
    assert (await window.hear("world"))["bot_online"] is True


async def test_the_page_needs_its_token_and_its_origin(local: SmallDiscord) -> None:
    """A wrong token closes the socket; another site cannot even open it."""
    async with aiohttp.ClientSession() as session:
        headers = {"Origin": local.url}
        async with session.ws_connect(local.url + "/page", headers=headers) as socket:
            await socket.send_json({"op": "hello", "token": "wrong"})
            closed = await socket.receive()
            assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, 4004)
        for origin in ({"Origin": "https://example.org"}, {}):
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await session.ws_connect(local.url + "/page", headers=origin)


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/api/v10/gateway", "/gateway"])
async def test_only_its_own_name_is_answered(local: SmallDiscord, path: str) -> None:
    """A foreign Host is turned away everywhere: it may be DNS rebinding."""
    headers = {"Host": "example.org"}
    async with aiohttp.ClientSession() as session, session.get(local.url + path, headers=headers) as response:
        assert response.status == 403


async def test_bots_in_containers_find_it() -> None:
    """It listens where bots in containers reach this machine, too, and its page stays where it was."""
    local = SmallDiscord(host="127.0.0.2")
    await local.start()
    try:
        async with running(local), aiohttp.ClientSession() as session:
            assert local.gateway_url.startswith("ws://127.0.0.2:")
            reply = await local.person("Ada").slash("The Parlour/#patience", "hello", text="far")
            assert reply.message
            assert reply.message.text == "far"
            async with session.get(local.page_url) as response:
                assert (response.url.host, response.status) == ("127.0.0.1", 200)
            async with session.get(local.url, headers={"Host": "example.org"}) as response:
                assert response.status == 403
    finally:
        await local.close()


async def test_a_name_that_only_containers_know() -> None:
    """A name that leads nowhere on this machine is answered to: Docker may pass on what is sent there."""
    local = SmallDiscord(host="host.docker.invalid")
    await local.start()
    try:
        here = local.page_url.partition("#")[0]
        name = local.url.removeprefix("http://")
        async with aiohttp.ClientSession() as session, session.get(here, headers={"Host": name}) as response:
            assert (name.partition(":")[0], response.status) == ("host.docker.invalid", 200)
    finally:
        await local.close()


async def test_the_usual_port_of_the_web() -> None:
    """Browsers leave the usual port out of the address, and the page is served there all the same."""
    guard = Guard()
    guard.learn(80, "127.0.0.1")
    app = web.Application(middlewares=[guard.middleware()])

    async def say_whose(request: web.Request) -> web.Response:
        return web.json_response(guard.own_origin(request))

    app.router.add_get("/", say_whose)
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        for name in ("localhost", "127.0.0.1:80"):
            headers = {"Host": name, "Origin": f"http://{name}"}
            async with session.get(server.make_url("/"), headers=headers) as response:
                assert (response.status, await response.json()) == (200, True)
        async with session.get(server.make_url("/"), headers={"Host": "localhost:81"}) as response:
            assert response.status == 403


async def test_the_page_is_served_with_care(local: SmallDiscord) -> None:
    """Nothing foreign may run in the page, and nothing outside its folder is served."""
    async with aiohttp.ClientSession() as session:
        async with session.get(local.url + "/") as response:
            assert response.status == 200
            assert "default-src 'none'" in response.headers["Content-Security-Policy"]
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert response.headers["Referrer-Policy"] == "no-referrer"
        for name in (
            "..%2Fserver.py",
            "%2e%2e%2fserver.py",
            "../server.py",
            ".hidden.js",
            "none.js",
            "shapes.d.ts",
        ):
            async with session.get(URL(f"{local.url}/static/{name}", encoded=True)) as response:
                assert response.status == 404


async def test_whoever_says_nothing_is_hung_up_on(
    local: SmallDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sockets that are opened and then left idle do not pile up."""
    monkeypatch.setattr("small_discord.browser.page_socket.SECONDS_TO_SAY_HELLO", 0.05)
    headers = {"Origin": local.url}
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(local.url + "/page", headers=headers) as socket:
            closed = await socket.receive(timeout=60)
        assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, 4009)


async def _status(session: aiohttp.ClientSession, url: str) -> int:
    async with session.get(URL(url, encoded=True)) as response:
        return response.status


async def test_files_that_would_run_are_saved_instead(local: SmallDiscord) -> None:
    """A picture is shown; anything else is only downloaded."""
    local.world.file.put_bytes("7", b"<script>")
    sign = local.world.links.sign
    async with aiohttp.ClientSession() as session:
        async with session.get(local.url + sign("/attachments/7/page.html")) as response:
            assert response.headers["Content-Disposition"] == "attachment"
        assert await _status(session, local.url + sign("/attachments/8/none.png")) == 404


async def test_a_file_is_only_for_whoever_was_told_its_address(ada: Person, local: SmallDiscord) -> None:
    """A file needs the signature of its own address: knowing or guessing its id is not enough."""
    message = (await ada.slash(ROOM, "secret")).message
    assert message is not None
    address = message.attachments[0]["url"]
    path, _, query = address.partition("?")
    other = local.world.links.sign("/attachments/7/card.png").partition("?")[2]
    later = query.replace("ex=", "ex=f")
    async with aiohttp.ClientSession() as session:
        assert await _status(session, local.url + address) == 200
        for bad in ("", other, later, query[:-1], "ex=x&is=&hm=%C3%A9", "hm="):
            assert await _status(session, f"{local.url}{path}?{bad}") == 404


async def test_an_address_is_good_for_a_day(ada: Person, local: SmallDiscord) -> None:
    """The address of a file is good for a day; after that its message shows a new one."""
    message = (await ada.slash(ROOM, "secret")).message
    assert message is not None
    address, now = message.attachments[0]["url"], time.time()
    async with aiohttp.ClientSession() as session:
        local.world.links.now = lambda: now + 22 * 3600
        assert await _status(session, local.url + address) == 200
        local.world.links.now = lambda: now + 25 * 3600
        assert await _status(session, local.url + address) == 404
        again = ada.sees(ROOM)[-1].attachments[0]["url"]
        assert await _status(session, local.url + again) == 200


async def test_the_page_is_told_addresses_that_are_good(window: Window, ada: Person) -> None:
    """The page is told valid addresses of files, in new messages and in older ones."""
    place = await look(window)
    await ada.slash(ROOM, "secret")
    told = (await window.hear("message"))["message"]
    await window.say("view", **place)
    (before,) = (await window.hear("history"))["messages"]
    async with aiohttp.ClientSession() as session:
        for message in (told, before):
            url = message["components"][0]["items"][0]["media"]["url"]
            assert await _status(session, window.local.url + url) == 200


async def test_closing_the_window_changes_nothing_for_the_bot(window: Window, local: SmallDiscord) -> None:
    """The bot may still answer what was asked in a window that is closed, and follow up on it."""
    place = await look(window)
    await window.say("command", nonce="1", command=window.command("never"), options=[], **place)
    await until(lambda: local.desk.by_token)
    (interaction,) = local.desk.by_token.values()
    await window.socket.close()
    await until(lambda: not local._pages)
    api = local.url + "/api/v10"
    callback = f"{api}/interactions/{interaction.id}/{interaction.token}/callback"
    hook = f"{api}/webhooks/{local.world.app.id}/{interaction.token}"
    async with aiohttp.ClientSession() as session:
        async with session.post(callback, json={"type": 4, "data": {"content": "here"}}) as response:
            assert response.status == 204
        async with session.post(hook, json={"content": "and more"}) as response:
            assert response.status == 200
    assert [message.text for message in local.person("Ada").sees(ROOM)] == ["here", "and more"]
