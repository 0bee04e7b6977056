"""The board of a month over all games: what each player of a server has won of its dailies without help."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from sqlalchemy import Integer, bindparam, cast, func, select

from bot.store.daily import SHOWN
from bot.store.database import Database
from bot.store.ranks import page_of
from bot.store.tables import UNAIDED_WIN, dailies, results

BEST_OF_A_FAMILY = 2
"""A player's wins that count in each family: whoever plays more can only put better ones in their place."""
_UNGRADED = 1
"""The stars of a daily that has none."""


class MonthPlace(NamedTuple):
    """A player's place on the board of a month."""

    number: int
    """1 is the best; equal points share one."""
    position: int
    """The line that it is on, counted from 1."""
    players: int
    """How many players are on the board."""
    player: int
    points: int
    wins: int
    """Wins that count."""


_STARS = func.coalesce(dailies.c.stars, _UNGRADED)
_WON = (
    select(
        results.c.player,
        _STARS.label("stars"),
        func.row_number()
        .over(partition_by=(results.c.player, dailies.c.family), order_by=_STARS.desc())
        .label("line"),
    )
    .join(dailies, (dailies.c.day == results.c.day) & (dailies.c.game == results.c.game))
    .where(
        UNAIDED_WIN,
        results.c.guild == bindparam("guild"),
        results.c.day >= bindparam("first"),
        results.c.day <= bindparam("last"),
        SHOWN,
    )
    .subquery()
)
_POINTS = (
    select(
        _WON.c.player,
        cast(func.sum(_WON.c.stars), Integer).label("points"),
        func.count().label("wins"),
    )
    .where(_WON.c.line <= BEST_OF_A_FAMILY)
    .group_by(_WON.c.player)
    .subquery()
)
_PLACES = page_of(_POINTS, "points")


class Months:
    """The boards of months."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def places(
        self, guild: int, first: date, last: date, *, page: int, count: int, asker: int
    ) -> list[MonthPlace]:
        """Return a page of `count` places, or the last one if there are fewer, and the asker's own anywhere.

        The dailies are those of the days from `first` to `last`. Pages are counted from 0. Who hides has no
        place.
        """
        asked = {"guild": guild, "first": first, "last": last, "page": page, "count": count, "asker": asker}
        return [MonthPlace(*row) for row in await self._database.execute(_PLACES, asked)]
