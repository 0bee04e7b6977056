"""Players: what they have chosen, and all data kept about one, to be handed over or deleted."""

from __future__ import annotations

import enum
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from sqlalchemy import Select, bindparam, delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import MANY, Database, take_turns
from bot.store.race import NOBODY
from bot.store.rows import misfits
from bot.store.seen_deals import FORGET_SEEN, is_seen, remember_seen
from bot.store.tables import (
    bests,
    games,
    hidden_players,
    metadata,
    racers,
    races,
    results,
    servers,
    settings,
)

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


class Forced(enum.StrEnum):
    """What is played for a player when there is no choice."""

    BY_HAND = "by hand"
    """Nothing."""
    BY_ITSELF = "by itself"
    """The only move, and cards if nothing else can be done: one run of them, so that the game is seen."""

    @classmethod
    def _missing_(cls, value: object) -> Forced | None:
        """Read what was saved, or stands on a button, from when moves could be played but no cards dealt."""
        return cls.BY_ITSELF if value == "moves" else None


@dataclass(frozen=True)
class PlayerSettings:
    """What a player has chosen: how to see cards, and how to be dealt them."""

    cards: Cards = Cards.EMOJI
    colours: Colours = Colours.FOUR
    a_line: int = 10
    deals: Deals = Deals.ANY
    forced: Forced = Forced.BY_ITSELF


_USUAL = PlayerSettings()
_CHOSEN = select(settings).where(settings.c.player == bindparam("key"))
_RESET = delete(settings).where(settings.c.player == bindparam("key"))


class SavedSettings:
    """The table of what players have chosen."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, player: int) -> PlayerSettings:
        """Return a player's settings: the usual one for each that was not chosen or cannot be read."""
        row = (await self._database.execute(_CHOSEN, {"key": player})).mappings().one_or_none()
        if row is None:
            return _USUAL
        chosen = {each.name: row[each.name] for each in fields(PlayerSettings)}
        bad = misfits(PlayerSettings, chosen)
        if bad:
            self._database.leave_out(PlayerSettings.__name__, bad)
            chosen |= {name: getattr(_USUAL, name) for name in bad}
        return PlayerSettings(
            Cards(chosen["cards"]),
            Colours(chosen["colours"]),
            chosen["a_line"],
            Deals(chosen["deals"]),
            Forced(chosen["forced"]),
        )

    async def put(self, player: int, chosen: PlayerSettings) -> None:
        """Save a player's settings, replacing any older ones."""
        async with self._database.transaction() as connection:
            await take_turns(connection, player)
            await connection.execute(_RESET, {"key": player})
            await connection.execute(insert(settings), {"player": player, **asdict(chosen)})


HELD = {
    "games": games.c.owner,
    "results": results.c.player,
    "best_results": bests.c.player,
    "races_joined": racers.c.player,
    "races_started": races.c.starter,
    "digests_set_up": servers.c.manager,
    "settings": settings.c.player,
    "hidden_from_leaderboards": hidden_players.c.player,
}
"""Every column that says whose a row is, by the name of the section that players read."""
"""How long others can still play the deal of a daily, or of the longest race."""

_A_READ = 200
"""Rows of games or results per read: between two reads, people can play on."""
_SECTIONS = {
    section: select(*(column for column in whose.table.c if column is not whose))
    .where(whose == bindparam("whose"))
    .order_by(*whose.table.primary_key)
    for section, whose in HELD.items()
}
_LONG_SECTIONS = {
    section: _SECTIONS[section].where(HELD[section].table.c.id > bindparam("after")).limit(_A_READ)
    for section in ("games", "results")
}
_LOCK = select(games.c.id).where(games.c.owner == bindparam("whose")).with_for_update()
_STILL_PLAYED = (
    select(games.c.game, games.c.seed)
    .where(
        games.c.owner == bindparam("whose"),
        or_(
            games.c.day >= bindparam("today"),
            exists().where(
                races.c.over.is_(False), races.c.game == games.c.game, races.c.seed == games.c.seed
            ),
        ),
    )
    .distinct()
)
# A race belongs to everyone who takes part in it, and a digest to its server.
_LEAVE_BEHIND = {
    "races_started": update(races).where(races.c.starter == bindparam("whose")).values(starter=NOBODY),
    "digests_set_up": update(servers).where(servers.c.manager == bindparam("whose")).values(manager=None),
}
_OWN = {whose.table: whose for section, whose in HELD.items() if section not in _LEAVE_BEHIND}
_DELETE = [
    delete(table).where(_OWN[table] == bindparam("whose"))
    for table in reversed(metadata.sorted_tables)  # rows go before those that they refer to
    if table in _OWN
]


class Privacy:
    """What all tables hold about one player."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def held(self, player: int, section: str) -> AsyncIterator[list[dict[str, Any]]]:
        """Yield every row about a player in a section of HELD, some at a time, without the player's id."""
        if section not in _LONG_SECTIONS:
            yield await self._read(_SECTIONS[section], whose=player)
            return
        rows = await self._read(_LONG_SECTIONS[section], whose=player, after=0)
        while rows:
            yield rows
            rows = await self._read(_LONG_SECTIONS[section], whose=player, after=rows[-1]["id"])

    async def _read(self, query: Select[Any], **values: int) -> list[dict[str, Any]]:
        return [dict(row) for row in (await self._database.execute(query, values)).mappings()]

    async def delete(self, player: int) -> None:
        """Delete every row about a player, or none; races and digests they set up stay, anonymised.

        For a day, fingerprints record which deals the player has seen that others still play. Nothing is left
        in SQLite's write-ahead log either, unless somebody is just reading or writing: then it goes within a
        minute.
        """
        whose = {"whose": player}
        async with self._database.transaction() as connection:
            await take_turns(connection, MANY)
            # Locks in the same order as the end of a race: first the race, then its games. Else the two could
            # deadlock.
            for leave in _LEAVE_BEHIND.values():
                await connection.execute(leave, whose)
            # A move that is being saved is either saved before all of this, or finds no game any more.
            await connection.execute(_LOCK, whose)
            # Whoever hides at this moment does so before or after.
            await take_turns(connection, player)
            await self._save_seen(connection, player)
            for query in _DELETE:
                await connection.execute(query, whose)
        await self._database.checkpoint()

    async def has_seen(self, player: int, game: str, seed: str) -> bool:
        """Whether a player had seen a deal when all data about them was deleted, at most a day ago."""
        async with self._database.statement() as connection:
            return await is_seen(connection, player, game, seed)

    async def forget_seen(self) -> None:
        """Delete the fingerprints that have expired."""
        await self._database.execute(FORGET_SEEN, {"now": self._database.now()})

    async def _save_seen(self, connection: AsyncConnection, player: int) -> None:
        now = self._database.now()
        deals = await connection.execute(_STILL_PLAYED, {"whose": player, "today": now.date()})
        for game, seed in deals.all():
            await remember_seen(connection, player, game, seed, now)
