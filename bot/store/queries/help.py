"""Whether a player has had help with a deal, in any game of it, wherever it is played.

Nothing is stored for this: the games' own counts are enough, and are saved before the help is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, case, exists, or_, select

from bot.store.tables import games, results

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

_ANY = games.alias("any_game")
_HAD_HELP = exists().where(
    *(_ANY.c[name] == games.c[name] for name in ("owner", "game", "seed")),
    or_(
        _ANY.c.undos > 0,
        _ANY.c.hints > 0,
        _ANY.c.checks > 0,
        # Playing the same cards in a second game lets a player try out in one what to play in the other.
        and_(_ANY.c.id != games.c.id, _ANY.c.moves != ""),
    ),
)
_ONE = select(_HAD_HELP).where(games.c.id == bindparam("key"))
# What comes after the end of a game does not change its result.
_ASSISTED = (
    select(games.c.id)
    .outerjoin(results, results.c.game_id == games.c.id)
    .where(
        games.c.id.in_(bindparam("keys", expanding=True)),
        case((results.c.id.is_not(None), results.c.assisted == 1), else_=_HAD_HELP),
    )
)


async def had_help(connection: AsyncConnection, game_id: int) -> bool:
    """Whether a game that ends now is assisted."""
    return bool((await connection.execute(_ONE, {"key": game_id})).scalar_one())


async def assisted_of(connection: AsyncConnection, game_ids: list[int]) -> set[int]:
    """Return which of some games are assisted, by their results or as they stand."""
    return set((await connection.execute(_ASSISTED, {"keys": game_ids})).scalars())
