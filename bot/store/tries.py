"""The one try that each player has at each puzzle: in a run or by itself, and again as practice.

A try is a game: `games.py` begins it with the game, and settles it with its last move.
"""

from __future__ import annotations

import enum
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database
from bot.store.errors import PuzzleTaken
from bot.store.privacy import check_unseen
from bot.store.puzzle import COLUMNS, Puzzle
from bot.store.ranks import shown
from bot.store.rating import rate_try
from bot.store.saved_game import NewGame, SavedGame, saved_game
from bot.store.tables import OF_A_RUN, PLAYING, games, puzzles, tries
from bot.store.troubles import is_taken


class Tried(enum.StrEnum):
    """How a try at a puzzle goes."""

    OPEN = "open"
    SOLVED = "solved"
    FAILED = "failed"


class Attempt(NamedTuple):
    """What a game is at a puzzle."""

    puzzle: Puzzle
    run: int | None
    """The run that it is part of, by its first game."""
    number: int
    """Which puzzle of the run it is, from 1 on; 0 outside of one."""
    is_again: bool
    """Whether it is another go at a puzzle that was failed, which counts nowhere."""


class RunSoFar(NamedTuple):
    """A player's last run."""

    run: int
    solved: int
    last: Tried
    """How its last try stands."""
    game: int
    """The game of that."""


class DayPlace(NamedTuple):
    """A try's place among those of a server at the puzzle of a day."""

    number: int
    """1 is the best; those with as many right moves share one."""
    among: int


_EARLIER = tries.alias("earlier")
_NUMBER = (
    select(func.count())
    .where(_EARLIER.c.player == tries.c.player, _EARLIER.c.run == tries.c.run)
    .where(_EARLIER.c.game_id <= tries.c.game_id)
    .scalar_subquery()
)
_OF_GAME = (
    select(*COLUMNS, tries.c.run, _NUMBER, tries.c.puzzle.is_(None))
    .select_from(games.outerjoin(tries, tries.c.game_id == games.c.id))
    .join(puzzles, puzzles.c.id == func.coalesce(tries.c.puzzle, games.c.repeats))
    .where(games.c.id == bindparam("game_id"))
)
_LAST_RUN = (
    select(
        tries.c.run,
        select(func.count())
        .where(_EARLIER.c.player == tries.c.player, _EARLIER.c.run == tries.c.run)
        .where(_EARLIER.c.outcome == Tried.SOLVED.value)
        .scalar_subquery(),
        tries.c.outcome,
        tries.c.game_id,
    )
    .where(tries.c.player == bindparam("player"), OF_A_RUN)
    .order_by(tries.c.game_id.desc())
    .limit(1)
)
_AGAIN = select(games).where(
    games.c.owner == bindparam("player"), games.c.repeats == bindparam("puzzle"), PLAYING
)
_LAST_GO = (
    select(func.max(games.c.id))
    .where(games.c.owner == tries.c.player, games.c.repeats == tries.c.puzzle)
    .scalar_subquery()
)
_FAILED = (
    select(*COLUMNS)
    .join_from(tries, puzzles)
    .where(
        tries.c.player == bindparam("player"),
        tries.c.outcome == Tried.FAILED.value,
        puzzles.c.game == bindparam("game"),
        puzzles.c.revision == bindparam("revision"),
    )
    .order_by(func.coalesce(_LAST_GO, tries.c.game_id))
    .limit(1)
)
_MINE = tries.alias("mine")
_KEPT, _KEPT_MINE = (func.coalesce(each.c.kept, 0) for each in (tries, _MINE))
_IS_SOLVED, _MINE_IS_SOLVED = (each.c.outcome == Tried.SOLVED.value for each in (tries, _MINE))
_IS_BETTER = ~_MINE_IS_SOLVED & (_IS_SOLVED | (_KEPT > _KEPT_MINE))
_PLACE = (
    select(func.count().filter(_IS_BETTER) + 1, func.count())
    .select_from(
        _MINE.join(tries, tries.c.puzzle == _MINE.c.puzzle).join(games, games.c.id == tries.c.game_id)
    )
    .where(
        _MINE.c.game_id == bindparam("game_id"),
        games.c.guild == bindparam("guild"),
        tries.c.outcome != Tried.OPEN.value,
        *(each.c.ended_at < bindparam("until") for each in (tries, _MINE)),
        or_(tries.c.player == _MINE.c.player, shown(tries.c.player)),
    )
)
_HOW = select(tries.c.outcome).where(
    tries.c.player == bindparam("player"), tries.c.puzzle == bindparam("puzzle")
)
_OF_TODAY = select(puzzles.c.game, puzzles.c.seed).where(
    puzzles.c.id == bindparam("key"), puzzles.c.day >= bindparam("today")
)
_SETTLE = (
    update(tries)
    .where(tries.c.game_id == bindparam("key"), tries.c.outcome == Tried.OPEN.value)
    .values(outcome=bindparam("how"), kept=bindparam("right"), ended_at=bindparam("now"))
)
_GAIN = update(tries).where(tries.c.game_id == bindparam("key")).values(gain=bindparam("points"))
_GAINED = select(tries.c.gain).where(tries.c.game_id == bindparam("game_id"))


class Tries:
    """The table of tries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_game(self, game_id: int) -> Attempt | None:
        """Return what a game is at a puzzle; None if it is at none."""
        row = (await self._database.execute(_OF_GAME, {"game_id": game_id})).one_or_none()
        if row is None:
            return None
        *puzzle, run, number, is_again = row
        return Attempt(Puzzle(*puzzle), run, number, bool(is_again))

    async def outcome(self, player: int, puzzle: int) -> Tried | None:
        """Return how a player's try at a puzzle goes, or has gone; None before that."""
        how = (await self._database.execute(_HOW, {"player": player, "puzzle": puzzle})).scalar()
        return None if how is None else Tried(how)

    async def gain(self, game_id: int) -> int | None:
        """Return what a try has added to its player's rating; None if it does not count, or is not over."""
        return (await self._database.execute(_GAINED, {"game_id": game_id})).scalar()

    async def place(self, game_id: int, guild: int, until: datetime) -> DayPlace | None:
        """Return the place of a try among those of a server at the same puzzle that were over in time.

        It goes by how many moves kept the win before one did not; players who hide are not counted. None of a
        try that ended later: what `until` then was secret could be looked up.
        """
        asked = {"game_id": game_id, "guild": guild, "until": until}
        place = DayPlace(*(await self._database.execute(_PLACE, asked)).one())
        return place if place.among else None

    async def last_run(self, player: int) -> RunSoFar | None:
        """Return a player's last run of puzzles; None before the first."""
        row = (await self._database.execute(_LAST_RUN, {"player": player})).one_or_none()
        return None if row is None else RunSoFar(row[0], row[1], Tried(row[2]), row[3])

    async def again(self, player: int, puzzle: int) -> SavedGame | None:
        """Return the game in play with which a player tries a puzzle again; None if there is none."""
        row = (await self._database.execute(_AGAIN, {"player": player, "puzzle": puzzle})).mappings().first()
        return None if row is None else saved_game(row)

    async def failed(self, player: int, game: str, revision: int) -> Puzzle | None:
        """Return which puzzle of a game a player has failed and not tried for the longest; None if none."""
        asked = {"player": player, "game": game, "revision": revision}
        row = (await self._database.execute(_FAILED, asked)).one_or_none()
        return None if row is None else Puzzle(*row)


async def begin_try(connection: AsyncConnection, new: NewGame, game_id: int, now: datetime) -> None:
    """Record the game with which a player tries a puzzle.

    Raise PuzzleTaken if that is not the first, DealSeen if it is today's and the player had it before all
    data about them was deleted. Call this after `take_part`.
    """
    todays = (await connection.execute(_OF_TODAY, {"key": new.puzzle, "today": now.date()})).one_or_none()
    if todays is not None:
        await check_unseen(connection, new.owner, *todays)
    run = game_id if new.run == 0 else new.run
    values = {"player": new.owner, "puzzle": new.puzzle, "game_id": game_id, "began_at": now, "run": run}
    try:
        await connection.execute(insert(tries), values)
    except IntegrityError as error:
        if not is_taken(error):
            raise
        raise PuzzleTaken("The player has tried this puzzle already.") from error


async def settle_try(connection: AsyncConnection, game_id: int, how: Tried, kept: int, now: datetime) -> None:
    """Record how the open try ended that a game is: once, in the transaction that saves its last move.

    A game that tries a puzzle again settles nothing. The player's turn must have been taken.
    """
    values = {"key": game_id, "how": how.value, "right": kept, "now": now}
    if (await connection.execute(_SETTLE, values)).rowcount:
        gain = await rate_try(connection, game_id, now, solved=how is Tried.SOLVED)
        await connection.execute(_GAIN, {"key": game_id, "points": gain})
