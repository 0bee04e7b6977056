"""The gateway's websocket: hello, identify, heartbeats, resume."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from secrets import compare_digest
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from small_discord.gateway.compression import compressor
from small_discord.gateway.frames import Identify, RequestMembers, Resume, members_chunk, rate_limited, read
from small_discord.gateway.hub import Hub
from small_discord.gateway.intents import (
    ALL,
    GUILD_MEMBERS,
    MESSAGE_CONTENT,
    PRESENCES,
    PRIVILEGED,
    not_granted,
)
from small_discord.gateway.outbox import Outbox
from small_discord.gateway.session import Refusal, Session, SessionStarts, Shard, ready_payload, wrong_token
from small_discord.weather import Limit, Window
from small_discord.wire import loads
from small_discord.world.payloads import guild_create_payload
from small_discord.world.world import World

_log = logging.getLogger(__name__)
HEARTBEAT_MS = 41_250
_PATIENCE = 1.5
"""How many times as long a client may be silent as it is told to be."""
_SENDS = Limit(120, 60)
"""How many frames a client may send on a connection."""
_SECONDS_TO_HANG_UP = 1.0
"""How long a client may take to answer a close."""
_SECONDS_TO_ACK = 0.02
"""How long a heartbeat waits for its answer.

A client answered before it has noted when it asked would believe itself a whole beat behind.
"""
_MOST_BYTES = 4096
"""Of a frame that a client sends."""
_VERSIONS = {"9", "10"}
_LEAVES_FOR_GOOD = (WSCloseCode.OK, WSCloseCode.GOING_AWAY)
"""The codes by which a client says that it will not resume."""
_STALL = 1.0
"""How late a timer may go off, in seconds, before this process itself counts as held up."""


def _version(asked: Mapping[str, str]) -> int:
    """Return the version that the address of the gateway asks for; raise Refusal for what is not spoken."""
    version = asked.get("v", "10")
    if version not in _VERSIONS:
        raise Refusal(4012, "Invalid API version.")
    if asked.get("encoding", "json") != "json":  # Discord documents no code of its own for this
        raise Refusal(4002, "Unknown encoding.")
    return int(version)


def _frame(text: str | bytes) -> tuple[Any, Any]:
    """Return the opcode and the data of a frame; raise Refusal if it is none, or too large."""
    try:
        if len(text) > _MOST_BYTES:
            raise ValueError
        frame = loads(text)
        return frame["op"], frame.get("d")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refusal(4002, "Error while decoding payload.") from None


class Connection:
    """One websocket of one shard."""

    def __init__(
        self,
        world: World,
        hub: Hub,
        starts: SessionStarts,
        granted: int,
        url: Callable[[], str],
    ) -> None:
        self._world = world
        self._hub = hub
        self._starts = starts
        self._clock = world.clock
        self._sends = Window(_SENDS, world.clock.now())
        self._granted = granted
        self._url = url
        self._socket = web.WebSocketResponse(compress=False, timeout=_SECONDS_TO_HANG_UP)
        self._outbox = Outbox(self._socket, None, hub.transcript)
        self._session: Session | None = None
        self._transport: asyncio.Transport | None = None
        self._hung_up = False
        self._waiting_for_beat: list[asyncio.Future[None]] = []
        self._version = 10

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Talk to one client until it leaves."""
        await self._socket.prepare(request)
        self._transport = request.transport
        try:
            self._version = _version(request.query)
            compress = compressor(request.query.get("compress"))
            self._outbox = Outbox(self._socket, compress, self._hub.transcript)
            await self._converse()
        except Refusal as refusal:
            self._hung_up = True
            await self._outbox.refuse(refusal)
        return self._socket

    async def _converse(self) -> None:
        writer = asyncio.create_task(self._outbox.empty())
        pulse = Pulse(HEARTBEAT_MS / 1000 * _PATIENCE, self._give_up)
        try:
            self._outbox.put_frame(10, {"heartbeat_interval": HEARTBEAT_MS})
            async for message in self._socket:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    self._receive(message.data, pulse)
        except Refusal:
            self._hung_up = True
            raise
        finally:
            pulse.end()
            self._detach()
            self._caught_up()
            if self._outbox.says_goodbye:
                await writer  # before 3.10, aiohttp lets go of the reader first
            writer.cancel()

    @property
    def in_session(self) -> bool:
        """Whether the client has identified or resumed."""
        return self._session is not None

    async def close(self, code: int = WSCloseCode.GOING_AWAY) -> None:
        """Hang up."""
        self._hung_up = True
        await self._socket.close(code=code)

    async def catch_up(self) -> None:
        """Return once the client has read all that it was sent until now, or is gone.

        It is asked for a heartbeat, as Discord may at any time, and reads frames in their order.
        """
        if self._session is None:
            return
        beat = asyncio.get_running_loop().create_future()
        self._waiting_for_beat.append(beat)
        self._outbox.put_frame(1, None)
        await beat

    def _caught_up(self) -> None:
        for beat in self._waiting_for_beat:
            if not beat.done():
                beat.set_result(None)
        self._waiting_for_beat.clear()

    def drop(self) -> None:
        """End the connection without a closing frame."""
        if self._transport is not None:
            self._transport.abort()

    def send(self, text: str) -> None:
        """Send a text as it is."""
        self._outbox.put(text)

    def ask_reconnect(self) -> None:
        """Ask the client to come back on a new connection."""
        self._outbox.put_frame(7, None)

    def invalidate(self, *, resumable: bool) -> None:
        """Tell the client that its session is invalid: to be resumed, or over."""
        if self._session is not None and not resumable:
            self._hub.end(self._session)
        self._outbox.put_frame(9, resumable)

    def _give_up(self) -> None:
        """Hang up on a client without a heartbeat, whose session is over."""
        if self._session is not None:
            self._hub.end(self._session)
        self._outbox.put(Refusal(4009, "Session timed out."))
        # The farewell gets stuck behind what a client that stands still does not read.
        asyncio.get_running_loop().call_later(_SECONDS_TO_HANG_UP * 2, self.drop)

    def _count(self) -> None:
        now = self._clock.now()
        if self._sends.is_over(now):
            self._sends = Window(_SENDS, now)
        if not self._sends.take():
            raise Refusal(4008, "You are being rate limited.")

    def _receive(self, text: str | bytes, pulse: Pulse) -> None:
        self._hub.transcript.frame("bot", text)
        self._count()
        op, data = _frame(text)
        if op == 1:
            pulse.beat()
            self._caught_up()
            asyncio.get_running_loop().call_later(_SECONDS_TO_ACK, self._outbox.put_frame, 11, None)
        elif op == 2:
            self._identify(read(Identify, data))
        elif op == 6:
            self._resume(read(Resume, data))
        elif self._session is None:
            raise Refusal(4003, "Not authenticated.")
        elif op == 8:
            self._tell_members(self._session, read(RequestMembers, data))
        elif op not in (3, 4):  # presences are shown nowhere, and there are no voice channels to join
            _log.error("The small Discord does not implement gateway op %r", op)
            raise Refusal(4001, "Unknown opcode.")

    def _tell_members(self, session: Session, request: RequestMembers) -> None:
        if request.asks_for_all and not session.intents & GUILD_MEMBERS:
            _log.warning("All members are told only to those who identify with the intent for them")
            return
        wait = (
            session.wait_for_members(str(request.guild_id), self._clock.now()) if request.asks_for_all else 0
        )
        if wait > 0:
            _log.warning("All members were asked for again within half a minute")
            session.dispatch("RATE_LIMITED", rate_limited(request, wait))
            return
        chunk = members_chunk(self._world, request)
        if chunk is not None:
            session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def _check_token(self, token: str) -> None:
        given = token.removeprefix("Bot ")  # as in REST's header, which some clients send here, too
        if not compare_digest(given.encode(errors="replace"), self._world.app.token.encode()):
            raise wrong_token()

    def _identify(self, asked: Identify) -> None:
        if self._session is not None:
            raise Refusal(4005, "Already authenticated.")
        self._check_token(asked.token)
        shard = asked.part
        if not 0 <= shard.number < shard.total:
            raise Refusal(4010, "Invalid shard.")
        if asked.intents & ~ALL:
            raise Refusal(4013, "Invalid intent(s).")
        if lacking := asked.intents & PRIVILEGED & ~self._granted:
            _log.warning(not_granted(lacking))
            raise Refusal(4014, "Disallowed intent(s).")
        _log.debug("Shard %d identifies", shard.number)
        if not self._starts.count():
            self._shut_out()
        if self._starts.is_too_fast(shard.number):
            _log.warning("Shard %d identifies too soon after one that it shares its turn with", shard.number)
            self._outbox.put_frame(9, data=False)
        else:
            # Up to version 9, who was granted the content of messages gets it without asking.
            unasked = self._granted & MESSAGE_CONTENT if self._version < 10 else 0
            self._begin(shard, asked.intents | unasked)

    def _shut_out(self) -> None:
        """Do what Discord does to a bot that starts too often: end all its sessions and reset its token."""
        _log.warning("The bot has started too many sessions today: its token is reset")
        self._world.reset_token()
        self._starts.begin_anew()
        self._hub.end_all(wrong_token())
        raise wrong_token()

    def _begin(self, shard: Shard, intents: int) -> None:
        session = self._hub.open(shard, intents)
        guilds = [guild for guild in self._world.servers.of_bot() if shard.has(guild.id)]
        self._attach(session)
        app, ids = self._world.app, [guild.id for guild in guilds]
        ready = ready_payload(session, app.bot.payload, ids, app.id, self._url())
        session.dispatch("READY", {"v": self._version} | ready)
        everybody = bool(intents & PRESENCES)
        for guild in guilds:
            if not guild.has_outage:
                session.dispatch(
                    "GUILD_CREATE", guild_create_payload(self._world, guild, everybody=everybody)
                )
        self._hub.presence_changed()

    def _resume(self, asked: Resume) -> None:
        self._check_token(asked.token)
        session = self._hub.sessions.get(asked.session_id)
        missed = session.missed_since(asked.seq or 0) if session else None
        if session is None or missed is None:
            _log.debug("A session cannot be resumed")
            self._outbox.put_frame(9, data=False)
            return
        for frame in missed:
            self._outbox.put(frame)
        self._attach(session)
        session.dispatch("RESUMED", {})
        self._hub.presence_changed()

    def _attach(self, session: Session) -> None:
        self._session = session
        session.send = self._outbox.put

    def _detach(self) -> None:
        if self._session is not None and self._session.send == self._outbox.put:
            self._session.send = None
            if self._socket.close_code in _LEAVES_FOR_GOOD and not self._hung_up:
                self._hub.end(self._session)
            self._hub.presence_changed()


class Pulse:
    """Calls `stopped` once no heartbeat has come for some seconds.

    Time in which this process stood still does not count, as in a debugger: it may have kept the client, too.
    """

    def __init__(self, seconds: float, stopped: Callable[[], None]) -> None:
        self._seconds = seconds
        self._stopped = stopped
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(seconds, self._lapsed)

    def beat(self) -> None:
        """Take a heartbeat, and wait for the next."""
        self.end()
        self._timer = self._loop.call_later(self._seconds, self._lapsed)

    def end(self) -> None:
        """Wait no more."""
        self._timer.cancel()

    def _lapsed(self) -> None:
        if self._loop.time() - self._timer.when() > _STALL:
            self.beat()
        else:
            self._stopped()
