"""The pictures of the cards on Discord: emoji of the application, uploaded at the first start.

They are uploaded in the background, one by one, because Discord does not say how many it accepts at once.
Until all are there, cards are text; those of cards that can move come last, and nothing waits for them.

Screen readers speak the names, so these say nothing but the card: `queen_hearts`. Which pictures the emoji
show is told by one more, whose name ends with some digits of the hash of all: what was uploaded after it is
of that hash. Replaced pictures get another name and stay for a while, as boards know them by their ids.
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
_REPLACED = re.compile(rf"(?P<name>\w+)_[0-9a-f]{{{_DIGITS}}}")
"""The name of a replaced picture, or of any that another version uploaded."""
_MARK = "card_pictures"
"""The name of the emoji that tells which pictures the others show, without its digits."""
_REPAINTED = {"clubs_2c": "clubs_black", "diamonds_2c": "diamonds_red"}
"""What other versions called the suits that are painted anew for two colours."""
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
        there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        mark = _mark(images)
        shown = {name: image for name, image in images.items() if not is_free(name)}
        for part in (shown, images):
            if is_first(client):
                await self._bring_up(client, there, part, mark)
            if _missing(there, part, mark):
                return False
            self.texts = {name: str(there[name]) for name in part}
        if is_first(client):
            await self._take_down(there, images)
        return True

    async def _bring_up(
        self, client: discord.Client, there: dict[str, discord.Emoji], images: dict[str, bytes], mark: str
    ) -> None:
        missing = _missing(there, images, mark)
        if missing and mark not in there:
            await self._drop_marks(there)
            await self._create(client, there, mark, images[missing[0]])
        for name in missing:
            if name in there:
                await self._set_aside(there, name)
            await self._create(client, there, name, images[name])
        if missing:
            log.info("The card pictures have been uploaded to Discord: %d.", len(missing))

    async def _create(
        self, client: discord.Client, there: dict[str, discord.Emoji], name: str, image: bytes
    ) -> None:
        await self._pace.wait()
        there[name] = await client.create_application_emoji(name=name, image=image)

    async def _drop_marks(self, there: dict[str, discord.Emoji]) -> None:
        """Delete the marks of other pictures: once these are uploaded again, they need a later mark."""
        for name in [name for name in there if _successor(name) == _MARK]:
            await self._pace.wait()
            await there.pop(name).delete()

    async def _set_aside(self, there: dict[str, discord.Emoji], name: str) -> None:
        """Free the name of a replaced picture; what it gets instead tells it from others set aside."""
        old = there.pop(name)
        await self._pace.wait()
        renamed = await old.edit(name=f"{name}_{_when(old)}")
        there[renamed.name] = renamed

    async def _take_down(self, there: dict[str, discord.Emoji], images: dict[str, bytes]) -> None:
        """Delete pictures that were replaced so long ago that hardly any board still shows them."""
        for emoji in there.values():
            successor = _successor(emoji.name)
            if successor in images and self._now() - there[successor].created_at > _KEPT:
                await self._pace.wait()
                await emoji.delete()


def _mark(images: dict[str, bytes]) -> str:
    """Return the name of the emoji that tells that the others show these pictures."""
    known = hashlib.sha256()
    for name, image in sorted(images.items()):
        known.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(image).digest())
    return f"{_MARK}_{known.hexdigest()[:_DIGITS]}"


def _missing(there: dict[str, discord.Emoji], images: dict[str, bytes], mark: str) -> list[str]:
    """Return the pictures that have not been uploaded since the mark was."""
    since = there.get(mark)
    return [name for name in images if since is None or name not in there or there[name].id < since.id]


def _successor(name: str) -> str | None:
    """Return the name of the picture that has replaced another one; None if that has no such name."""
    found = _REPLACED.fullmatch(name)
    if found is None:
        return None
    now = found["name"]
    for before, after in _REPAINTED.items():
        now = now.replace(before, after)
    return now


def _when(emoji: discord.Emoji) -> str:
    """Return the last digits of when an emoji was uploaded, in milliseconds."""
    return f"{emoji.id >> 22:x}"[-_DIGITS:]
