"""The page's websocket: one browser window, which may switch from user to user."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from small_discord.browser.deeds import Deeds
from small_discord.browser.frames import history_frame, message_form, world_frame
from small_discord.gateway.hub import Hub
from small_discord.interactions.desk import Desk
from small_discord.payloads import shown
from small_discord.people.message import Message
from small_discord.people.person import Person
from small_discord.people.refused import Refused
from small_discord.wire import Json, dumps, loads
from small_discord.world.posts import Happening as PostHappening
from small_discord.world.posts import Post
from small_discord.world.servers import Happening
from small_discord.world.world import World

if TYPE_CHECKING:
    from small_discord.world.places import Channel

_log = logging.getLogger(__name__)

WRONG_TOKEN, MALFORMED, TOO_SLOW = 4004, 4002, 4009
SECONDS_TO_SAY_HELLO = 5.0


class PageSocket:
    """One window: passes what the page sends to a Person, and sends the page what its view may see."""

    def __init__(self, world: World, hub: Hub, desk: Desk) -> None:
        self._world = world
        self._hub = hub
        window = secrets.token_hex(8)
        self._people = {user.id: Person(world, desk, user, window) for user in world.people()}
        self._token = world.app.page_token
        # aiohttp compresses large frames in tasks of its own, which fail unseen when a window is gone.
        self._socket = web.WebSocketResponse(compress=False, heartbeat=30, timeout=1.0)
        self._outbox: asyncio.Queue[Json] = asyncio.Queue()
        self._view: tuple[Person, Channel] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._deeds = Deeds(world)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Talk to one window until it is closed."""
        await self._socket.prepare(request)
        refusal = await self._why_refused()
        if refusal is not None:
            code, why = refusal
            await self._socket.close(code=code, message=why)
            return self._socket
        self._start(self._write())
        self._world.posts.listeners.append(self._tell_of_post)
        self._hub.on_presence.append(self.tell_world)
        self._world.servers.listeners.append(self._servers_changed)
        self._world.installs.listeners.append(self.tell_world)
        self.tell_world()
        try:
            await self._read()
        finally:
            self._world.posts.listeners.remove(self._tell_of_post)
            self._hub.on_presence.remove(self.tell_world)
            self._world.servers.listeners.remove(self._servers_changed)
            self._world.installs.listeners.remove(self.tell_world)
            for task in tuple(self._tasks):
                task.cancel()
        return self._socket

    async def close(self) -> None:
        """Hang up."""
        await self._socket.close()

    def tell_world(self) -> None:
        """Send the world again: the bot came or went, or commands or servers changed."""
        self._outbox.put_nowait(world_frame(self._world, bot_online=self._hub.online))

    def _servers_changed(self, _: Happening) -> None:
        self.tell_world()

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _why_refused(self) -> tuple[int, bytes] | None:
        try:
            async with asyncio.timeout(SECONDS_TO_SAY_HELLO):
                right = await self._said_hello()
        except TimeoutError:
            return TOO_SLOW, b"Nobody has said hello."
        return None if right else (WRONG_TOKEN, b"The token is wrong.")

    async def _said_hello(self) -> bool:
        message = await self._socket.receive()
        if message.type is not WSMsgType.TEXT:
            return False
        try:
            frame = loads(message.data)
            given = frame["token"] if frame["op"] == "hello" else ""
        except (ValueError, KeyError, TypeError):
            return False
        return secrets.compare_digest(str(given).encode(), self._token.encode())

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.get()
            try:
                await self._socket.send_str(dumps(frame))
            except ConnectionError:
                return  # the reader sees the connection end, too

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                continue
            try:
                self._receive(loads(message.data))
            except Refused as refusal:
                _log.warning("The page may not do that: %s", refusal)
            except (ValueError, KeyError, TypeError, AttributeError):
                _log.exception("The page sent something that is not in its protocol")
                await self._socket.close(code=MALFORMED)

    def _receive(self, frame: Json) -> None:
        person = self._people[frame["user"]]
        if frame["op"] == "view":
            self._look(person, frame["channel"])
        elif frame["op"] == "dismiss":
            self._dismiss(person, frame["message"])
        elif frame["op"] == "app":
            (person.add_app if frame["add"] else person.remove_app)()
        elif frame["op"] == "bot":
            settings = person.settings_of(frame["guild"])
            (settings.invite_bot if frame["invite"] else settings.throw_out_bot)()
        else:
            self._start(self._do(person, frame))

    def _look(self, person: Person, channel_id: str) -> None:
        self._view = (person, person.channel(channel_id))
        self._outbox.put_nowait(history_frame(self._world, person, channel_id))

    def _dismiss(self, person: Person, message_id: str) -> None:
        for channel in self._world.channels.values():
            post = self._world.posts.get(channel.id, message_id)
            if post is not None and person.sees_post(post) and post.viewer is not None:
                person.dismiss(Message(post))

    async def _do(self, person: Person, frame: Json) -> None:
        self._outbox.put_nowait(await self._deeds.do(person, frame))

    def _tell_of_post(self, happening: PostHappening, post: Post) -> None:
        if self._view is None:
            return
        person, channel = self._view
        if post.channel_id != channel.id or (post.viewer not in (None, person.user.id)):
            return
        if happening == "deleted":
            self._outbox.put_nowait({"op": "deleted", "channel": channel.id, "message": post.id})
        elif person.sees_post(post):
            message = message_form(self._world, shown(self._world, post))
            self._outbox.put_nowait({"op": "message", "channel": channel.id, "message": message})
