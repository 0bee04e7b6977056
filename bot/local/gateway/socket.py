"""The gateway's websocket: hello, identify, heartbeats, resume."""

import asyncio
import json
import logging
import zlib
from collections.abc import Callable
from secrets import compare_digest
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.local.gateway.hub import Hub
from bot.local.gateway.session import Session, Shard, ready_payload
from bot.local.payloads import guild_create_payload
from bot.local.wire import Json, dumps
from bot.local.world.world import World

_log = logging.getLogger(__name__)

HEARTBEAT_MS = 41_250
SECONDS_TO_HANG_UP = 1.0
"""How long a client may take to answer a close."""
SECONDS_TO_ACK = 0.02
"""How long a heartbeat waits for its answer.

A client that has not yet noted when it asked would take itself to be a whole beat behind.
"""
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
"""Members, presences, message content: this application was not granted them."""


class Refusal(Exception):  # noqa: N818  named as what it is
    """The connection is closed with one of Discord's codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    """One websocket of one shard. What is sent waits in a queue, so that nobody waits for a slow bot."""

    def __init__(self, world: World, hub: Hub, url: Callable[[], str]) -> None:
        self._world = world
        self._hub = hub
        self._url = url
        self._socket = web.WebSocketResponse(compress=False, timeout=SECONDS_TO_HANG_UP)
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._session: Session | None = None
        self._deflate: Any = None

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Speak with one client until it leaves."""
        # zstd-stream goes uncompressed: the client takes text as well, and Python 3.11 has no zstd.
        if request.query.get("compress") == "zlib-stream":
            self._deflate = zlib.compressobj(level=1)
        await self._socket.prepare(request)
        writer = asyncio.create_task(self._write())
        self._send({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        try:
            async for message in self._socket:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    self._receive(message.data)
        except Refusal as refusal:
            _log.warning("The gateway closes a connection with %s: %s", refusal.code, refusal.reason)
            await self._socket.close(code=refusal.code, message=refusal.reason.encode())
        finally:
            self._detach()
            writer.cancel()
        return self._socket

    async def close(self, code: int = WSCloseCode.GOING_AWAY) -> None:
        """Hang up."""
        await self._socket.close(code=code)

    def ask_reconnect(self) -> None:
        """Ask the client to come back on a new connection."""
        self._send({"op": 7, "d": None})

    async def _write(self) -> None:
        while True:
            text = await self._outbox.get()
            try:
                if self._deflate is None:
                    await self._socket.send_str(text)
                else:
                    data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self._socket.send_bytes(data)
            except ConnectionError:
                return  # the reader sees the same end and detaches the session

    def _send(self, frame: Json) -> None:
        self._outbox.put_nowait(dumps(frame))

    def _receive(self, text: str | bytes) -> None:
        try:
            frame = json.loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Refusal(4002, "Error while decoding payload.") from None
        if op == 1:
            asyncio.get_running_loop().call_later(SECONDS_TO_ACK, self._send, {"op": 11, "d": None})
        elif op == 2:
            self._identify(data)
        elif op == 6:
            self._resume(data)
        elif self._session is None:
            raise Refusal(4003, "Not authenticated.")
        elif op != 3:  # a presence is taken and shown nowhere
            _log.error("The local Discord does not implement gateway op %s", op)
            raise Refusal(4001, "Unknown opcode.")

    def _check_token(self, data: Json) -> None:
        if not compare_digest(str(data.get("token")).encode(), self._world.app.token.encode()):
            raise Refusal(4004, "Authentication failed.")

    def _identify(self, data: Json) -> None:
        if self._session is not None:
            raise Refusal(4005, "Already authenticated.")
        self._check_token(data)
        shard = Shard(*data.get("shard", (0, 1)))
        if not 0 <= shard.number < shard.total:
            raise Refusal(4010, "Invalid shard.")
        if data["intents"] & PRIVILEGED:
            raise Refusal(4014, "Disallowed intent(s).")
        session = self._hub.open(shard, data["intents"])
        guilds = [guild for guild in self._world.servers.of_bot() if shard.has(guild.id)]
        self._attach(session)
        app, ids = self._world.app, [guild.id for guild in guilds]
        session.dispatch("READY", ready_payload(session, app.bot.payload, ids, app.id, self._url()))
        for guild in guilds:
            if not guild.has_outage:
                session.dispatch("GUILD_CREATE", guild_create_payload(self._world, guild))
        self._hub.presence_changed()

    def _resume(self, data: Json) -> None:
        self._check_token(data)
        session = self._hub.sessions.get(str(data.get("session_id")))
        missed = session.missed_since(data.get("seq") or 0) if session else None
        if session is None or missed is None:
            self._send({"op": 9, "d": False})
            return
        for frame in missed:
            self._outbox.put_nowait(frame)
        self._attach(session)
        session.dispatch("RESUMED", {})
        self._hub.presence_changed()

    def _attach(self, session: Session) -> None:
        self._session = session
        session.send = self._outbox.put_nowait

    def _detach(self) -> None:
        if self._session is not None and self._session.send == self._outbox.put_nowait:
            self._session.send = None
            self._hub.presence_changed()
