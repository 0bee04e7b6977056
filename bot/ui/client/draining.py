"""Leaving in good order: nothing new is accepted, and whoever has asked already gets an answer."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

_PATIENCE = 5.0
"""Seconds; a hint takes two. Whoever asked for more, such as a review, asks again after the restart."""
_ANSWERING = ("on_interaction", "CommandTree-invoker")
"""How discord.py ends the names of the tasks in which presses and commands are answered."""


async def drain(bot: commands.AutoShardedBot) -> None:
    """Leave the gateway, so that no more presses come in, and wait a little for those being answered."""
    await asyncio.gather(*(shard.disconnect() for shard in bot.shards.values()))
    being_answered = [task for task in asyncio.all_tasks() if task.get_name().endswith(_ANSWERING)]
    if not being_answered:
        return
    log.info("Commands and presses still to be answered, within %d s: %d.", _PATIENCE, len(being_answered))
    _, unfinished = await asyncio.wait(being_answered, timeout=_PATIENCE)
    if unfinished:
        log.warning("Stopped without answering %d that took too long.", len(unfinished))
