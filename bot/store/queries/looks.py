"""The queries on players' looks."""

from __future__ import annotations

import enum
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select

from bot.store.connections.database import take_turns
from bot.store.tables import looks

if TYPE_CHECKING:
    from bot.store.connections.database import Database

LINES = (5, 8, 10, 13)
"""How many cards a line may hold; ten fit a phone and make the numbering decimal."""


class Cards(enum.StrEnum):
    """How cards are shown."""

    EMOJI = "emoji"
    LARGE = "large"
    TEXT = "text"
    WORDS = "words"


class Colours(enum.StrEnum):
    """In how many colours the suits of card emoji are drawn."""

    FOUR = "four"
    TWO = "two"


class Deals(enum.StrEnum):
    """Which deals a player gets without asking for any in particular."""

    ANY = "any"
    WINNABLE = "winnable"


class Dealing(enum.StrEnum):
    """Who deals when nothing else can be done."""

    BY_HAND = "by hand"
    BY_ITSELF = "by itself"


@dataclass(frozen=True)
class Look:
    """How a player wants to see cards, and to be dealt them."""

    cards: Cards = Cards.EMOJI
    colours: Colours = Colours.FOUR
    a_line: int = 10
    deals: Deals = Deals.ANY
    dealing: Dealing = Dealing.BY_HAND


_OF_PLAYER = select(looks).where(looks.c.player == bindparam("key"))
_DELETE = delete(looks).where(looks.c.player == bindparam("key"))


class Looks:
    """The table of looks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, player: int) -> Look:
        """Return a player's look: the default one if none was chosen."""
        row = (await self._database.execute(_OF_PLAYER, {"key": player})).mappings().one_or_none()
        if row is None:
            return Look()
        return Look(
            Cards(row["cards"]),
            Colours(row["colours"]),
            row["a_line"],
            Deals(row["deals"]),
            Dealing(row["dealing"]),
        )

    async def put(self, player: int, look: Look) -> None:
        """Save a player's look, replacing any older one."""
        async with self._database.transaction() as connection:
            await take_turns(connection, player)
            await connection.execute(_DELETE, {"key": player})
            await connection.execute(insert(looks), {"player": player, **asdict(look)})
