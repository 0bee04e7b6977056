"""The pictures of the cards on Discord: emoji of the application, uploaded at the first start.

They are uploaded in the background, one by one, because Discord does not say how many it accepts at once.
Until all are there, cards are text; those of cards that can move come last, and nothing waits for them.

Names alone tell what has been uploaded, by any process and up to any kill, as Discord takes no name twice.
Screen readers speak them, so a name is the card, `8_of_spades`, and an underscore, of which they are
silent, for each edition of its picture before this one: a changed picture is uploaded beside the one that old
boards show. A picture that is in no list of editions, or whose name an emoji has that the bot did not upload,
has digits of its hash instead.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Container, Mapping, Sequence
from datetime import timedelta
from functools import partial

import discord

from bot.client.failures import FAILURES
from bot.client.gateway import Client
from bot.client.servers import is_first
from bot.render.cards import digits, editions, is_free, pictures
from bot.service.background import BackOff, insist
from bot.store import Store

log = logging.getLogger(__name__)

_A_MINUTE = 60.0  # seconds
_FIRST_PAUSE = 2.0
_VERSION = re.compile(r"_+([0-9a-f]{6})?$")
"""What comes after the card in the name of a picture."""
_KEPT = timedelta(days=30)
"""How long a replaced picture is kept for boards that still show it."""


class CardEmoji:
    """Uploads the pictures and knows how each is written in a message."""

    def __init__(self, client: Client, store: Store) -> None:
        self._client = client
        self._now = store.now
        self.texts: Mapping[str, str] = {}
        """The text of each picture's emoji by its name; empty until all of them are there."""

    async def upload(self) -> None:
        """Upload missing pictures and delete those replaced long ago; retry until that succeeds.

        Of several processes only one uploads; the others check every minute whether all are there.
        """
        images, known = await asyncio.to_thread(lambda: (pictures(), editions()))
        work = partial(self._are_up, images, known)
        back_off = BackOff(_FIRST_PAUSE, _A_MINUTE)
        await insist(work, "Uploading card pictures again in %d s", FAILURES, back_off)

    async def _are_up(self, images: dict[str, bytes], known: dict[str, list[str]]) -> bool:
        client = self._client
        every = await client.fetch_application_emojis()
        there = {emoji.name: emoji for emoji in every if emoji.user in (None, client.user)}
        others = {emoji.name for emoji in every} - there.keys()
        names = {name: _version(name, image, known, others) for name, image in images.items()}
        shown = {name: version for name, version in names.items() if not is_free(name)}
        for part in (shown, names):
            if is_first(client):
                await self._bring_up(there, {part[name]: images[name] for name in part})
            if not there.keys() >= set(part.values()):
                return False
            self.texts = {name: str(there[version]) for name, version in part.items()}
        if is_first(client):
            await self._take_down(there, names)
        return True

    async def _bring_up(self, there: dict[str, discord.Emoji], images: dict[str, bytes]) -> None:
        client = self._client
        missing = [name for name in images if name not in there]
        for name in missing:
            await client.pace.wait()
            there[name] = await client.create_application_emoji(name=name, image=images[name])
        if missing:
            log.info("The card pictures have been uploaded to %s: %d.", client.discord_name, len(missing))

    async def _take_down(self, there: dict[str, discord.Emoji], names: dict[str, str]) -> None:
        """Delete pictures that were replaced so long ago that hardly any board still shows them."""
        for emoji in there.values():
            successor = there.get(names.get(_VERSION.sub("", emoji.name), ""))
            # What is newer is of a newer bot, which runs beside this one while it is being replaced.
            if successor is None or emoji.id >= successor.id:
                continue
            if self._now() - successor.created_at > _KEPT:
                await emoji.delete()


def _version(name: str, image: bytes, known: Mapping[str, Sequence[str]], others: Container[str]) -> str:
    """Return the name of a picture on Discord, at most 32 characters."""
    which, editions_of_it = digits(image), known.get(name, ())
    spoken = name + "_" * editions_of_it.index(which) if which in editions_of_it else None
    return f"{name}_{which}" if spoken is None or spoken in others else spoken
