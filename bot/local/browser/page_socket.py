"""The page's websocket: one browser window, in which somebody is one user after another."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from secrets import compare_digest
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from bot.local.browser.frames import (
    choices_frame,
    history_frame,
    message_form,
    modal_frame,
    read_options,
    world_frame,
)
from bot.local.gateway.hub import Hub
from bot.local.interactions.desk import NotResponding
from bot.local.payloads import shown
from bot.local.people.message import Choice, Message
from bot.local.people.person import Person
from bot.local.people.refused import Refused
from bot.local.people.reply import Reply
from bot.local.wire import Json, dumps
from bot.local.world.posts import Happening, Post
from bot.local.world.world import World

if TYPE_CHECKING:
    from bot.local.people.modal import Modal
    from bot.local.world.places import Channel

_log = logging.getLogger(__name__)

WRONG_TOKEN, MALFORMED, TOO_SLOW = 4004, 4002, 4009
SECONDS_TO_SAY_HELLO = 5.0
MOST_MODALS = 20


class PageSocket:
    """One window: takes what the page sends to a Person and sends what the view may see."""

    def __init__(self, world: World, hub: Hub, people: dict[str, Person], token: str) -> None:
        self._world = world
        self._hub = hub
        self._people = people
        self._token = token
        self._socket = web.WebSocketResponse(heartbeat=30, timeout=1.0)
        self._outbox: asyncio.Queue[Json] = asyncio.Queue()
        self._view: tuple[Person, Channel] | None = None
        self._modals: dict[str, Modal] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._deeds: dict[str, Callable[[Person, Json], Awaitable[Json]]] = {
            "command": self._command,
            "autocomplete": self._autocomplete,
            "component": self._component,
            "modal": self._modal,
        }

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Speak with one window until it is closed."""
        await self._socket.prepare(request)
        refusal = await self._why_refused()
        if refusal is not None:
            code, why = refusal
            await self._socket.close(code=code, message=why)
            return self._socket
        self._start(self._write())
        self._world.posts.listeners.append(self._tell_of_post)
        self._hub.on_presence.append(self.tell_world)
        self.tell_world()
        try:
            await self._read()
        finally:
            self._world.posts.listeners.remove(self._tell_of_post)
            self._hub.on_presence.remove(self.tell_world)
            for task in tuple(self._tasks):
                task.cancel()
        return self._socket

    async def close(self) -> None:
        """Hang up."""
        await self._socket.close()

    def tell_world(self) -> None:
        """Send the world anew: the bot came, went, or registered commands."""
        frame = world_frame(self._world, list(self._people.values()), bot_online=self._hub.online)
        self._outbox.put_nowait(frame)

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
            frame = json.loads(message.data)
            given = frame["token"] if frame["op"] == "hello" else ""
        except (ValueError, KeyError, TypeError):
            return False
        return compare_digest(str(given).encode(), self._token.encode())

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.get()
            try:
                await self._socket.send_str(dumps(frame))
            except ConnectionError:
                return  # the reader sees the same end

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                continue
            try:
                self._receive(json.loads(message.data))
            except (ValueError, KeyError, TypeError, AttributeError):
                _log.exception("The page sent something that is not in its protocol")
                await self._socket.close(code=MALFORMED)

    def _receive(self, frame: Json) -> None:
        person = self._people[frame["user"]]
        if frame["op"] == "view":
            self._look(person, frame["channel"])
        elif frame["op"] == "dismiss":
            self._dismiss(person, frame["message"])
        else:
            deed = self._deeds[frame["op"]]
            self._start(self._do(frame["nonce"], deed(person, frame)))

    def _look(self, person: Person, channel_id: str) -> None:
        try:
            self._view = (person, person.channel(channel_id))
        except Refused:
            _log.warning("%s may not look at channel %s", person.user.name, channel_id)
            return
        self._outbox.put_nowait(history_frame(self._world, person, channel_id))

    def _dismiss(self, person: Person, message_id: str) -> None:
        for channel in self._world.channels.values():
            post = self._world.posts.get(channel.id, message_id)
            if post is not None and post.visible_to(person.user.id) and post.viewer is not None:
                person.dismiss(Message(post))

    async def _do(self, nonce: str, deed: Awaitable[Json]) -> None:
        try:
            frame = await deed
        except (NotResponding, Refused) as failure:
            frame = {"op": "failed", "nonce": nonce, "reason": str(failure)}
        except (KeyError, TypeError, AttributeError, ValueError):
            _log.exception("The page sent something that is not in its protocol")
            frame = {"op": "failed", "nonce": nonce, "reason": "The page made a mistake. Load it again."}
        self._outbox.put_nowait(frame)

    async def _command(self, person: Person, frame: Json) -> Json:
        channel = person.channel(frame["channel"])
        invocation = person.invocation(channel, frame["command"], read_options(frame["options"]))
        return self._outcome(frame["nonce"], await person.run(channel, invocation))

    async def _autocomplete(self, person: Person, frame: Json) -> Json:
        channel = person.channel(frame["channel"])
        choices: list[Choice] = []
        try:
            options = read_options(frame["options"])
            invocation = person.invocation(channel, frame["command"], options)
            choices = await person.ask_choices(channel, invocation)
        except (NotResponding, Refused) as failure:
            _log.info("No choices for %s: %s", person.user.name, failure)
        return choices_frame(frame["nonce"], choices)

    async def _component(self, person: Person, frame: Json) -> Json:
        post = self._world.posts.get(frame["channel"], frame["message"])
        if post is None:
            raise Refused("This message is gone.")
        values = frame.get("values") or []
        return self._outcome(frame["nonce"], await person.use(Message(post), frame["custom_id"], values))

    async def _modal(self, person: Person, frame: Json) -> Json:
        modal = self._modals.get(frame["modal"])
        if modal is None:
            raise Refused("This form is no longer open.")
        reply = await person.send_form(modal, frame["components"])
        del self._modals[frame["modal"]]
        return self._outcome(frame["nonce"], reply)

    def _outcome(self, nonce: str, reply: Reply) -> Json:
        if reply.modal is None:
            return {"op": "done", "nonce": nonce}
        while len(self._modals) >= MOST_MODALS:
            del self._modals[next(iter(self._modals))]
        self._modals[nonce] = reply.modal
        return modal_frame(nonce, reply.modal)

    def _tell_of_post(self, happening: Happening, post: Post) -> None:
        if self._view is None:
            return
        person, channel = self._view
        if post.channel_id != channel.id or (post.viewer not in (None, person.user.id)):
            return
        if happening == "deleted":
            self._outbox.put_nowait({"op": "deleted", "channel": channel.id, "message": post.id})
        elif post.visible_to(person.user.id):
            message = message_form(self._world, shown(self._world, post))
            self._outbox.put_nowait({"op": "message", "channel": channel.id, "message": message})
