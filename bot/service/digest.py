"""Digests: how the people of a server did yesterday, posted once a day at the hour it has chosen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from datetime import date, datetime, timedelta
from functools import partial
from itertools import islice
from typing import NamedTuple

from bot.pure.days import digest_due
from bot.service.daily import Dailies, in_one
from bot.service.game import Game
from bot.service.lookup import Lookup
from bot.service.turning_point import finished_games
from bot.store import NOBODY, Daily, DailyPlace, MonthPlace, Server, Store
from idle_year.engine.daily import is_over

_PLACES = 3
AT_A_TABLE = 15
"""So many of those who have finished one of today's dailies are told, if there is room for them."""
_COMPANY = 3
"""So many people who finish a daily carry on with the streak of a server, or all where fewer play."""
_LATELY = timedelta(30)
"""A person plays in a server on a day who has finished a daily there within so long before the day's end."""
_A_WEEK = timedelta(7)
"""After so long without a finished daily in a server, its last digest goes on instead of a new one."""
_REFUSALS = 3
"""A digest is given up after Discord has refused it on this many days in a row."""
_A_WHILE = timedelta(minutes=5)
"""How long the process that takes a digest has to post it: longer than any request may take."""
_DAYS_AT_ONCE = 31  # days of a streak, besides those that only tell who played lately


class Table(NamedTuple):
    """A daily of the day on which a digest is posted, and who in a server has finished it."""

    daily: Daily
    places: list[DailyPlace]
    """The best ones."""
    games: dict[int, Game]
    """Their games by player; those that were reopened after they had ended are missing."""


class Digest(NamedTuple):
    """What is posted in a server about a day that is over, and the one after it."""

    day: date
    results: list[tuple[Daily, list[DailyPlace]]]
    """The dailies that somebody finished, each with its best places, at least one."""
    streak: int
    """The days in a row that count for the server, up to the day after, or to this one while that goes on.

    A day counts if three people finished a daily there, or all who did on it or in the 29 days before.
    """
    winners: list[MonthPlace]
    """Who is first on the board of the month that has ended with the day; nobody on any other day."""
    tables: list[Table]
    """The dailies of the day after, as far as they have been made."""
    over: bool
    """Whether the day after is over too."""
    coming: date
    """The next day whose dailies have not been published yet."""
    fingerprint: str
    """The commitments to those dailies in one (`in_one`)."""

    @property
    def dailies(self) -> list[Daily]:
        """The dailies that somebody finished."""
        return [daily for daily, _ in self.results]


class Posted(NamedTuple):
    """A digest that was posted, and where."""

    channel: int
    message: int
    digest: Digest


class Taken(NamedTuple):
    """A digest that the process which took it has to post."""

    server: Server
    day: date
    """The day on which it was due."""
    digest: Digest
    tried: bool
    """Whether an earlier attempt to post it was begun and its outcome never noted."""


class Digests:
    """The digests of every server; several processes on one store post each of them once.

    The process that takes one has some minutes to post it and note that. A digest with nothing noted by then
    is due again: its process has ended, or Discord could not be reached. It may have been posted anyway.
    """

    def __init__(self, store: Store, dailies: Dailies, lookup: Lookup) -> None:
        self._store = store
        self._dailies = dailies
        self._lookup = lookup

    def is_given_up(self, server: Server) -> bool:
        """Whether a server's digest has been given up because Discord refused it too often."""
        return server.refused >= _REFUSALS

    def due(self) -> AsyncIterator[Server]:
        """Yield the servers whose hour has come and whose digest no process has taken."""
        return self._store.servers.due(_REFUSALS)

    async def take(self, server: Server) -> Taken | None:
        """Return the digest of a server that is due, for the caller to post.

        None if another process has taken it, or if its last digest goes on: quiet servers stay quiet.
        """
        if not await self._store.servers.take(server, self._store.now() + _A_WHILE):
            return None
        guild, day = server.guild, _latest(server, self._store.now())
        # After days without the bot, a new one comes.
        goes_on = server.message is not None and server.last_digest == day - timedelta(1)
        if goes_on and await self._is_quiet(guild, day):
            await self._store.servers.done(guild, day, server.message)
            return None
        digest = await self.compose(guild, day - timedelta(1))
        tried = server.taken_until is not None
        return Taken(server, day, digest, tried)

    async def posted(self, taken: Taken, message: int) -> None:
        """Note that a digest has been posted, in a message with this id."""
        await self._store.servers.done(taken.server.guild, taken.day, message)

    async def last(self, guild: int) -> Posted | None:
        """Return the last digest of a server as it is now; None if there is none that can be edited."""
        server = await self._store.servers.get(guild)
        if server is None or server.message is None or server.last_digest is None:
            return None
        digest = await self.compose(guild, server.last_digest - timedelta(1))
        return Posted(server.channel, server.message, digest)

    async def refused(self, taken: Taken) -> bool:
        """Note that Discord refused a digest; return whether it has now been given up."""
        await self._store.servers.done(taken.server.guild, taken.day, refused=True)
        server = await self._store.servers.get(taken.server.guild)
        return server is not None and self.is_given_up(server)

    async def failed(self, taken: Taken, seconds: float) -> None:
        """Note that a digest could not be posted, and make it due again after some seconds."""
        await self._store.servers.wait(taken.server.guild, self._store.now() + timedelta(seconds=seconds))

    async def compose(self, guild: int, day: date) -> Digest:
        """Return the digest of a day that is over."""
        best = await self._store.dailies.best_places(guild, day, _PLACES)
        dailies = await self._dailies.made(day) if best else []
        results = [(daily, best[daily.game]) for daily in dailies if daily.game in best]
        today, coming = day + timedelta(1), day + timedelta(2)
        return Digest(
            day,
            results,
            await self._streak(guild, day),
            await self._winners(guild, day) if today.day == 1 else [],
            await self._tables(guild, today),
            is_over(today, self._store.now()),
            coming,
            in_one(bound for _, bound in await self._dailies.commitments(coming)),
        )

    async def _winners(self, guild: int, last: date) -> list[MonthPlace]:
        places = await self._store.ranks.of_month(
            guild, last.replace(day=1), last, page=0, count=_PLACES, asker=NOBODY
        )
        return [place for place in places if place.number == 1]

    async def _tables(self, guild: int, day: date) -> list[Table]:
        dailies = await self._dailies.made(day)
        best = await self._store.dailies.best_places(guild, day, AT_A_TABLE) if dailies else {}
        return [await self._table(guild, daily, best.get(daily.game, [])) for daily in dailies]

    async def _table(self, guild: int, daily: Daily, places: list[DailyPlace]) -> Table:
        games = await finished_games(self._store, self._lookup, guild, daily) if places else []
        return Table(daily, places, {game.seat.owner: game for game in games})

    async def _is_quiet(self, guild: int, day: date) -> bool:
        played = await self._store.dailies.days_played(guild, day + timedelta(1), 1, players=1)
        return not played or max(played) < day - _A_WEEK

    async def _streak(self, guild: int, day: date) -> int:
        today = day + timedelta(1)
        streak = await self._run(guild, today)
        if streak or is_over(today, self._store.now()):
            return streak
        return await self._run(guild, day)

    async def _run(self, guild: int, day: date) -> int:
        days_played = partial(self._store.dailies.days_played, guild, players=_COMPANY)
        streak, played = 0, await days_played(day + timedelta(1), _DAYS_AT_ONCE + _LATELY.days - 1)
        while (run := _first_run(played, day - timedelta(streak))) == _DAYS_AT_ONCE:
            streak += run
            earlier = await days_played(min(played), _DAYS_AT_ONCE)
            played = dict(islice(played.items(), _DAYS_AT_ONCE, None)) | earlier
        return streak + run


def _first_run(played: Mapping[date, set[str]], last: date) -> int:
    """Return how many days in a row count, up to the last one, of days played with the latest first."""
    for back, day in enumerate(played):
        if back == _DAYS_AT_ONCE or day != last - timedelta(back) or not _counts(played, day):
            return back
    return len(played)


def _counts(played: Mapping[date, set[str]], day: date) -> bool:
    """Whether three people finished a daily on a day, or all who play there."""
    who = played[day]
    return len(who) == _COMPANY or all(
        others <= who for each, others in played.items() if timedelta(0) <= day - each < _LATELY
    )


def _latest(server: Server, now: datetime) -> date:
    """Return the last day whose digest has fallen due; earlier ones that were missed are skipped."""
    today = now.date()
    has_come = digest_due(today, server.hour, server.zone) <= now
    return today if has_come else today - timedelta(1)
