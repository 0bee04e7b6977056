"""Who has left a server, so that leaderboards do not list them.

Discord tells a bot without privileged intents nothing of members who leave: it is asked, over the gateway,
about the people on one page at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import discord

from bot.client.failures import FAILURES
from bot.service.background import BackOff

_KEPT = timedelta(days=1)
_MOST_KEPT = 20_000
"""People of servers; beyond that, those asked about longest ago are forgotten."""
_MOST_IN_A_MINUTE = 50
"""Questions a shard may ask: Discord takes 120 messages in any minute from it, heartbeats among them."""
_LONGEST_WAIT = 1.0
"""Seconds that Discord may take: the page has to be there within three."""
_AFTER_SILENCE = BackOff(60.0, 3600.0)
"""How long to ask nothing after this many unanswered questions in a row; discord.py keeps each one."""


class _Known(NamedTuple):
    since: datetime
    has_left: bool


class Members:
    """Tells who has left a server, and remembers it for a day."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now
        self._known: dict[tuple[int, int], _Known] = {}
        self._asked: dict[int, tuple[datetime, int]] = {}
        """By shard: the minute of its last question, and how many it has asked in that."""
        self._silent: dict[int, tuple[int, datetime]] = {}
        """By shard: how many questions in a row had no answer, and when the last was given up."""

    async def left(self, guild: int, asker: int, people: Sequence[int]) -> set[int]:
        """Return which of at most 99 people have left a server in which `asker` is.

        People of whom that is unknown count as being there: Discord may not answer in time, may have been
        asked too often, or may lately not have answered at all.
        """
        self._note(guild, asker, has_left=False)
        unknown = [each for each in people if self._has_left(guild, each) is None]
        if unknown:
            await self._ask(guild, asker, unknown)
        return {each for each in people if self._has_left(guild, each)}

    async def _ask(self, guild: int, asker: int, people: Sequence[int]) -> None:
        server = self._client.get_guild(guild)
        if server is None or not self._may_ask(server.shard_id):
            return
        ids = [asker, *people]
        try:
            async with asyncio.timeout(_LONGEST_WAIT):
                members = await server.query_members(user_ids=ids, limit=len(ids), cache=False)
        except TimeoutError:
            unanswered, _ = self._silent.get(server.shard_id, (0, None))
            self._silent[server.shard_id] = unanswered + 1, self._now()
            return
        except (*FAILURES, discord.ClientException):
            return
        self._silent.pop(server.shard_id, None)
        found = {member.id for member in members}
        # An answer that leaves out even the one who is certainly there is none.
        if asker in found:
            for each in people:
                self._note(guild, each, has_left=each not in found)

    def _may_ask(self, shard: int) -> bool:
        minute = self._now().replace(second=0, microsecond=0)
        last, asked = self._asked.get(shard, (minute, 0))
        asked = asked if last == minute else 0
        self._asked[shard] = minute, asked + 1
        return asked < _MOST_IN_A_MINUTE and not self._is_silent(shard)

    def _is_silent(self, shard: int) -> bool:
        """Whether a shard has had no answer so lately that it asks nothing."""
        if shard not in self._silent:
            return False
        unanswered, since = self._silent[shard]
        return self._now() < since + timedelta(seconds=_AFTER_SILENCE.after(unanswered))

    def _has_left(self, guild: int, person: int) -> bool | None:
        """Return what is known about a person; None if nothing is."""
        known = self._known.get((guild, person))
        return known.has_left if known is not None and self._now() < known.since + _KEPT else None

    def _note(self, guild: int, person: int, *, has_left: bool) -> None:
        self._known.pop((guild, person), None)
        self._known[guild, person] = _Known(self._now(), has_left)
        if len(self._known) > _MOST_KEPT:
            del self._known[next(iter(self._known))]
