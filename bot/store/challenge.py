"""Challenges: who was dealt the same by a post of how a game went."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, exists, insert, or_, select

from bot.store.database import Database
from bot.store.tables import PLAYING, challenges, games, results


class Challenge(NamedTuple):
    """A player, the game that they were dealt by a post, and the game that the post is about."""

    message: int
    player: int
    game_id: int
    shared: int
    """The id of the game to beat, which its player may have deleted since."""
    guild: int
    """0 outside servers."""


_NEWEST_FIRST = challenges.c.game_id.desc()
# Games that were given up before their first move have no result.
_TRIED = or_(PLAYING, exists().where(results.c.game_id == games.c.id))
_OF_MESSAGE = (
    select(challenges)
    .join(games, games.c.id == challenges.c.game_id)
    .where(challenges.c.message == bindparam("key"), _TRIED)
    .order_by(_NEWEST_FIRST)
)
_OF_GAME = (
    select(challenges)
    .where(challenges.c.game_id == bindparam("key"))
    .order_by(challenges.c.message.desc())
    .limit(1)
)
_FORGET = delete(challenges).where(
    challenges.c.message == bindparam("of"), challenges.c.game_id == bindparam("which")
)


class Challenges:
    """The table of challenges."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, challenge: Challenge) -> None:
        """Save what a player was dealt by a post, once a game."""
        async with self._database.transaction() as connection:
            await connection.execute(_FORGET, {"of": challenge.message, "which": challenge.game_id})
            await connection.execute(insert(challenges), challenge._asdict())

    async def of_message(self, message: int) -> list[Challenge]:
        """Return what is, or was, played of what a post has dealt, the newest game first."""
        return [Challenge(*row) for row in await self._database.execute(_OF_MESSAGE, {"key": message})]

    async def of_game(self, game_id: int) -> Challenge | None:
        """Return the challenge that a game was dealt for, the latest of several; None if there is none."""
        row = (await self._database.execute(_OF_GAME, {"key": game_id})).one_or_none()
        return None if row is None else Challenge(*row)
