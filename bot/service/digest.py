"""Digests: how the people of a server did yesterday, once a day at the hour that it has chosen."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.daily import FAMILIES
from bot.engine.games import ALL

if TYPE_CHECKING:
    from datetime import date

    from bot.service.daily import Dailies
    from bot.store import Daily, DailyPlace, Server, Store

_PLACES = 3
_AT_ONCE = 366  # days of a streak


class Digest(NamedTuple):
    """What a server is told of a day that is over."""

    day: date
    results: list[tuple[Daily, list[DailyPlace]]]
    """The dailies that somebody finished, each with its best places, at least one."""
    streak: int
    """On how many days in a row, up to this one, somebody of the server finished a daily."""
    coming: date
    """The next day whose dailies are still to come."""
    commitments: list[tuple[str, str]]
    """What binds those: family and commitment."""


class Digests:
    """The digests of every server; several bots on one store post each of them once."""

    def __init__(self, store: Store, dailies: Dailies) -> None:
        self._store = store
        self._dailies = dailies

    async def of(self, guild: int) -> Server | None:
        """Return where and when a server wants its digest; None where it wants none."""
        return await self._store.servers.get(guild)

    async def set_up(self, guild: int, channel: int, hour: int) -> None:
        """Have the digest posted in a channel at an hour (0 to 23, of UTC), the next time that it comes."""
        now = self._store.now()
        await self._store.servers.put(guild, channel, hour, now.date() if now.hour >= hour else None)

    async def switch_off(self, guild: int) -> None:
        """Have no digest posted any more."""
        await self._store.servers.drop(guild)

    def next_time(self, hour: int) -> datetime:
        """Return the next moment at which an hour of UTC begins."""
        now = self._store.now()
        today = datetime.combine(now.date(), time(hour), UTC)
        return today if today > now else today + timedelta(1)

    async def due(self) -> list[Server]:
        """Return the servers whose digest of today is still to come though its hour has."""
        now = self._store.now()
        return await self._store.servers.due(now.date(), now.hour)

    async def take(self, server: Server) -> Digest | None:
        """Return the digest of a server that is due, for the caller to post: it will not be due again today.

        None where somebody else has taken it, or nobody finished a daily yesterday: quiet servers stay quiet.
        """
        today = self._dailies.today
        if not await self._store.servers.claim(server, today):
            return None
        return await self.compose(server.guild, today - timedelta(1))

    async def compose(self, guild: int, day: date) -> Digest | None:
        """Return the digest of a day that is over; None where there is nothing to tell."""
        best = await self._store.dailies.best_places(guild, day, _PLACES)
        dailies = [await self._dailies.find(day, family) for family in FAMILIES]
        known = [daily for daily in dailies if daily is not None and daily.game in ALL]
        results = [(daily, best[daily.game]) for daily in known if daily.game in best]
        if not results:
            return None
        coming = day + timedelta(2)
        proofs = await self._dailies.proofs(coming)
        commitments = [(proof.family, proof.commitment) for proof in proofs]
        return Digest(day, results, await self._streak(guild, day), coming, commitments)

    async def _streak(self, guild: int, day: date) -> int:
        streak = 0
        while True:
            last = day - timedelta(streak)
            played = await self._store.servers.days_played(guild, last, _AT_ONCE)
            run = sum(each == last - timedelta(back) for back, each in enumerate(played))
            streak += run
            if run < _AT_ONCE:
                return streak
