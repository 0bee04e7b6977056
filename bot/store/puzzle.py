"""Puzzles with their proofs, and which of them comes next."""

from __future__ import annotations

import enum
import hashlib
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, case, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.pure.glicko import Rating
from bot.store.database import Database, take_part
from bot.store.rating import distance_to
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


class Wanted(enum.StrEnum):
    """Which puzzle is wanted, by the rating of another."""

    EASIER = "easier"
    HARDER = "harder"
    NEAREST = "nearest"


class NewPuzzle(NamedTuple):
    """A puzzle to keep."""

    game: str
    revision: int
    seed: str
    moves: str
    """Those before its position, in canonical notation."""
    proof: str
    """Which moves keep the win, as `idle-year/idle_year/proof.py` writes it."""
    choices: int
    """How many hard choices there are at least, however the win is kept."""
    source: Source
    player: int = EVERYBODY
    """Whose lost game it is."""
    day: date | None = None
    """The UTC day whose puzzle it is."""
    rating: int = round(Rating().rating)
    deviation: float = Rating().deviation


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
    rating: int = round(Rating().rating)
    deviation: float = Rating().deviation

    @property
    def is_rated(self) -> bool:
        """Whether anything is known of how hard it is."""
        return self.deviation < Rating().deviation


class LostGame(NamedTuple):
    """A game that its player lost."""

    id: int
    game: str
    revision: int
    seed: str
    lost_by: int
    """Which move lost it, from 1 on."""


COLUMNS = [puzzles.c[name] for name in Puzzle._fields]
"""What is read of a puzzle."""
_OF_DAY = select(*COLUMNS).where(puzzles.c.day == bindparam("day"))
_SEEDS = select(puzzles.c.seed).where(puzzles.c.day >= bindparam("today"))
_IS_KEPT = select(games.c.id).where(games.c.id == bindparam("game_id"))
_OF_PLAYER = (
    select(games)
    .select_from(tries.join(puzzles).join(games, games.c.id == tries.c.game_id))
    .where(tries.c.player == bindparam("player"))
)
_NOT_OF_TODAY = puzzles.c.day.is_(None) | (puzzles.c.day < bindparam("today"))
_AT = _OF_PLAYER.where(tries.c.puzzle == bindparam("puzzle"))
_OPEN = (
    _OF_PLAYER.where(
        OPEN_TRY, PLAYING, _NOT_OF_TODAY, tries.c.run.is_(None), puzzles.c.game == bindparam("game")
    )
    .order_by(tries.c.began_at)
    .limit(1)
)
_SAME = puzzles.alias("same")  # the same position may be kept once for everybody and once as a lost game
# A list that is made once: to look for each puzzle among the tries would be puzzles times tries.
_HAD = puzzles.c.position.in_(
    select(_SAME.c.position).join_from(_SAME, tries).where(tries.c.player == bindparam("player"))
)
# To be dealt the cards of an open one again, if from elsewhere in their game, would fail that.
_OPEN_DEAL = puzzles.c.seed.in_(
    select(_SAME.c.seed).join_from(_SAME, tries).where(tries.c.player == bindparam("player"), OPEN_TRY)
)
_TO_BE_HAD = (
    puzzles.c.game == bindparam("game"),
    puzzles.c.revision == bindparam("revision"),
    puzzles.c.player.in_([EVERYBODY, bindparam("player")]),
    _NOT_OF_TODAY,
    ~_HAD,
    ~_OPEN_DEAL,
)
_ORDER = {each.value: place for place, each in enumerate(Source)}
_NEXT = (
    select(*COLUMNS)
    .where(*_TO_BE_HAD)
    .order_by(
        case(_ORDER, value=puzzles.c.source, else_=len(_ORDER)),
        distance_to(bindparam("player")),
        puzzles.c.id,
    )
    .limit(1)
)
_BY_RATING = (
    select(*COLUMNS).where(*_TO_BE_HAD).order_by(func.abs(puzzles.c.rating - bindparam("near")), puzzles.c.id)
).limit(1)
_WANTED = {
    Wanted.EASIER: _BY_RATING.where(puzzles.c.rating < bindparam("near")),
    Wanted.HARDER: _BY_RATING.where(puzzles.c.rating > bindparam("near")),
    Wanted.NEAREST: _BY_RATING,
}
_UNRATED = select(*COLUMNS).where(
    puzzles.c.game == bindparam("game"),
    puzzles.c.revision == bindparam("revision"),
    puzzles.c.deviation >= Rating().deviation,
)
_RATE = (
    update(puzzles)
    .where(puzzles.c.id == bindparam("key"), puzzles.c.deviation >= Rating().deviation)
    .values(rating=bindparam("first"), deviation=bindparam("known"))
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


class Puzzles:
    """The table of puzzles, and which of them a player has had."""

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

    async def by_rating(
        self, player: int, game: str, revision: int, wanted: Wanted, near: int
    ) -> Puzzle | None:
        """Return the puzzle rated nearest to `near` that a player has not had, on the side that is wanted."""
        return await self._find(_WANTED[wanted], **self._asked(player, game, revision), near=near)

    async def unrated(self, game: str, revision: int) -> list[Puzzle]:
        """Return the puzzles of a game of which nothing is known: older versions gave them no rating."""
        rows = await self._database.execute(_UNRATED, {"game": game, "revision": revision})
        return [Puzzle(*row) for row in rows]

    async def rate(self, puzzle: int, first: Rating) -> None:
        """Give a puzzle its first rating, if it has none."""
        values = {"key": puzzle, "first": round(first.rating), "known": first.deviation}
        await self._database.execute(_RATE, values)

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
