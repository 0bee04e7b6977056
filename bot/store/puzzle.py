"""Puzzles with their proofs, and the one try that each player has at each.

A try is a game: `games.py` begins it with the game, and settles it with its last move.
"""

from __future__ import annotations

import enum
import hashlib
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, case, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database, take_part
from bot.store.errors import PuzzleTaken
from bot.store.privacy import check_unseen
from bot.store.rating import distance_to, rate_try
from bot.store.saved_game import SavedGame, saved_game
from bot.store.tables import LOST_DAILY, OPEN_TRY, PLAYING, games, puzzles, results, tries
from bot.store.troubles import is_taken

EVERYBODY = 0
"""Whose puzzle it is that anybody may be dealt."""


class Source(enum.StrEnum):
    """Where a puzzle comes from, the first to be dealt first."""

    LOST = "lost"
    """A game that its player lost, who alone is dealt it."""
    DAILY = "daily"
    """A daily that is over, which somebody lost there."""
    MADE = "made"
    """A deal made up for it."""


class Tried(enum.StrEnum):
    """How a try at a puzzle goes."""

    OPEN = "open"
    SOLVED = "solved"
    FAILED = "failed"


class NewPuzzle(NamedTuple):
    """A puzzle to keep."""

    game: str
    revision: int
    seed: str
    moves: str
    """Those before its position, in canonical notation."""
    proof: str
    """Which moves keep the win, as `bot/service/proof.py` writes it."""
    choices: int
    """How many hard choices there are at least, however the win is kept."""
    source: Source
    player: int = EVERYBODY
    """Whose lost game it is."""
    day: date | None = None
    """The UTC day whose puzzle it is."""


class Puzzle(NamedTuple):
    """A puzzle as kept."""

    id: int
    game: str
    revision: int
    seed: str
    moves: str
    proof: str
    choices: int
    source: str
    """As `Source` has it, or what only a newer version knows."""
    player: int
    day: date | None


class LostGame(NamedTuple):
    """A game that its player lost."""

    id: int
    game: str
    revision: int
    seed: str
    lost_by: int
    """Which move lost it, from 1 on."""


_COLUMNS = [puzzles.c[name] for name in Puzzle._fields]
_OF_DAY = select(*_COLUMNS).where(puzzles.c.day == bindparam("day"))
_SEEDS = select(puzzles.c.seed).where(puzzles.c.day >= bindparam("today"))
_OF_GAME = select(*_COLUMNS).join_from(tries, puzzles).where(tries.c.game_id == bindparam("game_id"))
_IS_KEPT = select(games.c.id).where(games.c.id == bindparam("game_id"))
_OF_PLAYER = (
    select(games)
    .select_from(tries.join(puzzles).join(games, games.c.id == tries.c.game_id))
    .where(tries.c.player == bindparam("player"))
)
_NOT_OF_TODAY = puzzles.c.day.is_(None) | (puzzles.c.day < bindparam("today"))
_AT = _OF_PLAYER.where(tries.c.puzzle == bindparam("puzzle"))
_OPEN = (
    _OF_PLAYER.where(OPEN_TRY, PLAYING, _NOT_OF_TODAY, puzzles.c.game == bindparam("game"))
    .order_by(tries.c.began_at)
    .limit(1)
)
_SAME = puzzles.alias("same")  # the same position may be kept once for everybody and once as a lost game
# A list that is made once: to look for each puzzle among the tries would be puzzles times tries.
_HAD = puzzles.c.position.in_(
    select(_SAME.c.position).join_from(_SAME, tries).where(tries.c.player == bindparam("player"))
)
_TO_BE_HAD = (
    puzzles.c.game == bindparam("game"),
    puzzles.c.revision == bindparam("revision"),
    puzzles.c.player.in_([EVERYBODY, bindparam("player")]),
    _NOT_OF_TODAY,
    ~_HAD,
)
_ORDER = {each.value: place for place, each in enumerate(Source)}
_NEXT = (
    select(*_COLUMNS)
    .where(*_TO_BE_HAD)
    .order_by(
        case(_ORDER, value=puzzles.c.source, else_=len(_ORDER)),
        distance_to(bindparam("player")),
        puzzles.c.id,
    )
    .limit(1)
)
_STOCK = select(func.count()).select_from(
    select(puzzles.c.id).where(*_TO_BE_HAD).limit(bindparam("most")).subquery()
)
_LOST = (
    select(*(games.c[name] for name in LostGame._fields[:-1]), results.c.lost_by)
    .select_from(results.join(games))
    .where(results.c.lost_by > 0, or_(results.c.line.is_(None), results.c.line == games.c.moves))
    .order_by(results.c.id.desc())
    .limit(bindparam("most"))
)
_LOST_BY_PLAYER = _LOST.where(
    results.c.player == bindparam("player"),
    results.c.game == bindparam("game"),
    games.c.revision == bindparam("revision"),
)
_OVER = results.alias("daily_that_is_over")
_LOST_DAILIES = _LOST.where(
    results.c.id.in_(
        select(_OVER.c.id).where(
            LOST_DAILY, _OVER.c.day >= bindparam("first"), _OVER.c.day < bindparam("end")
        )
    )
)
_OF_TODAY = select(puzzles.c.game, puzzles.c.seed).where(
    puzzles.c.id == bindparam("key"), puzzles.c.day >= bindparam("today")
)
_SETTLE = (
    update(tries)
    .where(tries.c.game_id == bindparam("key"), tries.c.outcome == Tried.OPEN.value)
    .values(outcome=bindparam("how"), ended_at=bindparam("now"))
)


class Puzzles:
    """The tables of puzzles and of tries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, new: NewPuzzle, lost: int | None = None) -> bool:
        """Keep a puzzle; return False if there is one of its position, or day, already.

        Also False if the game `lost` that it was made of has been deleted meanwhile.
        """
        # Moves in another order may lead to the same position, which has the same proof.
        position = hashlib.sha256(f"{new.game}/{new.seed}/{new.proof}".encode()).hexdigest()
        values = {**new._asdict(), "position": position, "made_at": self._database.now()}
        try:
            async with self._database.transaction() as connection:
                await take_part(connection)
                if lost is not None and not (await connection.execute(_IS_KEPT, {"game_id": lost})).first():
                    return False
                await connection.execute(insert(puzzles), values)
        except IntegrityError as error:
            if not is_taken(error):
                raise
            return False
        return True

    async def of_day(self, day: date) -> Puzzle | None:
        """Return the puzzle of a day, or None if it has not been made yet."""
        return await self._find(_OF_DAY, day=day)

    async def seeds(self) -> set[str]:
        """Return the seeds of the puzzles of today and of days to come."""
        asked = {"today": self._database.now().date()}
        return set((await self._database.execute(_SEEDS, asked)).scalars())

    async def of_game(self, game_id: int) -> Puzzle | None:
        """Return the puzzle that a game is a try at; None if there is none."""
        return await self._find(_OF_GAME, game_id=game_id)

    async def at(self, player: int, puzzle: int) -> SavedGame | None:
        """Return the game with which a player tries, or has tried, a puzzle; None before that."""
        return await self._game(_AT, player=player, puzzle=puzzle)

    async def begun(self, player: int, game: str) -> SavedGame | None:
        """Return a player's open try at a puzzle of a game, other than that of today, or None."""
        return await self._game(_OPEN, player=player, game=game, today=self._database.now().date())

    async def next(self, player: int, game: str, revision: int) -> Puzzle | None:
        """Return the next puzzle of a game that a player has not had, or None if there is none.

        Of those from the same source, it is the one whose rating is nearest to the player's.
        """
        return await self._find(_NEXT, **self._asked(player, game, revision))

    async def left(self, player: int, game: str, revision: int, most: int) -> int:
        """Return how many puzzles of a game a player has not had, at most `most`."""
        asked = {**self._asked(player, game, revision), "most": most}
        return int((await self._database.execute(_STOCK, asked)).scalar_one())

    def _asked(self, player: int, game: str, revision: int) -> dict[str, Any]:
        today = self._database.now().date()
        return {"player": player, "game": game, "revision": revision, "today": today}

    async def lost_by(self, player: int, game: str, revision: int, most: int) -> list[LostGame]:
        """Return the latest games, at most `most`, that a player is known to have lost by some move."""
        asked = {"player": player, "game": game, "revision": revision, "most": most}
        return await self._lost(_LOST_BY_PLAYER, asked)

    async def lost_dailies(self, first: date, end: date, most: int) -> list[LostGame]:
        """Return the latest games of dailies, from a day to before another, known to be lost by some move."""
        return await self._lost(_LOST_DAILIES, {"first": first, "end": end, "most": most})

    async def _lost(self, query: Select[Any], asked: dict[str, Any]) -> list[LostGame]:
        return [LostGame(*row) for row in await self._database.execute(query, asked)]

    async def _find(self, query: Select[Any], **asked: Any) -> Puzzle | None:
        row = (await self._database.execute(query, asked)).one_or_none()
        return None if row is None else Puzzle(*row)

    async def _game(self, query: Select[Any], **asked: Any) -> SavedGame | None:
        row = (await self._database.execute(query, asked)).mappings().first()
        return None if row is None else saved_game(row)


async def begin_try(
    connection: AsyncConnection, player: int, puzzle: int, game_id: int, now: datetime
) -> None:
    """Record the game with which a player tries a puzzle.

    Raise PuzzleTaken if that is not the first, DealSeen if it is today's and the player had it before all
    data about them was deleted. Call this after `take_part`.
    """
    todays = (await connection.execute(_OF_TODAY, {"key": puzzle, "today": now.date()})).one_or_none()
    if todays is not None:
        await check_unseen(connection, player, *todays)
    values = {"player": player, "puzzle": puzzle, "game_id": game_id, "began_at": now}
    try:
        await connection.execute(insert(tries), values)
    except IntegrityError as error:
        if not is_taken(error):
            raise
        raise PuzzleTaken("The player has tried this puzzle already.") from error


async def settle_try(connection: AsyncConnection, game_id: int, how: Tried, now: datetime) -> None:
    """Record how the open try ended that a game is: once, in the transaction that saves its last move.

    The player's turn must have been taken.
    """
    settled = await connection.execute(_SETTLE, {"key": game_id, "how": how.value, "now": now})
    if settled.rowcount:
        await rate_try(connection, game_id, now, solved=how is Tried.SOLVED)
