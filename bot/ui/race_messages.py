"""Keeps the message of each race up to date: gently while it is on, and once when it ends.

What is shown follows from the database alone, so a race goes on after a restart. The token of an interaction
ends after 15 minutes: the bot edits its message as any other one.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.ui.races import result_view, running_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.race import Races
    from bot.store import Race, SavedGame, Store

log = logging.getLogger(__name__)

_LOOK = 5  # seconds between two looks at what was played
_PAUSE = timedelta(seconds=10)
"""At least so long between two edits: Discord takes few of messages that are older than an hour."""
_AT_ONCE = 8  # edits: all processes of a bot together may ask Discord for 50 things a second
_LONG_AGO = datetime.min.replace(tzinfo=UTC)

Mark: TypeAlias = tuple[bool, tuple[tuple[int, int, bool], ...]]
"""What changes with whatever a message shows: whether somebody has finished; each game, its version, whether
help was asked for."""


@dataclass
class _Shown:
    """What the message of a race shows, as far as this process knows."""

    mark: Mark = (False, ())
    at: datetime = _LONG_AGO
    editing: asyncio.Lock = field(default_factory=asyncio.Lock)


class RaceMessages:
    """The messages of all races of a bot."""

    def __init__(self, store: Store, races: Races) -> None:
        self._now = store.now
        self._races = races
        self._shown: dict[int, _Shown] = {}
        self._at_once = asyncio.Semaphore(_AT_ONCE)

    async def keep(self, client: discord.Client) -> None:
        """Look at every race each few seconds, until cancelled."""
        await client.wait_until_ready()
        while True:
            try:
                await self.look(client)
            except Exception:
                log.exception("The races could not be looked at; another try follows.")
            await asyncio.sleep(_LOOK)

    async def look(self, client: discord.Client) -> None:
        """End the races whose time has come, and show what has changed in the others."""
        races = await self._races.going_on()
        self._shown = {race.id: self._shown.get(race.id) or _Shown() for race in races}
        await asyncio.gather(*(self._look_at(client, race) for race in races))

    async def finish(self, client: discord.Client, race: Race) -> None:
        """Show the result of a race that has just ended, in place of how it went."""
        async with self._of(race).editing, self._at_once:
            view = result_view(race, await self._races.standings(await self._races.games(race)))
            try:
                if race.message is not None:
                    await _message(client, race, race.message).edit(view=view)
                    return
            except (discord.NotFound, discord.Forbidden) as error:
                log.warning("The message of a race cannot be edited any more: %s", error)
            await self._post(client, race, view)

    async def _look_at(self, client: discord.Client, race: Race) -> None:
        try:
            games = await self._races.games(race)
            if self._races.is_done(race, games):
                if await self._races.end(race):
                    await self.finish(client, race)
            elif race.message is not None and client.get_guild(race.guild) is not None:
                # Of several processes, the one that serves the guild.
                await self._show(client, race, race.message, games)
        except Exception:
            log.exception("Race %d could not be shown.", race.id)

    async def _show(
        self, client: discord.Client, race: Race, message: int, games: Sequence[SavedGame]
    ) -> None:
        """Show how a race goes, unless that is shown already, or was a moment ago."""
        shown, mark = self._of(race), _mark(race, games)
        if mark == shown.mark or self._now() - shown.at < _PAUSE:
            return
        async with shown.editing, self._at_once:
            if (await self._races.get(race.id)).over:
                return  # somebody has stopped it: its result stands there, or will in a moment
            shown.at = self._now()
            view = running_view(race, await self._races.standings(games))
            try:
                await _message(client, race, message).edit(view=view)
            except (discord.NotFound, discord.Forbidden) as error:
                log.warning("The message of a race cannot be edited: %s", error)
            shown.mark = mark

    async def _post(self, client: discord.Client, race: Race, view: discord.ui.LayoutView) -> None:
        try:
            await client.get_partial_messageable(race.channel, guild_id=race.guild).send(view=view)
        except (discord.NotFound, discord.Forbidden) as error:
            log.warning("The result of a race cannot be posted: %s", error)

    def _of(self, race: Race) -> _Shown:
        return self._shown.setdefault(race.id, _Shown())


def _message(client: discord.Client, race: Race, message: int) -> discord.PartialMessage:
    return client.get_partial_messageable(race.channel, guild_id=race.guild).get_partial_message(message)


def _mark(race: Race, games: Sequence[SavedGame]) -> Mark:
    each = tuple((game.id, game.version, bool(game.hints or game.checks)) for game in games)
    return race.first_end is not None, each
