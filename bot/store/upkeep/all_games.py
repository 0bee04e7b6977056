"""All games of a database of either kind, to be replayed where they are; the bot may be running."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import DBAPIError

from bot.store.connections.addresses import file_of
from bot.store.connections.database import Database
from bot.store.connections.troubles import reason_of
from bot.store.errors import StoreError, StoreFailing
from bot.store.tables import games, results
from bot.store.upkeep.backup import KeptGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.store.upkeep.transfer import Progress

_AT_ONCE = 1_000
_LAST = select(func.coalesce(func.max(games.c.id), 0))
_GAMES = (
    select(
        *(games.c[name] for name in ("id", "game", "revision", "seed", "moves", "status")),
        results.c.outcome,
        results.c.left,
    )
    .outerjoin(results, results.c.game_id == games.c.id)
    .where(games.c.set_aside.is_(None), games.c.id < bindparam("below"))
    .order_by(games.c.id.desc())
    .limit(_AT_ONCE)
)
"""Nothing that the tables of an older program lack."""


async def look_at_all(url: str, look: Callable[[KeptGame], None], progress: Progress) -> None:
    """Show every game that can be read, the latest first; raise StoreError if there is no such database."""
    file = file_of(url)
    if file is not None and not file.is_file():
        raise StoreError(f"There is no database {file.absolute()}.")
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
