"""Dailies: their deals, who has played them, and with what result.

A player's attempt is a game like any other: `games.py` saves it and its end.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Subquery,
    Text,
    and_,
    bindparam,
    cast,
    func,
    insert,
    or_,
    select,
)
from sqlalchemy.exc import IntegrityError

from bot.store.database import Database
from bot.store.ranks import shown
from bot.store.results import ORDER, RESIGNED
from bot.store.saved_game import Kind, SavedGame, read_game, saved_game
from bot.store.tables import dailies, games, results
from idle_year.engine.daily import earliest_on
from idle_year.engine.games import ALL


class Daily(NamedTuple):
    """The deal of a day and a family."""

    day: date
    """A day of UTC."""
    family: str
    game: str
    revision: int
    """The revision of the rules under which it was found suitable."""
    seed: str
    key: str
    number: int
    """Which of the candidates made from its key; 0 is the first."""
    stars: int | None
    """1 (easy) to 5 (hard); None if its game is not graded."""
    chance: float | None
    """A fair player's chance of winning it, 0 to 1; None if nothing is hidden, or it is unknown."""


class DailyPlace(NamedTuple):
    """A player's place among those of a server who have played a daily."""

    number: int
    """1 is the best; equal results share one."""
    players: int
    """How many players are ranked."""
    player: int
    outcome: str
    assisted: int
    left: int
    tiebreak: int
    moves: int
    seconds: int


_ONE = select(dailies).where(dailies.c.day == bindparam("day"), dailies.c.family == bindparam("family"))
_MADE = select(dailies).where(dailies.c.day == bindparam("day"))
_OF_SEED = select(dailies.c.day).where(
    dailies.c.day >= bindparam("earliest"), dailies.c.seed == bindparam("seed")
)
_ATTEMPT = select(games).where(
    games.c.owner == bindparam("player"),
    games.c.day == bindparam("day"),
    games.c.game == bindparam("game"),
    games.c.kind == Kind.DAILY.value,
)
_LAST_FINISHED = (
    select(results.c.game)
    .where(
        results.c.player == bindparam("player"),
        results.c.day == bindparam("day"),
        results.c.kind == Kind.DAILY.value,
        results.c.outcome != RESIGNED,
    )
    .order_by(results.c.ended_at.desc(), results.c.id.desc())
    .limit(1)
)
_FINISHED_THERE = and_(
    results.c.guild == bindparam("guild"),
    results.c.kind == Kind.DAILY.value,
    results.c.outcome != RESIGNED,
)
"""Whether a result is that of a daily which somebody in a server has finished."""
_SHOWN = shown(results.c.player)
"""Whether the player of a result may be named in a server."""


def _ranked(*which: ColumnElement[bool]) -> Subquery:
    """Return the results of a server on a day, ranked within each game."""
    ranked = [results.c[name] for name in ORDER]
    order = [*ranked, results.c.player]
    return (
        select(
            func.rank().over(partition_by=results.c.game, order_by=ranked).label("number"),
            func.row_number().over(partition_by=results.c.game, order_by=order).label("line"),
            func.count().over(partition_by=results.c.game).label("players"),
            *(results.c[name] for name in (*DailyPlace._fields[2:], "game")),
        )
        .where(_FINISHED_THERE, results.c.day == bindparam("day"), _SHOWN, *which)
        .subquery()
    )


_OF_GAME = _ranked(results.c.game == bindparam("game"))
_PLACES = (
    select(*(_OF_GAME.c[name] for name in DailyPlace._fields))
    .where(or_(_OF_GAME.c.line <= bindparam("most"), _OF_GAME.c.player == bindparam("asker")))
    .order_by(_OF_GAME.c.line)
)
_OF_DAY = _ranked()
_BEST = (
    select(*(_OF_DAY.c[name] for name in (*DailyPlace._fields, "game")))
    .where(_OF_DAY.c.line <= bindparam("most"))
    .order_by(_OF_DAY.c.line)
)


_OF_SERVER = (
    results.c.guild == bindparam("guild"),
    results.c.day == bindparam("day"),
    results.c.game == bindparam("game"),
)
_AS_IT_ENDED = or_(results.c.line.is_(None), results.c.line == games.c.moves)
_FINISHED = (
    select(games)
    .join(results)
    .where(
        *_OF_SERVER,
        *(results.c.kind == Kind.DAILY.value, results.c.outcome != RESIGNED),
        *(_AS_IT_ENDED, _SHOWN),
    )
    .order_by(games.c.id)
    .limit(bindparam("most"))
)
_BEGINNING = bindparam("beginning", type_=Text)
_SAVED = (
    select(games.c.owner)
    .distinct()
    .join(results)
    .where(
        *_OF_SERVER,
        *(results.c.kind == Kind.PRACTICE.value, results.c.outcome == "won"),
        *(games.c[name] == 0 for name in ("undos", "hints", "checks")),
        func.substr(games.c.moves, 1, func.length(_BEGINNING)) == _BEGINNING,
    )
)
_ENDED_BY = and_(
    results.c.player == bindparam("player"),
    results.c.day == dailies.c.day,
    results.c.game == dailies.c.game,
    results.c.day.is_not(None),  # this is what the index of dailies covers
)
_PLAYED = (
    select(dailies.c.day, results.c.kind, results.c.outcome)
    .select_from(dailies.outerjoin(results, _ENDED_BY))
    .where(
        dailies.c.family == bindparam("family"),
        dailies.c.day >= bindparam("first"),
        dailies.c.day < bindparam("end"),
    )
    .order_by(dailies.c.day)
)


def _latest(before: ColumnElement[bool]) -> ScalarSelect[date]:
    latest = select(results.c.day).where(_FINISHED_THERE, before).order_by(results.c.day.desc())
    return latest.limit(1).scalar_subquery()


# Each day is looked up in the index from the one after it: a server may have any number of results a day.
_FOUND = select(_latest(results.c.day < bindparam("before")).label("day")).cte("days_played", recursive=True)
_DAY_BEFORE = _FOUND.alias()
_FOUND = _FOUND.union_all(
    select(_latest(results.c.day < _DAY_BEFORE.c.day)).where(_DAY_BEFORE.c.day.is_not(None))
)
_DAYS = select(_FOUND.c.day).limit(bindparam("most")).subquery()
# The first ones who are found will do: there may be any number of them.
_FINISHERS = (
    select(results.c.player)
    .where(_FINISHED_THERE, results.c.day == _DAYS.c.day)
    .distinct()
    .limit(bindparam("players"))
    .correlate(_DAYS)
    .subquery()
)
_WHO = select(func.aggregate_strings(cast(_FINISHERS.c.player, Text), " ")).scalar_subquery()
_DAYS_PLAYED = select(_DAYS.c.day, _WHO).order_by(_DAYS.c.day.desc())


class PlayedDaily(NamedTuple):
    """How a player ended a game of a daily."""

    day: date
    kind: str | None
    """The kind that it counted as; None, as `outcome` is, if the player has ended none."""
    outcome: str | None


class Dailies:
    """The table of dailies."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, day: date, family: str) -> Daily | None:
        """Return a daily, or None if it is not made yet, or of a game that only a newer version knows."""
        row = (await self._database.execute(_ONE, {"day": day, "family": family})).one_or_none()
        return None if row is None or row.game not in ALL else Daily(*row)

    async def of_day(self, day: date) -> list[Daily]:
        """Return the dailies of a day that are made, of games that this version knows."""
        found = await self._database.execute(_MADE, {"day": day})
        return [Daily(*row) for row in found if row.game in ALL]

    async def save(self, daily: Daily) -> Daily:
        """Save a daily, and return the one in force: one that another process saved before stays.

        If that is of a game that only a newer version knows, it stays, and this one, of the same key, is in
        force.
        """
        try:
            await self._database.execute(insert(dailies), daily._asdict())
        except IntegrityError:
            return await self.get(daily.day, daily.family) or daily
        return daily

    async def deals(self, seed: str) -> bool:
        """Whether a seed is that of a daily that is not over."""
        asked = {"seed": seed, "earliest": earliest_on(self._database.now())}
        return (await self._database.execute(_OF_SEED, asked)).first() is not None

    async def attempt(self, player: int, day: date, game: str) -> SavedGame | None:
        """Return a player's one attempt that counts on a day; None before it is dealt."""
        asked = {"player": player, "day": day, "game": game}
        return read_game(await self._database.execute(_ATTEMPT, asked))

    async def last_finished(self, player: int, day: date) -> str | None:
        """Return the game of the daily that a player finished last, of those of a day; None without one."""
        asked = {"player": player, "day": day}
        game: str | None = (await self._database.execute(_LAST_FINISHED, asked)).scalar()
        return game

    async def played(self, player: int, family: str, first: date, end: date) -> list[PlayedDaily]:
        """Return how a player ended the dailies of a family from a day to before another, the oldest first.

        A daily comes once for each game of it that has ended, and once if none has.
        """
        asked = {"player": player, "family": family, "first": first, "end": end}
        return [PlayedDaily(*row) for row in await self._database.execute(_PLAYED, asked)]

    async def places(self, guild: int, day: date, game: str, *, most: int, asker: int) -> list[DailyPlace]:
        """Return the `most` best places of a server, and the asker's own wherever it is.

        Players who hide or resigned have none.
        """
        asked = {"guild": guild, "day": day, "game": game, "most": most, "asker": asker}
        return [DailyPlace(*row) for row in await self._database.execute(_PLACES, asked)]

    async def finished(self, guild: int, day: date, game: str, most: int) -> list[SavedGame]:
        """Return the first `most` games of a daily that people of a server have finished, as they ended.

        Games of those who hide are left out, and those that were reopened after they had ended.
        """
        asked = {"guild": guild, "day": day, "game": game, "most": most}
        return [saved_game(row) for row in (await self._database.execute(_FINISHED, asked)).mappings()]

    async def savers(self, guild: int, day: date, game: str, moves: str) -> set[int]:
        """Return who in a server has won the deal of a daily after these moves, as practice without help."""
        beginning = f"{moves} " if moves else ""
        asked = {"guild": guild, "day": day, "game": game, "beginning": beginning}
        return set((await self._database.execute(_SAVED, asked)).scalars())

    async def best_places(self, guild: int, day: date, most: int) -> dict[str, list[DailyPlace]]:
        """Return the `most` best places of a server in each game; only games that have any."""
        found: dict[str, list[DailyPlace]] = {}
        for *place, game in await self._database.execute(_BEST, {"guild": guild, "day": day, "most": most}):
            found.setdefault(game, []).append(DailyPlace(*place))
        return found

    async def days_played(self, guild: int, before: date, most: int, *, players: int) -> dict[date, set[str]]:
        """Return the `most` latest days before another one on which anybody in a server finished a daily.

        Each has the ids of so many of those who did, or of all if there are fewer; the latest comes first.
        """
        asked = {"guild": guild, "before": before, "most": most, "players": players}
        found = await self._database.execute(_DAYS_PLAYED, asked)
        return {day: {*who.split()} for day, who in found if day is not None}
