"""Sessions with Discord, which allows 1000 a day: started in turn, and left in good order."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import timedelta

import discord
from discord.ext import commands

from bot.client.failures import FAILURES
from bot.service.background import reason
from bot.store import Store, StoreFailing

log = logging.getLogger(__name__)

_FEW = 50
"""Sessions held back from a bot in a crash loop: beyond the last of a day it loses its token."""
_BETWEEN = 6.0
"""Seconds between two session starts; Discord requires five."""
_A_MINUTE, _A_DAY = 60.0, 86_400.0
_LAST_ANSWERS = 5.0
"""Seconds; a hint takes two. Whoever asked for more, such as a review, asks again after the restart."""
_ANSWERING = ("on_interaction", "on_direct_message", "CommandTree-invoker")
"""How discord.py ends the names of the tasks in which presses and commands are answered."""


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
