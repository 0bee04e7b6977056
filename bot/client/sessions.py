"""Sessions with Discord, which allows 1000 a day: started in turn, and left in good order."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from functools import partial

import discord
from discord.ext import commands

from bot.client.failures import FAILURES
from bot.service.background import reason
from bot.store import Store, StoreFailing
from bot.store.waits import is_set_within

log = logging.getLogger(__name__)

_FEW = 50
"""Sessions held back from a bot in a crash loop: beyond the last of a day it loses its token."""
_BETWEEN = 5.5
"""Seconds between two session starts; Discord requires five."""
_A_MINUTE = 60.0
_CONNECTING = 30.0
"""Seconds that a shard keeps its turn while it connects."""
_PATIENCE = 5.0
"""Seconds; a hint takes two. Whoever asked for more, such as a review, asks again after the restart."""
_ANSWERING = ("on_interaction", "on_direct_message", "CommandTree-invoker")
"""How discord.py ends the names of the tasks in which presses and commands are answered."""


class SessionStarts:
    """Lets the shards of all processes start their sessions in turn, and saves the last few of a day."""

    def __init__(self, bot: discord.AutoShardedClient, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._at_once = 1
        self._turns: set[asyncio.Task[None]] = set()
        self._connecting: dict[int, asyncio.Event] = {}
        """By shard that connects in its turn: what ends the turn."""

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

    async def wait_to_connect(self, shard: int) -> None:
        """Return when a shard may connect, in a turn that lasts until it starts its session.

        It must not wait when it is connected: discord.py reads nothing then, complains that it cannot keep up
        and gives a connection up after a minute or so. Several processes may have to wait for longer.
        """
        self._end_turn(shard)
        if not self._store.is_shared:
            return
        ended = asyncio.Event()
        while not await self._has_turn(shard, ended):  # noqa: ASYNC110  no event tells when it would succeed
            await asyncio.sleep(_BETWEEN)
        self._connecting[shard] = ended

    async def _has_turn(self, shard: int, ended: asyncio.Event) -> bool:
        """Begin a turn; return False if the database fails: the shards that are connected need not know."""
        try:
            await self._begin_turn(shard, ended, checked=True)
        except StoreFailing as error:
            log.warning("Shard %d has no turn to connect; asking again in %d s: %s", shard, _BETWEEN, error)
            return False
        return True

    async def take_turn(self, shard: int, *, checked: bool) -> None:
        """Return when a shard may start its session; others with the same turn then wait for some seconds.

        `checked` says that enough sessions are known to be left.
        """
        if not self._end_turn(shard):
            try:
                await self._begin_turn(shard, checked=checked)
            except StoreFailing as error:
                # Of this, discord.py makes another try, and of what it doesn't know, the end of the bot.
                raise ConnectionError(str(error)) from error

    def _end_turn(self, shard: int) -> bool:
        """End the turn in which a shard has connected; return False if it has none, or no longer."""
        ended = self._connecting.pop(shard, None)
        if ended is None or ended.is_set():
            return False
        ended.set()
        return True

    async def _begin_turn(self, shard: int, ended: asyncio.Event | None = None, *, checked: bool) -> None:
        ready = asyncio.get_running_loop().create_future()
        turn = asyncio.create_task(self._take_turn(shard % self._at_once, ready, ended, checked=checked))
        self._turns.add(turn)
        turn.add_done_callback(partial(self._note_end, ready))
        try:
            await asyncio.wait([ready, turn], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            turn.cancel()
            raise
        if not ready.done():
            await turn  # raises what went wrong

    def _note_end(self, ready: asyncio.Future[None], turn: asyncio.Task[None]) -> None:
        """Tell what has ended a turn that was begun: nobody waits for it any more."""
        self._turns.discard(turn)
        error = None if turn.cancelled() else turn.exception()
        if error is not None and ready.done():
            log.error("A turn to start a session was cut short.", exc_info=error)

    async def _take_turn(
        self, number: int, ready: asyncio.Future[None], ended: asyncio.Event | None, *, checked: bool
    ) -> None:
        async with self._store.turn(number):
            if not checked:
                await self.wait_for_enough()
            if self._store.is_shared:
                # Another process may have had this turn a moment ago, and been killed since.
                await asyncio.sleep(_BETWEEN)
                ready.set_result(None)
                if ended is not None:
                    await is_set_within(ended, _CONNECTING)
                    ended.set()  # even if that took too long
            else:
                ready.set_result(None)
                await asyncio.sleep(_BETWEEN)

    async def stop(self) -> None:
        """Give up all turns, so that others can start sessions."""
        for turn in self._turns:
            turn.cancel()
        await asyncio.gather(*self._turns, return_exceptions=True)


async def drain(bot: commands.AutoShardedBot) -> None:
    """Leave the gateway, so that no more presses come in, and wait a little for those being answered."""
    await asyncio.gather(*(shard.disconnect() for shard in bot.shards.values()))
    being_answered = [task for task in asyncio.all_tasks() if task.get_name().endswith(_ANSWERING)]
    if not being_answered:
        return
    log.info("Waiting up to %d s for commands and presses in progress: %d.", _PATIENCE, len(being_answered))
    _, unfinished = await asyncio.wait(being_answered, timeout=_PATIENCE)
    if unfinished:
        log.warning("Stopped without answering commands and presses that took too long: %d.", len(unfinished))
