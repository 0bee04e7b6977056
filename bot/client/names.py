"""Make people's names show in the bot's messages.

A client that has not met a user shows the name only if the message carries it among its mentions, that is,
the users it is allowed to mention. Discord notifies them of a new message, but never of an edit: so messages
that only one person sees name people at once, and those that others see do so from their first edit on.
"""

from __future__ import annotations

import asyncio
import logging
import re

import discord

from bot.client.failures import FAILURES
from bot.client.servers import Pace
from bot.render.discord_limits import NAMED_PEOPLE
from bot.service.background import reason

log = logging.getLogger(__name__)

LONGEST = 120
"""Seconds that Discord may take for a message that nobody waits for, including discord.py's own retries."""
_FOR_NAMES = 30
"""Seconds that Discord may take to add names to a message."""
_PERSON = re.compile(r"<@!?([0-9]{1,20})>")


def named_in(view: discord.ui.LayoutView) -> discord.AllowedMentions:
    """Return the allowed mentions: exactly the people whom a message's texts name, up to Discord's limit."""
    texts = (item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))
    ids = dict.fromkeys(int(found) for text in texts for found in _PERSON.findall(text))
    return discord.AllowedMentions(
        everyone=False,
        users=[discord.Object(each) for each in list(ids)[:NAMED_PEOPLE]],
        roles=False,
        replied_user=False,
    )


async def edit_naming(
    message: discord.Message | discord.PartialMessage,
    view: discord.ui.LayoutView,
    pace: Pace | None,
    longest: float = LONGEST,
) -> None:
    """Edit a message so that the people in its texts have names, at a pace if nobody is waiting for it."""
    if pace is not None:
        await pace.wait()
    async with asyncio.timeout(longest):
        await message.edit(view=view, allowed_mentions=named_in(view))


async def name_people(
    message: discord.Message | discord.PartialMessage, view: discord.ui.LayoutView, pace: Pace | None = None
) -> None:
    """Add names to a message just posted with these texts, at a pace if nobody is waiting for it.

    If that fails, the message stays as it is.
    """
    if not named_in(view).users:
        return
    try:
        await edit_naming(message, view, pace, _FOR_NAMES)
    except FAILURES as error:
        log.warning("Message %d goes without names: %s", message.id, reason(error))
