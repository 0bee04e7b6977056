"""The digest of a server: one silent message a day with a button to play, and its setup."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import date

import discord

from bot.client.failures import FAILURES, is_refusal
from bot.client.gateway import Client
from bot.client.names import edit_naming
from bot.client.servers import is_here
from bot.render import digest as texts
from bot.render import labels
from bot.render.language import read_in
from bot.render.news import SAVE_IT
from bot.service.background import TriedAgain, on_its_own, reason, repeat
from bot.service.digest import Digest, Posted, Taken
from bot.service.turning_point import NothingToSave, TurningPoint
from bot.store import Daily, Server
from bot.ui.answers import show
from bot.ui.components import ButtonStyle, Layout, Note, PressButton
from bot.ui.outbox import Outbox, Post
from bot.ui.presses import NO_GAME, Press, todays_daily, understood
from bot.ui.request import Languages, Request
from bot.ui.response import Response
from bot.ui.services import Services

log = logging.getLogger(__name__)

_PAUSE = 15.0
"""Seconds between two looks at which digests tell something else by now."""
_REQUESTS = 40
"""Requests in flight: enough to keep up the pace even if each takes most of a second."""
_LOOKING_BACK = 120
"""Seconds for which dailies of one digest are looked through before others have their turn."""


class DigestPosts(Outbox[Server, Taken]):
    """Posts digests in those servers that this process sees."""

    what = "digests"

    def __init__(self, bot: Client, services: Services) -> None:
        super().__init__(bot)
        self._digests = services.digests
        self._turning_points = services.turning_points
        self._languages = services.languages
        self._command_names = services.command_names
        self._servers = services.store.servers
        self._shown: dict[int, tuple[int, int]] = {}
        """By server, the message last edited and the hash of what it was given."""

    async def _due(self) -> AsyncIterator[Server]:
        async for server in self._digests.due():
            if is_here(self._bot, server.guild):
                yield server

    def _name(self, due: Server) -> str:
        return f"The digest of server {due.guild}"

    async def _take(self, due: Server) -> Taken | None:
        return await self._digests.take(due)

    async def _write(self, taken: Taken) -> Post:
        await self._close(taken)
        view = await self._view(taken.server.guild, taken.digest)
        button = todays_daily(taken.digest.day)
        return Post(taken.server.channel, view, button, taken.tried, silent=True)

    async def _posted(self, taken: Taken, _channel: int, message: int) -> None:
        await self._digests.posted(taken, message)

    async def _refused(self, taken: Taken, error: BaseException) -> bool:
        if not is_refusal(error):
            return False
        log.warning("Server %d goes without its digest today: %s", taken.server.guild, reason(error))
        if await self._digests.refused(taken):
            await tell_manager(self._bot, taken.server, self._languages)
        return True

    async def _put_off(self, taken: Taken, seconds: float) -> None:
        await self._digests.failed(taken, seconds)

    async def complete(self) -> None:
        """Bring posted digests up to date, until cancelled: no other one waits for what that takes."""
        await self._bot.wait_until_ready()
        await repeat(self.bring_up_to_date, _PAUSE, "The digests could not be completed")

    async def bring_up_to_date(self) -> None:
        """Edit the digests that no longer tell what they would now."""
        stale = [guild for guild in await self._servers.stale() if is_here(self._bot, guild)]
        await asyncio.gather(*(self._refresh_some(stale) for _ in range(_REQUESTS)))

    async def _refresh_some(self, stale: list[int]) -> None:
        """Bring the digests of servers up to date until all are; if one fails, the others are unaffected."""
        while stale:
            guild = stale.pop()
            with on_its_own(guild, f"The digest of server {guild} is not up to date"):
                await self._refresh(guild)

    async def _refresh(self, guild: int) -> None:
        """Bring a digest up to date, and only then note that it is: the bot may end in between."""
        looked_back = await self._look_back(guild)
        await self.all_posted()
        told = await self._told(guild)
        if told is not None and not await self._edit(guild, *told):
            raise TriedAgain
        await self._servers.freshen(guild)
        if not looked_back or await self._told(guild) != told:
            await self._servers.touch(guild)

    async def _look_back(self, guild: int) -> bool:
        """Find out where dailies were lost; return whether that was done while others left time for it."""
        posted = await self._digests.last(guild)
        dailies = [] if posted is None else posted.digest.dailies
        try:
            async with asyncio.timeout(_LOOKING_BACK):
                await self._turning_points.look_back(guild, dailies)
        except TimeoutError:
            return False
        return True

    async def _told(self, guild: int) -> tuple[Posted, TurningPoint | None] | None:
        """Return what the last digest of a server would tell now; None if it cannot be edited."""
        posted = await self._digests.last(guild)
        if posted is None:
            return None
        return posted, await self._turning_points.first(guild, posted.digest.dailies)

    async def _edit(self, guild: int, posted: Posted, point: TurningPoint | None) -> bool:
        """Edit a digest, also to add names; return False if another try may succeed.

        What it was last given is not sent again: it may stay incomplete for as long as a solver is busy.
        """
        view = await self._view(guild, posted.digest, point)
        shown = posted.message, hash(str(view.to_components()))  # type: ignore[no-untyped-call]
        if self._shown.get(guild) == shown:
            return True
        channel = self._bot.get_partial_messageable(posted.channel, guild_id=guild)
        try:
            await edit_naming(channel.get_partial_message(posted.message), view, self._bot.pace)
        except FAILURES as error:
            log.warning("The digest of server %d stays as it is: %s", guild, reason(error))
            if not is_refusal(error):
                return False
            await self._servers.lose(guild, posted.message)
        else:
            self._shown[guild] = shown
        return True

    async def _close(self, taken: Taken) -> None:
        """Edit the digest before one that is taken for the last time; raise ConnectionError if not yet."""
        told = await self._told(taken.server.guild)
        closed = told is None or await self._edit(taken.server.guild, *told)
        if not closed and not taken.tried:
            raise ConnectionError("the one before could not be closed")

    async def _view(self, guild: int, digest: Digest, point: TurningPoint | None = None) -> Layout:
        with read_in(await self._languages.of_server_here(guild)):
            view = digest_view(digest, point)
        self._command_names.link_all(view)
        return view


async def tell_manager(client: discord.Client, server: Server, languages: Languages) -> None:
    """Tell the manager who set up a digest that it has stopped, if they can be reached."""
    guild = client.get_guild(server.guild)
    if server.manager is None or guild is None:
        return
    with read_in(await languages.of_player(server.manager, guild.preferred_locale.value)):
        note = Note(texts.tell_manager(discord.utils.escape_markdown(guild.name), server))
    try:
        chat = await client.create_dm(discord.Object(server.manager))
        await chat.send(view=note)
    except FAILURES as error:
        why = reason(error)
        log.warning("Nobody could be told that server %d gets no digest any more: %s", server.guild, why)


async def save(services: Services, request: Request) -> Response:
    """Deal the position in which a daily that is over could be won for the last time in this server."""
    family, _, day = (request.press.rest or "").partition(":")
    with understood():
        daily = await services.dailies.find(date.fromisoformat(day), family)
    point = None if daily is None else await services.turning_points.find(request.server, daily)
    if point is None:
        raise NothingToSave
    practice = await services.dealer.deal_practice(request.seat, point.game, point.number)
    return await show(services, request, practice, lambda: SAVE_IT, anew=True)


def _save(daily: Daily) -> Press:
    return Press(NO_GAME, "save", f"{daily.family}:{daily.day.isoformat()}")


def digest_view(digest: Digest, point: TurningPoint | None) -> Layout:
    """Return a digest as a message."""
    buttons = [
        PressButton(labels.PLAY_DAILY, todays_daily(digest.day), style=ButtonStyle.primary),
        PressButton(labels.ALL_DAILIES, Press(NO_GAME, "door")),
        *([PressButton(labels.SAVE_IT, _save(point.daily))] if point is not None else []),
        PressButton(labels.PROOF, Press(NO_GAME, "proof", digest.coming.isoformat())),
    ]
    return Layout(texts.digest_text(digest, point), buttons, texts.digest_proof(digest))
