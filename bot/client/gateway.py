"""Connections to Discord's gateway, and the sessions on them, of which it allows 1000 a day.

Sessions are started in turn, and left in good order. Whatever becomes of a connection, its shard goes on
until the bot leaves: discord.py would end the process, for every server, or wait for too long, and no public
switch changes that.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from yarl import URL

from bot.client.events import cache_names_only, hear_direct_messages
from bot.client.failures import FAILURES, late_in_one_line
from bot.client.requests import answer_for_certain, noting_the_time, outlive_pauses
from bot.client.servers import Pace, forget_left_servers, note_if_left
from bot.service.background import reason
from bot.store import Store, StoreFailing

log = logging.getLogger(__name__)

_MOST_DOUBLED = 6
"""Up to 2 to this power, 64 seconds, between two tries; discord.py waits up to 1,024."""
_ONCE_MORE = 0.5
"""Seconds until what goes on although it was cancelled is cancelled again."""
_connect = DiscordWebSocket.from_client

_FEW = 50
"""Sessions held back from a bot in a crash loop: beyond the last of a day it loses its token."""
_BETWEEN = 6.0
"""Seconds between two session starts; Discord requires five."""
_A_MINUTE = 60.0
_LAST_ANSWERS = 5.0
"""Seconds; a hint takes two. Whoever asked for more, such as a review, asks again after the restart."""
_ANSWERING = ("on_interaction", "on_direct_message", "CommandTree-invoker")
"""How discord.py ends the names of the tasks in which presses and commands are answered."""


class Client(commands.AutoShardedBot):
    """What connects to Discord, with some shards; no privileged intents, and nobody is ever pinged."""

    def __init__(
        self,
        store: Store,
        tree: type[app_commands.CommandTree[Any]],
        shard_ids: list[int] | None,
        shard_count: int | None,
        discord_name: str,
    ) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=tree,
            intents=discord.Intents(guilds=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            shard_ids=shard_ids,  # type: ignore[arg-type]  # None is discord.py's default: all of them
            shard_count=shard_count,
            http_trace=noting_the_time(store.discord_time),
        )
        self.discord_name = discord_name
        """Which Discord it plays on, for whoever runs it to tell them apart."""
        self.pace = Pace(self)
        self._store = store
        self._session_starts = SessionStarts(self, store)
        cache_names_only(self)
        hear_direct_messages(self)

    async def setup_hook(self) -> None:
        """Change what discord.py would do otherwise, once the bot has logged in."""
        answer_for_certain()
        outlive_ended_connections()
        outlive_pauses(self.http)
        logging.getLogger("discord.app_commands.tree").addFilter(late_in_one_line)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to Discord, and stay connected until the bot leaves."""
        await self._session_starts.wait_for_enough()
        await heeding_cancellation(super().connect(reconnect=reconnect))

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, which then looks for Discord often while that is away."""
        await super().launch_shard(gateway, shard_id, initial=initial)
        look_for_discord_often(self, shard_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may start a session."""
        await self._session_starts.take_turn(shard_id or 0, checked=initial)

    async def on_ready(self) -> None:
        """Log that people can play now."""
        log.info("Connected to %s as %s in %d servers.", self.discord_name, self.user, len(self.guilds))

    async def forget_left_servers(self) -> None:
        """Forget, in time, the servers that the bot is no longer in, until cancelled."""
        await forget_left_servers(self, self._store, self.pace)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget a server that has removed the bot; an outage does not count."""
        await note_if_left(self, self._store, self.pace, guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keep the remaining data of a server that has added the bot again."""
        await self._store.departures.returned(guild.id)


def outlive_ended_connections() -> None:
    """Make a shard connect again when Discord hangs up before a session has begun."""
    DiscordWebSocket.from_client = _connected  # type: ignore[method-assign]


def look_for_discord_often(client: discord.AutoShardedClient, shard: int) -> None:
    """Make a shard that is connected for the first time return within about a minute of an outage's end."""
    client.shards[shard]._parent._backoff._max = _MOST_DOUBLED  # noqa: SLF001  the reason is this module's


async def heeding_cancellation(work: Coroutine[Any, Any, None]) -> None:
    """Do some work; whoever cancels that has it cancelled until it has ended.

    discord.py goes on if it is cancelled while a shard reconnects; before 3.12, `asyncio.wait_for`
    swallows a cancellation that arrives just as the shard connects.
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        while not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=_ONCE_MORE)
        await asyncio.gather(task, return_exceptions=True)  # nobody asks any more what it has ended with
        raise
    task.result()


async def drain(bot: commands.AutoShardedBot) -> None:
    """Leave the gateway, so that no more presses come in, and wait a little for those being answered."""
    await asyncio.gather(*(shard.disconnect() for shard in bot.shards.values()))
    being_answered = [task for task in asyncio.all_tasks() if task.get_name().endswith(_ANSWERING)]
    if not being_answered:
        return
    log.info(
        "Waiting up to %d s for commands and presses in progress: %d.", _LAST_ANSWERS, len(being_answered)
    )
    _, unfinished = await asyncio.wait(being_answered, timeout=_LAST_ANSWERS)
    if unfinished:
        log.warning("Stopped without answering commands and presses that took too long: %d.", len(unfinished))


class SessionStarts:
    """Lets the shards of all processes start their sessions in turn, and saves the last few of a day."""

    def __init__(self, bot: discord.AutoShardedClient, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._at_once = 1
        self._may_start_at = 0.0

    async def wait_for_enough(self) -> None:
        """Return when enough sessions are left today: a bot in a crash loop starts no more."""
        while True:
            try:
                left = await self._bot.fetch_session_start_limits()
            except (*FAILURES, discord.GatewayNotFound) as error:
                log.warning(
                    "Discord does not say how many sessions are left; asking again in a minute: %s",
                    reason(error),
                )
                await asyncio.sleep(_A_MINUTE)
                continue
            self._at_once = left.max_concurrency
            if left.remaining >= _FEW:
                return
            wait = max(left.reset_after / 1000, _A_MINUTE)
            log.warning(
                "Only %d of %d sessions are left today: the bot connects at %s UTC.",
                *(left.remaining, left.total, f"{self._store.now() + timedelta(seconds=wait):%H:%M}"),
            )
            await asyncio.sleep(wait)

    async def take_turn(self, shard: int, *, checked: bool) -> None:
        """Return when a shard may start its session, some seconds after any other of the same turn.

        Within a process, discord.py starts them one after another. Meanwhile it reads nothing from Discord,
        and gives a connection up after a minute, so no more than eight processes may wait for each other.
        `checked` says that enough sessions are known to be left.
        """
        if not checked:
            await self.wait_for_enough()
        try:
            async with self._store.turn(shard % self._at_once):
                # The last one in a turn may have been of another process.
                pause = _BETWEEN if self._store.is_shared else self._may_start_at - time.monotonic()
                await asyncio.sleep(pause)
        except StoreFailing as error:
            # discord.py retries on ConnectionError; anything else would end the process.
            raise ConnectionError(str(error)) from error
        self._may_start_at = time.monotonic() + _BETWEEN


async def _connected(client: discord.Client, *, resume: bool = False, **options: Any) -> DiscordWebSocket:
    try:
        return await _connect(client, resume=resume, **options)
    except ReconnectWebSocket as error:
        if resume:
            raise
        # Where a shard reconnects, discord.py doesn't know this, though it raises it.
        raise aiohttp.ClientConnectionError("Discord has hung up") from error
