"""The page's websocket: one browser window, which may switch from user to user, and what is done in it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

from aiohttp import WSMsgType, web

from small_discord.browser.frames import (
    choices_frame,
    history_frame,
    message_form,
    modal_frame,
    read_form,
    read_options,
    world_frame,
)
from small_discord.gateway.hub import Hub
from small_discord.interactions import Desk, NotResponding
from small_discord.people.message import Choice, Message, Modal, Refused
from small_discord.people.person import Person
from small_discord.people.sender import Reply
from small_discord.wire import Json, dumps, loads
from small_discord.world.payloads import shown
from small_discord.world.places import Channel
from small_discord.world.posts import Post, PostHappening
from small_discord.world.servers import Happening
from small_discord.world.world import World

_log = logging.getLogger(__name__)
_WRONG_TOKEN, _MALFORMED, _TOO_SLOW = 4004, 4002, 4009
SECONDS_TO_SAY_HELLO = 5.0
_MOST_MODALS = 20


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
        self._deeds = _Deeds(world)

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
        self._world.languages.listeners.append(self.tell_world)
        self.tell_world()
        try:
            await self._read()
        finally:
            self._world.posts.listeners.remove(self._tell_of_post)
            self._hub.on_presence.remove(self.tell_world)
            self._world.servers.listeners.remove(self._servers_changed)
            self._world.installs.listeners.remove(self.tell_world)
            self._world.languages.listeners.remove(self.tell_world)
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
            return _TOO_SLOW, b"Nobody has said hello."
        return None if right else (_WRONG_TOKEN, b"The token is wrong.")

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
                await self._socket.close(code=_MALFORMED)

    def _receive(self, frame: Json) -> None:
        person = self._people[frame["user"]]
        if frame["op"] == "view":
            self._look(person, frame["channel"])
        elif frame["op"] == "dismiss":
            self._dismiss(person, frame["message"])
        elif frame["op"] == "app":
            (person.add_app if frame["add"] else person.remove_app)()
        elif frame["op"] == "language":
            person.set_language(frame["locale"])
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
        if happening in ("deleted", "purged"):
            self._outbox.put_nowait({"op": "deleted", "channel": channel.id, "message": post.id})
        elif person.sees_post(post):
            message = message_form(self._world, shown(self._world, post))
            self._outbox.put_nowait({"op": "message", "channel": channel.id, "message": message})


class _Deeds:
    """Does, in a person's name, what frames with a nonce ask for; remembers the modals that are open."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._modals: dict[str, Modal] = {}
        self._by_op: dict[str, Callable[[Person, Json], Awaitable[Json]]] = {
            "command": self._command,
            "menu": self._menu,
            "autocomplete": self._autocomplete,
            "component": self._component,
            "modal": self._modal,
            "react": self._react,
            "say": self._say,
        }

    async def do(self, person: Person, frame: Json) -> Json:
        """Do what a frame asks for; return the frame that answers the page."""
        nonce = frame["nonce"]
        try:
            return await self._by_op[frame["op"]](person, frame)
        except (NotResponding, Refused) as failure:
            return {"op": "failed", "nonce": nonce, "reason": str(failure)}
        except (KeyError, TypeError, AttributeError, ValueError):
            _log.exception("The page sent something that is not in its protocol")
            return {"op": "failed", "nonce": nonce, "reason": "The page made a mistake. Load it again."}

    async def _command(self, person: Person, frame: Json) -> Json:
        channel = person.channel(frame["channel"])
        options = read_options(frame["options"])
        invocation = person.sender.invocation(channel, frame["command"], options)
        return self._outcome(frame["nonce"], await person.sender.command(channel, invocation))

    async def _menu(self, person: Person, frame: Json) -> Json:
        channel = person.channel(frame["channel"])
        reply = await person.sender.on(channel, frame["kind"], frame["command"], frame["target"])
        return self._outcome(frame["nonce"], reply)

    async def _autocomplete(self, person: Person, frame: Json) -> Json:
        choices: list[Choice] = []
        try:
            channel = person.channel(frame["channel"])
            options = read_options(frame["options"])
            invocation = person.sender.invocation(channel, frame["command"], options)
            choices = await person.sender.choices(channel, invocation)
        except (NotResponding, Refused) as failure:
            _log.info("No choices for %s: %s", person.user.name, failure)
        return choices_frame(frame["nonce"], choices)

    async def _component(self, person: Person, frame: Json) -> Json:
        message = Message(self._post(frame["channel"], frame["message"]))
        values = frame.get("values") or []
        return self._outcome(frame["nonce"], await person.use(message, frame["custom_id"], values))

    async def _modal(self, person: Person, frame: Json) -> Json:
        modal = self._modals.get(frame["modal"])
        if modal is None:
            raise Refused("This form is no longer open.")
        reply = await person.sender.form(modal, read_form(frame["components"]))
        del self._modals[frame["modal"]]
        return self._outcome(frame["nonce"], reply)

    async def _react(self, person: Person, frame: Json) -> Json:
        message = Message(self._post(frame["channel"], frame["message"]))
        await (person.react if frame["add"] else person.unreact)(message, frame["emoji"])
        return {"op": "done", "nonce": frame["nonce"]}

    async def _say(self, person: Person, frame: Json) -> Json:
        target = frame.get("reply_to")
        reply_to = None if target is None else Message(self._post(frame["channel"], target))
        person.say(frame["channel"], frame["content"], reply_to=reply_to)
        return {"op": "done", "nonce": frame["nonce"]}

    def _post(self, channel_id: str, message_id: str) -> Post:
        post = self._world.posts.get(channel_id, message_id)
        if post is None:
            raise Refused("This message is gone.")
        return post

    def _outcome(self, nonce: str, reply: Reply) -> Json:
        if reply.modal is None:
            return {"op": "done", "nonce": nonce}
        while len(self._modals) >= _MOST_MODALS:
            del self._modals[next(iter(self._modals))]
        self._modals[nonce] = reply.modal
        return modal_frame(nonce, reply.modal)
