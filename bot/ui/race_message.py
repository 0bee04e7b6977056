"""Keeps the message of each race up to date, sparingly while it is on, and posts its end, once.

The database alone says what to show, and what has been shown. So a race goes on after a restart, its players
may press in any process, and no end is missed. A token of the last minutes edits the message also where the
bot sees nothing; after that, the bot edits it like any other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NoReturn

import discord

from bot.client.failures import FAILURES, is_refusal
from bot.client.gateway import Client
from bot.client.names import edit_naming, name_people
from bot.client.servers import is_here, shards_of
from bot.render import labels
from bot.render.language import read_in
from bot.render.race import ended_text, result_text, running_text
from bot.service.background import BackOff, TriedAgain, forget_parts_but, on_its_own, reason, repeat
from bot.service.errors import StillReading
from bot.service.limits import Limits
from bot.service.race import Duel, Races, Standing
from bot.store import Race, SavedGame, Store
from bot.ui.components import GOLD, ButtonStyle, Framed, Layout, Note, PressButton
from bot.ui.live import LiveTokens
from bot.ui.outbox import Post, post_once
from bot.ui.presses import NO_GAME, Press
from bot.ui.request import Languages

log = logging.getLogger(__name__)

_LOOK = 5  # seconds between two looks at what was played
_PAUSE = timedelta(seconds=10)
"""Minimum time between two edits: Discord accepts few of messages older than an hour."""
_BACK_OFF = BackOff(_PAUSE.total_seconds(), 600)
_AN_HOUR = timedelta(hours=1)
_AT_ONCE = 8  # edits
_PODIUM = 2
"""Players who have to be on it for the end to be posted."""
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class RaceMessages:
    """The messages of all races in the servers of a process."""

    def __init__(
        self,
        client: Client,
        store: Store,
        races: Races,
        languages: Languages,
        limits: Limits,
        live: LiveTokens,
    ) -> None:
        self._client = client
        self._limits = limits
        self._live = live
        self._store = store
        self._now = store.now
        self._races = races
        self._languages = languages
        self._known: dict[int, _Known] = {}
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._looking: dict[int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Update the races in which something has happened, every few seconds, until cancelled.

        Every process updates those in the servers that belong to its own shards.
        """
        await self._client.wait_until_ready()
        try:
            await repeat(self.look, _LOOK, "The races could not be looked at")
        finally:
            for looking in (still := [*self._looking.values()]):
                looking.cancel()
            await asyncio.gather(*still, return_exceptions=True)

    async def look(self) -> None:
        """End the races whose time is up, and show what has not been shown yet.

        None waits for long for another one, whose message Discord may take minutes to edit.
        """
        found = await self._store.races.unshown(shards_of(self._client))
        self._forget_old()
        forget_parts_but({race.id for race, _ in found})
        for race, state in found:
            if race.id not in self._looking:
                looking = asyncio.create_task(self._look_at(race, state))
                self._looking[race.id] = looking
                looking.add_done_callback(partial(self._note_looked_at, race.id))
        if self._looking:
            await asyncio.wait(self._looking.values(), timeout=_LOOK)

    def _note_looked_at(self, race: int, _looking: asyncio.Task[None]) -> None:
        del self._looking[race]

    async def finish(self, race: Race) -> None:
        """Show the result of a race that is over, in place of its standings; a failure is retried."""
        with suppress(TriedAgain):
            await self._finish(race)

    async def _finish(self, race: Race) -> None:
        if not is_here(self._client, race.guild):
            return
        known = self._of(race)
        async with known.editing, self._at_once:
            race = await self._races.get(race.id)
            if race.settled:
                return
            try:
                await self._show_result(race)
            except FAILURES as error:
                self._wait_after_failure(known, race, error)
            except StillReading:
                self._wait_after_failure(known, race, TimeoutError("its games are still being read"))
        await self._store.races.settle(race.id)

    async def _look_at(self, race: Race, state: int) -> None:
        if self._of(race).is_quiet(self._now()):
            return
        with on_its_own(race.id, f"Race {race.id} could not be shown"):
            if race.over:
                await self._finish(race)
                return
            games = await self._store.games.of_race(race.id)
            if await self._races.is_done(race, games) and await self._races.end_if_done(race):
                await self._finish(race)
            elif is_here(self._client, race.guild):
                await self._show(race, state, games)

    async def _show(self, race: Race, state: int, games: Sequence[SavedGame]) -> None:
        """Show the current standings of a race."""
        known = self._of(race)
        async with known.editing, self._at_once:
            race = await self._races.get(race.id)
            if race.over:
                return  # somebody has stopped it: its result is shown already, or will be in a moment
            known.quiet_until = self._now() + _PAUSE
            if race.message is not None:
                found = await self._races.standings(games)
                with read_in(await self._languages.of_server_here(race.guild)):
                    view = running_view(race, found, shut=race.is_shut(self._now()))
                try:
                    await self._edit_or_repost(race, view)
                except FAILURES as error:
                    self._wait_after_failure(known, race, error)
            known.failures = 0
            await self._store.races.shown(race.id, state)

    async def _show_result(self, race: Race) -> None:
        """Post the result if at least two have finished and the server wants that; else edit the message."""
        found = await self._races.standings(await self._store.games.of_race(race.id), final=True)
        quiet = await self._store.servers.is_quiet(race.guild)
        is_posted = not quiet and await self._post_end(race, found)
        with read_in(await self._languages.of_server_here(race.guild)):
            view = Note(ended_text(race, found)) if is_posted else result_view(race, found)
        if await self._edit(race, view) or is_posted:
            return
        if quiet or await self._post(race, view, _press(race, "rematch")) is None:
            log.warning("The result of race %d cannot be shown anywhere.", race.id)

    async def _post_end(self, race: Race, found: Sequence[Standing]) -> bool:
        """Post the result of a race, once; return whether it is there.

        A token posts where the bot may not, but only at the first try: later ones look for it first.
        """
        if race.end_post:
            return True
        is_first = race.end_post is None
        if is_first:
            named = sum(standing.named for standing in found)
            if named < _PODIUM or not self._limits.post_unasked(race.channel):
                return False
            await self._store.races.post_end(race.id)
        duel = await self._races.duel(race, found)
        with read_in(await self._languages.of_server_here(race.guild)):
            view = end_view(race, found, duel)
        posted = await self._live.post(race.channel, view) if is_first else None
        posted = posted or await self._post(race, view, _press(race, "rematch"))
        if posted is None:
            return False
        await self._store.races.post_end(race.id, posted)
        return True

    async def _edit_or_repost(self, race: Race, view: Layout) -> None:
        """Edit the message of a race that is on; if that cannot be done, post another one, once."""
        if await self._edit(race, view):
            return
        join = _press(race, "race")
        anew = None if race.reposted else await self._post(race, view, join, race.message)
        if anew is None:
            log.warning("Race %d cannot be shown any more until its end.", race.id)
            await self._store.races.lost(race.id)
        else:
            await self._store.races.posted(race.id, anew, anew=True)

    async def _edit(self, race: Race, view: Layout) -> bool:
        """Edit the message of a race; return False if there is none that Discord allows to be edited."""
        if race.message is None:
            return False
        if await self._live.edit(race.message, view):
            return True
        channel = self._client.get_partial_messageable(race.channel, guild_id=race.guild)
        try:
            await edit_naming(channel.get_partial_message(race.message), view, self._client.pace)
        except (discord.HTTPException, TimeoutError) as error:
            if is_refusal(error) or (isinstance(error, TimeoutError) and self._is_old(race.message)):
                return False
            raise
        return True

    def _is_old(self, message: int) -> bool:
        """Whether Discord accepts only a few edits of a message, and makes any further ones wait forever."""
        return self._now() - discord.utils.snowflake_time(message) > _AN_HOUR

    async def _post(
        self, race: Race, view: Layout, known_by: Press, replaces: int | None = None
    ) -> int | None:
        """Post a new message of a race; return its id, or None if Discord refuses it."""
        try:
            post = Post(race.channel, view, known_by, tried=True, replaces=replaces, silent=True)
            posted = await post_once(self._client, post)
        except discord.HTTPException as error:
            if not is_refusal(error):
                raise
            return None
        channel = self._client.get_partial_messageable(race.channel, guild_id=race.guild)
        await name_people(channel.get_partial_message(posted), view, self._client.pace)
        return posted

    def _wait_after_failure(self, known: _Known, race: Race, error: BaseException) -> NoReturn:
        """Leave a race alone for a while, twice as long after each failure; raise TriedAgain."""
        known.failures += 1
        pause = _BACK_OFF.after(known.failures)
        known.quiet_until = self._now() + timedelta(seconds=pause)
        log.warning("Showing race %d again in %d s: %s", race.id, pause, reason(error))
        raise TriedAgain(pause)

    def _of(self, race: Race) -> _Known:
        return self._known.setdefault(race.id, _Known())

    def _forget_old(self) -> None:
        """Forget what no longer matters: most races are over, or quiet."""
        since = self._now() - timedelta(seconds=_BACK_OFF.longest)
        self._known = {
            race: known
            for race, known in self._known.items()
            if known.editing.locked() or known.quiet_until > since
        }


def running_view(race: Race, found: Sequence[Standing], *, shut: bool = False) -> Layout:
    """Return the message of a race that is on, with the button that joins it, or shows one's board of it."""
    label = labels.SHOW_BOARD if shut else labels.RACE
    join = PressButton(label, _press(race, "race"), style=ButtonStyle.primary)
    return Note(running_text(race, found, shut=shut), join)


def result_view(race: Race, found: Sequence[Standing]) -> Layout:
    """Return the message of a race that is over, with the buttons that start another and deal it again."""
    return Note(result_text(race, found), *_again(race))


def end_view(race: Race, found: Sequence[Standing], duel: Duel | None = None) -> Layout:
    """Return the post that tells of the end of a race, with the same buttons."""
    return Framed(GOLD, result_text(race, found, duel), _again(race))


def _again(race: Race) -> list[PressButton]:
    # Not in blue: others see it too, who may not press it.
    again = PressButton(labels.REMATCH, _press(race, "rematch"))
    return [again, PressButton(labels.PLAY_RACE_DEAL, _press(race, "raced"))]


def _press(race: Race, verb: str) -> Press:
    return Press(NO_GAME, verb, str(race.id))


@dataclass
class _Known:
    """What this process knows about the message of a race."""

    quiet_until: datetime = _LONG_AGO
    failures: int = 0
    editing: asyncio.Lock = field(default_factory=asyncio.Lock)

    def is_quiet(self, now: datetime) -> bool:
        """Whether to leave the race alone."""
        return now < self.quiet_until
