"""Names of people in what the bot writes.

A client that has not met somebody shows a name only where the message brings it along, among its mentions.
These are whom the message may mention. Discord notifies them of a new message, but never of an edit: so what
only one person sees names people at once, and what others see does so from its first edit on.
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import TYPE_CHECKING

import discord

from bot.ui.refusals import FAILURES

if TYPE_CHECKING:
    from bot.ui.pace import Pace

log = logging.getLogger(__name__)

MOST = 100
"""People that Discord lets a message name."""
_LONGEST = 30
"""Seconds that Discord may take to put names on a message."""
_PERSON = re.compile(r"<@!?([0-9]{1,20})>")


def named_in(view: discord.ui.LayoutView) -> discord.AllowedMentions:
    """Return what lets a message mention exactly the people whom its texts name, up to Discord's limit."""
    texts = (item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))
    ids = dict.fromkeys(int(found) for text in texts for found in _PERSON.findall(text))
    return discord.AllowedMentions(
        everyone=False,
        users=[discord.Object(each) for each in list(ids)[:MOST]],
        roles=False,
        replied_user=False,
    )


async def name_people(
    message: discord.Message | discord.PartialMessage, view: discord.ui.LayoutView, pace: Pace | None = None
) -> None:
    """Put names on a message that was posted just now with these texts, at a pace if nobody has asked for it.

    Where that fails, the message is there all the same.
    """
    allowed = named_in(view)
    if not allowed.users:
        return
    if pace is not None:
        await pace.wait()
    try:
        async with asyncio.timeout(_LONGEST):
            await message.edit(view=view, allowed_mentions=allowed)
    except FAILURES as error:
        log.warning("Message %d goes without names: %s", message.id, str(error) or "no answer")
