"""The pictures of the cards on Discord: emoji of the application, uploaded at the first start.

They are uploaded in the background, one by one, because Discord does not say how many it accepts at once.
Until all are there, cards are text; those of cards that can move come last, and nothing waits for them. Each
name ends with some digits of the picture's hash: so names alone tell what has been uploaded, and a changed
picture is uploaded beside the one that old boards show.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Mapping
from datetime import timedelta
from functools import partial

import discord

from bot.client.failures import FAILURES
from bot.client.servers import Pace, is_first
from bot.render.cards import is_free, pictures
from bot.service.background import BackOff, insist
from bot.store import Store

log = logging.getLogger(__name__)

_A_MINUTE = 60.0  # seconds
_FIRST_PAUSE = 2.0
_DIGITS = 6
_VERSION = re.compile(rf"_[0-9a-f]{{{_DIGITS}}}$")
_KEPT = timedelta(days=30)
"""How long a replaced picture is kept for boards that still show it."""


class CardEmoji:
    """Uploads the pictures and knows how each is written in a message."""

    def __init__(self, store: Store, pace: Pace) -> None:
        self._now = store.now
        self._pace = pace
        self.texts: Mapping[str, str] = {}
        """The text of each picture's emoji by its name; empty until all of them are there."""

    async def upload(self, client: discord.AutoShardedClient) -> None:
        """Upload missing pictures and delete those replaced long ago; retry until that succeeds.

        Of several processes only one uploads; the others check every minute whether all are there.
        """
        work = partial(self._are_up, client, await asyncio.to_thread(pictures))
        back_off = BackOff(_FIRST_PAUSE, _A_MINUTE)
        await insist(work, _A_MINUTE, "Uploading card pictures again in %d s", FAILURES, back_off)

    async def _are_up(self, client: discord.AutoShardedClient, images: dict[str, bytes]) -> bool:
        names = {name: _versioned(name, image) for name, image in images.items()}
        there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        shown = {name: version for name, version in names.items() if not is_free(name)}
        for part in (shown, names):
            if is_first(client):
                await self._bring_up(client, there, {part[name]: images[name] for name in part})
            if not there.keys() >= set(part.values()):
                return False
            self.texts = {name: str(there[version]) for name, version in part.items()}
        if is_first(client):
            await self._take_down(there, names)
        return True

    async def _bring_up(
        self, client: discord.Client, there: dict[str, discord.Emoji], images: dict[str, bytes]
    ) -> None:
        missing = [name for name in images if name not in there]
        for name in missing:
            await self._pace.wait()
            there[name] = await client.create_application_emoji(name=name, image=images[name])
        if missing:
            log.info("The card pictures have been uploaded to Discord: %d.", len(missing))

    async def _take_down(self, there: dict[str, discord.Emoji], names: dict[str, str]) -> None:
        """Delete pictures that were replaced so long ago that hardly any board still shows them."""
        for emoji in there.values():
            successor = names.get(_VERSION.sub("", emoji.name))
            if successor is None or successor == emoji.name:
                continue
            if self._now() - there[successor].created_at > _KEPT:
                await emoji.delete()


def _versioned(name: str, image: bytes) -> str:
    """Return the name of a picture on Discord, `8_spades_3fa9c1`: at most 32 characters."""
    return f"{name}_{hashlib.sha256(image).hexdigest()[:_DIGITS]}"
