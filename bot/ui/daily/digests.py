"""The digest as a server gets it: one silent message a day, with a button to play."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from bot.render import labels
from bot.render.daily import digest_proof, digest_text
from bot.service.upkeep.background import BackOff, repeat
from bot.ui.client.guilds import is_here
from bot.ui.client.names import name_people
from bot.ui.client.request_failures import FAILURES, is_refusal
from bot.ui.components.items import ButtonStyle, PressButton
from bot.ui.components.notes import Note
from bot.ui.components.presses import Press
from bot.ui.daily.digest_setup import tell_manager

if TYPE_CHECKING:
    from datetime import date

    from bot.service.daily.digests import Digest, Digests, Taken
    from bot.store import Server
    from bot.ui.client.commands import Commands
    from bot.ui.client.pace import Pace

log = logging.getLogger(__name__)

_PAUSE = 15.0
"""Seconds between two looks at which servers are due."""
_AT_ONCE = 40
"""Requests in flight: enough to keep up the pace even if each takes most of a second."""
_LONGEST = 120
"""Seconds that Discord may take for one digest, including discord.py's own retries."""
_BACK_OFF = BackOff(15, 1800)
"""How long a failed digest waits before it is retried."""
_SEARCHED = 500
"""Number of the latest messages searched for a digest that may have been posted some minutes ago."""


class DigestPosts:
    """Posts digests in those servers that this process sees."""

    def __init__(
        self, bot: discord.AutoShardedClient, digests: Digests, pace: Pace, command_names: Commands
    ) -> None:
        self._bot = bot
        self._digests = digests
        self._pace = pace
        self._command_names = command_names
        self._tries: dict[int, int] = {}
        self._unnamed: list[tuple[discord.PartialMessage, Digest]] = []

    async def keep(self) -> None:
        """Post digests as they fall due, until cancelled.

        Every process posts those of the servers that it sees, and only the ones that it was first to take.
        """
        await self._bot.wait_until_ready()
        await repeat(self.post_due, _PAUSE, "The digests could not be posted")

    async def post_due(self) -> None:
        """Post the digests that are due, several at once; names come last, and delay none of these."""
        at_once = asyncio.Semaphore(_AT_ONCE)
        async with asyncio.TaskGroup() as posts:
            async for server in self._digests.due():
                if is_here(self._bot, server.guild):
                    await at_once.acquire()
                    posts.create_task(self._try(server)).add_done_callback(lambda _: at_once.release())
        await asyncio.gather(*(self._name_some() for _ in range(_AT_ONCE)))

    async def _name_some(self) -> None:
        """Add names to digests, one after another, until all have theirs."""
        while self._unnamed:
            message, digest = self._unnamed.pop()
            await name_people(message, self._view(digest), self._pace)

    async def _try(self, server: Server) -> None:
        """Post one digest; if that fails, the others are unaffected."""
        try:
            taken = await self._digests.take(server)
            if taken is not None:
                await self._bring(taken)
        except Exception:
            log.exception("The digest of server %d could not be posted; another try follows.", server.guild)

    async def _bring(self, taken: Taken) -> None:
        try:
            async with asyncio.timeout(_LONGEST):
                message = await self._post(taken)
        except FAILURES as error:
            await (self._note_refusal if is_refusal(error) else self._try_later)(taken, error)
        else:
            self._tries.pop(taken.server.guild, None)
            await self._digests.posted(taken)
            self._unnamed.append((message, taken.digest))

    async def _note_refusal(self, taken: Taken, error: BaseException) -> None:
        self._tries.pop(taken.server.guild, None)
        log.warning("Server %d goes without its digest today: %s", taken.server.guild, error)
        if await self._digests.refused(taken):
            await tell_manager(self._bot, taken.server)

    async def _try_later(self, taken: Taken, error: BaseException) -> None:
        guild = taken.server.guild
        tries = self._tries[guild] = self._tries.get(guild, 0) + 1
        pause = _BACK_OFF.after(tries)
        reason = str(error) or "no answer"
        log.warning("The digest of server %d is tried again in %d s: %s", guild, pause, reason)
        await self._digests.failed(taken, pause)

    async def _post(self, taken: Taken) -> discord.PartialMessage:
        """Post a digest, unless an earlier try did; return the message."""
        server, day = taken.server, taken.digest.day
        channel = self._bot.get_partial_messageable(server.channel, guild_id=server.guild)
        posted = await self._find(channel, day) if taken.tried else None
        return channel.get_partial_message(posted or await self._send(channel, taken))

    async def _send(self, channel: discord.PartialMessageable, taken: Taken) -> int:
        server, day = taken.server, taken.digest.day
        await self._pace.wait()
        sent = await channel.send(
            view=self._view(taken.digest),
            silent=True,
            allowed_mentions=discord.AllowedMentions.none(),
            # For some minutes, Discord answers a repeated post of the same digest with the existing message.
            nonce=f"{server.guild:x}-{day.toordinal():x}",
        )
        return sent.id

    async def _find(self, channel: discord.PartialMessageable, day: date) -> int | None:
        """Return the id of a day's digest if it was posted to a channel recently."""
        async for message in channel.history(limit=_SEARCHED):
            if message.author == self._bot.user and _play(day).custom_id in _custom_ids(message):
                return message.id
        return None

    def _view(self, digest: Digest) -> discord.ui.LayoutView:
        view = _digest_view(digest)
        self._command_names.link_all(view)
        return view


def _play(day: date) -> Press:
    """Return the press that the button sends; the day tells one digest from another."""
    return Press(0, 0, "daily", day.isoformat())


def _custom_ids(message: discord.Message) -> list[str]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [child.custom_id for row in rows for child in row.children if child.custom_id]


def _digest_view(digest: Digest) -> discord.ui.LayoutView:
    play = PressButton(labels.PLAY_DAILY, _play(digest.day), style=ButtonStyle.primary)
    view = Note(digest_text(digest.day, digest.streak, digest.results), play)
    view.add_item(discord.ui.TextDisplay(digest_proof(digest.day, digest.coming, digest.commitments)))
    view.stop()
    return view
