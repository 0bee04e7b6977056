"""What is in a backup of an SQLite database, and all games of either kind of database, to be checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import DBAPIError

from bot.store.addresses import file_of
from bot.store.copies import reading
from bot.store.database import Database
from bot.store.errors import StoreError, StoreFailing
from bot.store.files import check_is_file
from bot.store.migrate import check_known
from bot.store.tables import games, results
from bot.store.transfer import Progress
from bot.store.troubles import reason_of

_COLUMNS = "g.id, g.game, g.revision, g.seed, g.moves, g.status, g.undos, r.outcome, r.left"
_LATEST = (
    f"SELECT {_COLUMNS} FROM games g LEFT JOIN results r ON r.game_id = g.id "  # noqa: S608  all constants
    "WHERE g.set_aside IS NULL ORDER BY g.id DESC LIMIT ?"
)


class KeptGame(NamedTuple):
    """What a backup holds of a game; `outcome` and `left` are None without a result."""

    id: int
    game: str
    revision: int
    seed: str
    moves: str
    status: str
    undos: int
    outcome: str | None
    left: int | None


def count_games(path: Path) -> int:
    """Return how many games a database holds; raise StoreError if it is not one of ours."""
    with reading(path) as connection:
        (games,) = connection.execute("SELECT count(*) FROM games").fetchone()
        return int(games)


def check_revision(path: Path) -> None:
    """Raise NewerDatabase if a newer program has migrated a database, StoreError if another one has."""
    with reading(path) as connection:
        (revision,) = connection.execute("SELECT max(version_num) FROM alembic_version").fetchone()
    check_known(revision, path)


def latest_games(path: Path, most: int) -> Iterator[KeptGame]:
    """Yield the latest games that can be read, with their results; raise StoreError as `count_games` does."""
    with reading(path) as connection:
        yield from map(KeptGame._make, connection.execute(_LATEST, (most,)))


_PAGE_ROWS = 1_000
_LAST = select(func.coalesce(func.max(games.c.id), 0))
_GAMES = (
    select(
        *(games.c[name] for name in ("id", "game", "revision", "seed", "moves", "status", "undos")),
        results.c.outcome,
        results.c.left,
    )
    .outerjoin(results, results.c.game_id == games.c.id)
    .where(games.c.set_aside.is_(None), games.c.id < bindparam("below"))
    .order_by(games.c.id.desc())
    .limit(_PAGE_ROWS)
)
"""Nothing that the tables of an older program lack."""


async def look_at_all(url: str, look: Callable[[KeptGame], None], progress: Progress) -> None:
    """Show every game that can be read, the latest first; raise StoreError if there is no such database."""
    file = file_of(url)
    if file is not None:
        check_is_file(file.absolute(), "database")
    database = Database(url)
    try:
        await _look_at_all(database, look, progress)
    except StoreFailing as error:
        raise StoreError(f"The database cannot be read: {reason_of(error)}.") from error
    except DBAPIError as error:
        raise StoreError(f"That is not a database of Idle Year: {reason_of(error)}.") from error
    finally:
        await database.close()


async def _look_at_all(database: Database, look: Callable[[KeptGame], None], progress: Progress) -> None:
    last = (await database.execute(_LAST)).scalar_one()
    below = last + 1
    with progress(last) as show:
        while some := (await database.execute(_GAMES, {"below": below})).all():
            for row in some:
                look(KeptGame._make(row))
            below = some[-1].id
            show(last + 1 - below)
