"""How well players do at puzzles, and how hard these are: a try that counts changes both ratings at once.

That of somebody whose rating is provisional leaves the puzzle's alone: nobody knows yet what it says.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.pure.glicko import Rating, rated
from bot.store.database import Database
from bot.store.privacy import is_unrated
from bot.store.ranks import EVERYWHERE, page_of, shown
from bot.store.tables import games, puzzles, ratings, tries

_KNOWN = 110.0
"""A rating is provisional as long as its deviation is larger."""
_A_PERIOD = timedelta(days=1)
"""Of Glicko-2: each try ends one as well."""


class PlayerRating(NamedTuple):
    """How well a player does at puzzles."""

    rating: int
    """1500 is where everybody begins."""
    known: bool
    """Whether it is sure enough to be compared with others; else it is provisional."""


class PuzzlePlace(NamedTuple):
    """A player's place among those of a server whose ratings are known."""

    number: int
    """1 is the best; equal ratings share one."""
    position: int
    """The line that it is on, counted from 1."""
    players: int
    """How many players are on the board."""
    player: int
    rating: int


class _Kept(NamedTuple):
    guild: int
    rating: int
    deviation: float
    volatility: float
    rated_at: datetime


class _Counted(NamedTuple):
    """A try that counts, and its puzzle's rating."""

    player: int
    guild: int
    puzzle: int
    looked_up: bool
    """Whether its player began another game of the deal while it was open."""
    rating: int
    deviation: float
    volatility: float


_OTHER = games.alias("other_game")
# With another game of the deal, its player could look up there what to play here; the pack is the same in
# every game. A player who had one before can neither gain nor lose; one who began it meanwhile has failed.
_SAME_DEAL = exists().where(*(_OTHER.c[name] == games.c[name] for name in ("owner", "seed")))
_HAD_BEFORE = _SAME_DEAL.where(_OTHER.c.id < games.c.id)
_BEGAN_MEANWHILE = _SAME_DEAL.where(_OTHER.c.id > games.c.id)
# A day's puzzle is talked about, and a run is for play. The rows of players are not locked: their turn is
# taken.
_COUNTED = (
    select(
        tries.c.player,
        func.coalesce(games.c.guild, EVERYWHERE).label("guild"),
        tries.c.puzzle,
        _BEGAN_MEANWHILE.label("looked_up"),
        *(puzzles.c[name] for name in Rating._fields),
    )
    .select_from(tries.join(puzzles).join(games, games.c.id == tries.c.game_id))
    .where(tries.c.game_id == bindparam("key"), puzzles.c.day.is_(None), tries.c.run.is_(None), ~_HAD_BEFORE)
    .with_for_update(of=puzzles)
)
_OWN = ratings.c.player == bindparam("whose")
_ALL_OWN = select(*(ratings.c[name] for name in _Kept._fields)).where(_OWN)
_DELETE_OWN = delete(ratings).where(_OWN)
_RATE_PUZZLE = update(puzzles).where(puzzles.c.id == bindparam("key"))
_OF_PLAYER = select(ratings.c.rating, (ratings.c.known_until > bindparam("now")).label("known")).where(
    ratings.c.player == bindparam("player"), ratings.c.guild == EVERYWHERE
)
_PLACES = page_of(
    select(ratings.c.player, ratings.c.rating)
    .where(
        ratings.c.guild == bindparam("guild"),
        ratings.c.known_until > bindparam("now"),
        shown(ratings.c.player),
    )
    .subquery(),
    "rating",
)


def distance_to(player: ColumnElement[int]) -> ColumnElement[int]:
    """Return how far a puzzle's rating is from that of a player, or of somebody new."""
    own = select(ratings.c.rating).where(ratings.c.player == player, ratings.c.guild == EVERYWHERE)
    return func.abs(puzzles.c.rating - func.coalesce(own.scalar_subquery(), round(Rating().rating)))


class Ratings:
    """The ratings of players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: int) -> PlayerRating | None:
        """Return a player's rating; None before the first try that counts."""
        asked = {"player": player, "now": self._database.now()}
        row = (await self._database.execute(_OF_PLAYER, asked)).one_or_none()
        return None if row is None else PlayerRating(row.rating, bool(row.known))

    async def places(self, guild: int, *, page: int, count: int, asker: int) -> list[PuzzlePlace]:
        """Return a page of `count` places, or the last one if there are fewer, and the asker's own anywhere.

        Ratings are listed once they are known, of those who have tried a puzzle in the server that counts.
        Pages are counted from 0. Players who hide have no place.
        """
        asked = {"guild": guild, "page": page, "count": count, "asker": asker, "now": self._database.now()}
        return [PuzzlePlace(*row) for row in await self._database.execute(_PLACES, asked)]


async def rate_try(connection: AsyncConnection, game_id: int, now: datetime, *, solved: bool) -> int | None:
    """Within the transaction that settles a try, change the ratings of its player and its puzzle.

    Return by how many points that of the player has changed; None if the try does not count.

    One whose player began another game of the deal meanwhile counts as failed. A try that does not count
    changes neither, and one of a player whose rating is provisional not that of the puzzle. The player's turn
    must have been taken; then the puzzle is locked, in this order everywhere.
    """
    row = (await connection.execute(_COUNTED, {"key": game_id})).one_or_none()
    if row is None:
        return None
    counted = _Counted(*row)
    if await is_unrated(connection, counted.player):
        return None
    kept = await _kept(connection, counted.player)
    own = _at(kept.get(EVERYWHERE), now)
    player, puzzle = rated(own, Rating(*counted[4:]), solved=solved and not counted.looked_up)
    await connection.execute(_DELETE_OWN, {"whose": counted.player})
    known_until = now + player.periods_until(_KNOWN) * _A_PERIOD
    values = {**_whole(player), "player": counted.player, "rated_at": now, "known_until": known_until}
    places = kept.keys() | {EVERYWHERE, counted.guild}
    await connection.execute(insert(ratings), [{**values, "guild": guild} for guild in sorted(places)])
    if own.deviation <= _KNOWN:
        await connection.execute(_RATE_PUZZLE.values(**_whole(puzzle)), {"key": counted.puzzle})
    return round(player.rating) - round(own.rating)


async def _kept(connection: AsyncConnection, player: int) -> dict[int, _Kept]:
    """Return a player's rows by their server."""
    rows = await connection.execute(_ALL_OWN, {"whose": player})
    return {row.guild: _Kept(*row) for row in rows}


def _at(kept: _Kept | None, now: datetime) -> Rating:
    """Return a rating as it is after the time since the last try, or that of somebody new."""
    if kept is None:
        return Rating()
    rating = Rating(kept.rating, kept.deviation, kept.volatility)
    return rating.after_periods((now - kept.rated_at) / _A_PERIOD)


def _whole(rating: Rating) -> dict[str, float]:
    """Return a rating for its row: in whole points, so that what is far too easy earns none."""
    return {**rating._asdict(), "rating": round(rating.rating)}
