"""The pictures of the cards on Discord: emoji of the application, uploaded at the first start.

They go up in the background, one by one, because Discord does not say how many it takes at once. What has
gone up is written down, so that the next start goes on where this one stopped. Until all are there, cards are
text.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.render.pictures import pictures
from bot.store import SentEmoji

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.store import Store

log = logging.getLogger(__name__)

_SECONDS_BEFORE_ANOTHER_TRY = 60


class CardEmoji:
    """Uploads the pictures and knows how each is written in a message."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.texts: Mapping[str, str] = {}
        """The text of each picture's emoji by its name; empty until all of them are there."""

    async def upload(self, client: discord.Client) -> None:
        """Bring up what is missing and replace what has changed; try again for as long as it takes."""
        images = await asyncio.to_thread(pictures)
        while True:
            try:
                self.texts = await self._bring_up(client, images)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("Card pictures: %s Trying again in a minute.", error)
                await asyncio.sleep(_SECONDS_BEFORE_ANOTHER_TRY)
            else:
                return

    async def _bring_up(self, client: discord.Client, images: dict[str, bytes]) -> dict[str, str]:
        there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        sent = await self._store.card_emoji.all()
        texts: dict[str, str] = {}
        for name, image in images.items():
            digest, old = hashlib.sha256(image).hexdigest(), there.get(name)
            if old is not None and sent.get(name) == SentEmoji(name, old.id, digest):
                texts[name] = str(old)
                continue
            if old is not None:
                await old.delete()
            new = await client.create_application_emoji(name=name, image=image)
            await self._store.card_emoji.put(SentEmoji(name, new.id, digest))
            texts[name] = str(new)
        return texts
