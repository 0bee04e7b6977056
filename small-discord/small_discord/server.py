"""The small Discord as one object: start it, point a client at it, be people in it, close it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from aiohttp import WSCloseCode, web

from small_discord.browser.page_socket import PageSocket
from small_discord.browser.site import DefaultAvatars, Guard, Site
from small_discord.gateway.doings import Doings
from small_discord.gateway.hub import Changes, Hub
from small_discord.gateway.intents import GUILD_MEMBERS, MESSAGE_CONTENT, PRIVILEGED, not_granted
from small_discord.gateway.session import SessionStarts
from small_discord.gateway.socket import Connection
from small_discord.gateway.storms import Storms, strike
from small_discord.interactions import Desk
from small_discord.passing import LoopTime, discord_py_ahead
from small_discord.people.person import Person
from small_discord.redirect import point_client_at
from small_discord.rest.api import Api
from small_discord.rest.routes import all_routes
from small_discord.rest.spec import read_spec
from small_discord.weather import Storm, Weather
from small_discord.wire import Json
from small_discord.world.world import BOT, PEOPLE, SERVERS, Plan, World

if TYPE_CHECKING:
    import discord

LOOPBACK = "127.0.0.1"
"""The only address it listens at, unless it is told of another one."""
MOST_REQUEST_BYTES = 110 * 1024 * 1024
_BEAT = 50.0
"""How many seconds pass at once until the bot is asked for a heartbeat: its own come by real time."""
_TURNS = 50
"""How often the loop turns until a bot has done what is due, or asks for something by REST."""
_PACE = 5.0
"""Seconds for which people look at a message that has changed, on Discord's clock: nobody is hasty."""
Bot = TypeVar("Bot", bound="discord.Client")


class CannotPass(Exception):
    """Time cannot pass at once."""


class NotGranted(Exception):
    """A bot asks for privileged intents that it was not granted."""


class SmallDiscord:
    """A small Discord on this machine, for one bot and a handful of people."""

    def __init__(
        self,
        *,
        world_path: Path | None = None,
        openapi_path: Path | None = None,
        port: int = 0,
        host: str = LOOPBACK,
        people: Sequence[str] = PEOPLE,
        servers: Sequence[Plan] = SERVERS,
        bot: str = BOT,
        weather: Weather | None = None,
        granted_intents: int = 0,
    ) -> None:
        """Create a Discord, in fair weather unless told otherwise; a new world gets what is named here.

        `host` is the name or the address by which bots reach this machine, where they run in containers.
        `granted_intents` are the privileged intents that the bot may ask for: their bits, as in its identify.
        """
        self.weather = weather or Weather()
        self.world = World(world_path, people, servers, bot)
        self.clock = self.world.clock
        self._port = port
        self._host = host
        self._guard = Guard()
        self._hub = Hub(self.world, lambda: self.url, self.weather)
        self._starts = SessionStarts(self.world.file, self.weather, self.clock)
        self._granted_intents = granted_intents
        self.world.access.old_edits = lambda: self.weather.old_edits
        self.world.access.grants_content = bool(granted_intents & MESSAGE_CONTENT)
        self.world.access.grants_members = bool(granted_intents & GUILD_MEMBERS)
        self.transcript = self._hub.transcript
        Changes(self.world, self._hub)
        Doings(self.world, self._hub)
        self.desk = Desk(self.world, self._hub, lambda: self.url)
        self._people = {
            user.id: Person(self.world, self.desk, user, pace=_PACE) for user in self.world.people()
        }
        self._connections: set[Connection] = set()
        self._pages: set[PageSocket] = set()
        self._changed = asyncio.Event()
        self._hub.on_presence.append(self._wake)
        spec = None if openapi_path is None else read_spec(openapi_path)
        routes = all_routes(
            self.world,
            self.desk,
            self._starts,
            self._hub.presence_changed,
            url=lambda: self.url,
            gateway_url=lambda: self.gateway_url,
        )
        self._api = Api(self.world, spec, routes, self.weather, self.transcript)
        self._runner: web.AppRunner | None = None
        self._storms: asyncio.Task[None] | None = None
        self._closing = False
        self._time: LoopTime | None = None
        self._clocks = ExitStack()

    @property
    def url(self) -> str:
        """The server's address, for bots."""
        return f"http://{self._host}:{self._port}"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway's websocket."""
        return self.url.replace("http", "ws", 1) + "/gateway"

    @property
    def page_url(self) -> str:
        """The page's address, with its token; it depends only on the port and the world's file."""
        return f"http://{LOOPBACK}:{self._port}/#{self.world.app.page_token}"

    @property
    def bot_token(self) -> str:
        """The token that the bot logs in with; it is kept in the world's file."""
        return self.world.app.token

    @property
    def unknown_routes(self) -> list[str]:
        """Requests to routes that are not implemented: "GET /api/v10/…"."""
        return self._api.unknown_routes

    @property
    def shards_online(self) -> set[int]:
        """The numbers of the shards that are connected now."""
        return {session.shard.number for session in self._hub.sessions.values() if session.online}

    async def start(self) -> None:
        """Start listening on 127.0.0.1, and where `host` leads to; port 0 means any free one."""
        app = web.Application(middlewares=[self._guard.middleware()], client_max_size=MOST_REQUEST_BYTES)
        app.add_routes(self._api.table())
        app.add_routes([*Site(self.world).table(), *DefaultAvatars().table()])
        app.add_routes([web.get("/gateway", self._serve_gateway), web.get("/gateway/", self._serve_gateway)])
        app.add_routes([web.get("/page", self._serve_page)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, LOOPBACK, self._port).start()
        self._port = self._runner.addresses[0][1]
        self._guard.learn(self._port, self._host)
        for address in await _addresses(self._host):
            await web.TCPSite(self._runner, address, self._port).start()
        self._time = LoopTime.of(asyncio.get_running_loop())
        self._storms = asyncio.create_task(self._blow())

    async def close(self) -> None:
        """Close all connections and the world's file."""
        self._closing = True
        self._clocks.close()
        if self._storms is not None:
            self._storms.cancel()
        for page in tuple(self._pages):
            await page.close()
        await self.drop_gateways()
        if self._runner is not None:
            await self._runner.cleanup()
        self.world.close()

    def person(self, name: str) -> Person:
        """Return the person of this name: "Ada"."""
        return self._people[self.world.user(name).id]

    @asynccontextmanager
    async def running(self, bot: Bot) -> AsyncIterator[Bot]:
        """Run a discord.py bot here while the block lasts; raise what it raises if it does not connect.

        When the block begins, it has read READY and the servers that it is in, and what it registers in its
        `setup_hook` can be used.
        """
        with point_client_at(self.url):
            import discord

            async with bot:
                playing = asyncio.create_task(bot.start(self.bot_token))
                try:
                    await self._wait_for(playing)
                except discord.PrivilegedIntentsRequired:
                    lacking = bot.intents.value & PRIVILEGED & ~self._granted_intents
                    raise NotGranted(not_granted(lacking)) from None
                try:
                    yield bot
                finally:
                    await bot.close()
                    await playing

    async def _wait_for(self, playing: asyncio.Task[None]) -> None:
        """Wait until a bot is connected and has caught up; raise what it raises if it ends before."""
        waiting = asyncio.create_task(self._connected())
        await asyncio.wait({waiting, playing}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if playing.done():
            playing.result()

    async def _connected(self) -> None:
        await self._until(lambda: self._hub.online)
        await self._catch_up()

    async def _catch_up(self) -> None:
        for connection in tuple(self._connections):
            await connection.catch_up()

    async def pass_time(self, seconds: float) -> None:
        """Let so many seconds pass at once, for Discord and for a discord.py bot on this event loop.

        Timers go off in their turn, and what they lead to is done before the next, as far as the loop and
        the small Discord see it. What a bot waits for elsewhere, in a thread or from another server, takes
        its real time; a bot in another process does not notice.
        """
        if self._time is None:
            raise CannotPass(
                "This event loop has timers of its own: time can pass on asyncio's own loop only."
            )
        if self.world.ids.ahead == 0:
            self._clocks.enter_context(discord_py_ahead(lambda: self.world.ids.ahead))
        await self._settle()
        if self._storms is not None:
            self._storms.cancel()  # there are no storms meanwhile
        self._storms = None
        beat = 0.0
        while seconds > 0:
            step = min(seconds, self._time.until_next(), _BEAT - beat)
            self._time.move(step)
            self.world.ids.ahead += step
            seconds, beat = seconds - step, beat + step
            await self._settle()
            if beat >= _BEAT or seconds <= 0:
                beat = 0.0
                await self._catch_up()
        self._storms = asyncio.create_task(self._blow())

    async def _settle(self) -> None:
        """Let the loop do what is due, and what comes of it while there are requests of the bot."""
        settled = False
        while not settled:
            begun = self._api.begun
            for _ in range(_TURNS):
                await asyncio.sleep(0)
            await asyncio.sleep(0.001)
            settled = begun == self._api.begun == self._api.done

    async def drop_gateways(self) -> None:
        """Close all gateway connections, as Discord does now and then; sessions can be resumed."""
        for connection in tuple(self._connections):
            await connection.close(WSCloseCode.SERVICE_RESTART)

    def send_event(self, event: str, data: Json) -> None:
        """Send an event as it is to every shard, whether or not anything of the kind has happened."""
        for session in self._hub.sessions.values():
            session.dispatch(event, data)

    def send_frame(self, text: str) -> None:
        """Send a text as it is over every gateway connection, whether or not it is a frame."""
        for connection in tuple(self._connections):
            connection.send(text)

    def strike(self, storm: Storm) -> None:
        """Let a storm hit every gateway connection at once."""
        for connection in tuple(self._connections):
            strike(connection, storm)

    async def wait_for_commands(self, name: str | None = None) -> None:
        """Wait until the bot is connected and has registered this command (None: any)."""
        await self._until(lambda: self._hub.online and self._has_command(name))

    async def _until(self, happened: Callable[[], bool]) -> None:
        while not happened():
            self._changed.clear()
            await self._changed.wait()

    def _has_command(self, name: str | None) -> bool:
        return any(name in (None, command["name"]) for command in self.world.commands.all())

    def _wake(self) -> None:
        self._changed.set()

    async def _blow(self) -> None:
        await Storms(self.weather, lambda: self._connections).blow()

    async def _serve_gateway(self, request: web.Request) -> web.StreamResponse:
        if self._closing:
            raise web.HTTPServiceUnavailable  # a bot that was disconnected is back at once
        connection = Connection(
            self.world,
            self._hub,
            self._starts,
            self._granted_intents,
            lambda: self.gateway_url,
        )
        self._connections.add(connection)
        try:
            return await connection.serve(request)
        finally:
            self._connections.discard(connection)

    async def _serve_page(self, request: web.Request) -> web.StreamResponse:
        if not self._guard.own_origin(request):
            raise web.HTTPForbidden(text="Only the server's own page may open this.")
        page = PageSocket(self.world, self._hub, self.desk)
        self._pages.add(page)
        try:
            return await page.serve(request)
        finally:
            self._pages.discard(page)


async def _addresses(host: str) -> set[str]:
    """Return what a name leads to beside 127.0.0.1: nothing if only containers know it, as Docker's own."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, family=socket.AF_INET)
    except socket.gaierror:
        return set()
    return {str(address[0]) for *_, address in found} - {LOOPBACK}
