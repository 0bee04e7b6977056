"""What the bot posts of its own accord: each message once, even if a process is killed or an answer lost.

A post is known by a button that no other one in its channel has. For some minutes Discord itself answers the
same post with the message that is there; after that, the bot looks for it. Posts that fall due in turn, such
as digests, go through an `Outbox`; code that learns in another way that something is to be posted, such as
the end of a race, calls `post_once`. Each concept edits its own posts.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from typing import Generic, NamedTuple, TypeVar

import discord

from bot.client.failures import FAILURES
from bot.client.gateway import Client
from bot.client.names import LONGEST
from bot.render.discord_limits import NONCE_CHARACTERS
from bot.service.background import BackOff, TriedAgain, do_each, on_its_own, reason, repeat
from bot.ui.components import Layout
from bot.ui.presses import Press
from bot.ui.request import parts_of

log = logging.getLogger(__name__)

_PAUSE = 15.0
"""Seconds between two looks at what is due."""
_REQUESTS = 40
"""Requests in flight: enough to keep up the pace even if each takes most of a second."""
_BACK_OFF = BackOff(15, 1800)
"""How long a post that failed waits before it is retried."""
_SEARCHED = 500
"""Number of the latest messages searched for one that may have been posted some minutes ago."""

Due = TypeVar("Due")
Taken = TypeVar("Taken")


class Post(NamedTuple):
    """A message to be posted."""

    channel: int
    view: Layout
    known_by: Press
    """What one of its buttons sends, and that of no other message of the bot in the channel."""
    tried: bool
    """Whether it may be there already."""
    replaces: int | None = None
    """The message in whose place it comes, if that has the same button; only what is newer can be it."""
    silent: bool = False


async def post_once(client: Client, post: Post) -> int:
    """Post a message, unless an earlier try did; return its id. It notifies nobody who is named in it.

    Raise what a request raises; the caller who then tries again says so in the post.
    """
    channel = client.get_partial_messageable(post.channel)
    async with asyncio.timeout(LONGEST):
        posted = await _find(client, channel, post) if post.tried else None
        if posted is not None:
            return posted
        await client.pace.wait()
        sent = await channel.send(
            view=post.view,
            silent=post.silent,
            allowed_mentions=discord.AllowedMentions.none(),
            nonce=_nonce(post),
        )
    return sent.id


def _nonce(post: Post) -> str:
    """Return what stands for the post in each try."""
    named = f"{post.channel}/{post.known_by.custom_id}/{post.replaces}"
    return hashlib.sha256(named.encode()).hexdigest()[:NONCE_CHARACTERS]


async def _find(client: discord.Client, channel: discord.PartialMessageable, post: Post) -> int | None:
    async for message in channel.history(limit=_SEARCHED):
        if message.id <= (post.replaces or 0):
            break
        if message.author == client.user and post.known_by.custom_id in _custom_ids(message):
            return message.id
    return None


def _custom_ids(message: discord.Message) -> list[str | None]:
    return [each.custom_id for each in parts_of(message.components) if isinstance(each, discord.Button)]


class Outbox(ABC, Generic[Due, Taken]):
    """Posts that fall due, each posted by the process that takes it; several processes may look.

    A process that takes one has some minutes to note what became of it. With nothing noted by then it is due
    again: the process has ended. It may have been posted anyway.
    """

    what: str
    """What the log calls all of them, such as "digests"."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._tries: dict[str, int] = {}
        self._all_posted = asyncio.Event()
        self._all_posted.set()

    @abstractmethod
    def _due(self) -> AsyncIterator[Due]:
        """Yield what is due and for this process to post."""

    @abstractmethod
    def _name(self, due: Due) -> str:
        """Return what the log calls one of them."""

    @abstractmethod
    async def _take(self, due: Due) -> Taken | None:
        """Claim what is due; return None if another process has, or if there is nothing to post."""

    @abstractmethod
    async def _write(self, taken: Taken) -> Post:
        """Return what is to be posted; raise what a request raises if it cannot be found out now."""

    @abstractmethod
    async def _posted(self, taken: Taken, channel: int, message: int) -> None:
        """Note where it has been posted."""

    @abstractmethod
    async def _refused(self, taken: Taken, error: BaseException) -> bool:
        """Note that Discord has refused it for good; return False if that is not so."""

    @abstractmethod
    async def _put_off(self, taken: Taken, seconds: float) -> None:
        """Note that it is due again after some seconds."""

    async def run(self) -> None:
        """Post what falls due, until cancelled."""
        await self._bot.wait_until_ready()
        await repeat(self.post_due, _PAUSE, f"The {self.what} could not be posted")

    async def post_due(self) -> None:
        """Post what is due, several at once; what is added later delays none of it."""
        self._all_posted.clear()
        try:
            await do_each(self._due(), self._try, _REQUESTS)
        finally:
            self._all_posted.set()

    async def all_posted(self) -> None:
        """Return once nothing that is due waits to be posted: all else shares a pace with it."""
        await self._all_posted.wait()

    async def _try(self, due: Due) -> None:
        """Post one; if that fails, the others are unaffected."""
        name = self._name(due)
        with on_its_own(name, f"{name} could not be posted"):
            taken = await self._take(due)
            if taken is not None:
                await self._bring(name, taken)

    async def _bring(self, name: str, taken: Taken) -> None:
        try:
            post = await self._write(taken)
            message = await post_once(self._bot, post)
        except FAILURES as error:
            if not await self._refused(taken, error):
                await self._try_later(name, taken, error)
        else:
            await self._posted(taken, post.channel, message)
        self._tries.pop(name, None)

    async def _try_later(self, name: str, taken: Taken, error: BaseException) -> None:
        tries = self._tries[name] = self._tries.get(name, 0) + 1
        pause = _BACK_OFF.after(tries)
        log.warning("%s comes again in %d s: %s", name, pause, reason(error))
        await self._put_off(taken, pause)
        raise TriedAgain(pause) from None
