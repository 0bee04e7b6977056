"""Games, and how they ended."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    false,
    text,
)

from bot.store.tables.base import Key, Moment, metadata

# Queries must spell this as the index does: SQLite does not use the index for a bound parameter.
PLAYING = text("status = 'playing'")
SEATED = text("status = 'playing' AND kind <> 'daily'")
COUNTED_DAILY = text("kind = 'daily'")
NO_DAILY = text("kind <> 'daily'")
OF_A_DAILY = text("day IS NOT NULL")

NO_TIEBREAK = 9999
"""Stands where nothing breaks a tie, or nobody knows: more than any number that does, so it ranks last."""

games = Table(
    "games",
    metadata,
    Column("id", Key, primary_key=True),
    Column("owner", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("guild", BigInteger),
    Column("game", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("seed", Text, nullable=False),
    Column("moves", Text, nullable=False),
    Column("undone", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("kind", Text, nullable=False, server_default="chosen"),
    Column("day", Date),
    Column("undos", Integer, nullable=False, server_default="0"),
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("checks", Integer, nullable=False, server_default="0"),
    Column("public", Boolean, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("set_aside", Text),
    CheckConstraint("status IN ('playing', 'finished', 'resigned')", name="games_status"),
    Index("games_one_playing", "owner", "channel", unique=True, sqlite_where=SEATED, postgresql_where=SEATED),
    Index("games_in_play", "owner", "channel", sqlite_where=PLAYING, postgresql_where=PLAYING),
    Index("games_of_a_seat", "owner", "channel", "id"),
    Index("games_of_a_deal", "owner", "seed", "game"),
    Index(
        *("games_one_daily", "owner", "day", "game"),
        unique=True,
        sqlite_where=COUNTED_DAILY,
        postgresql_where=COUNTED_DAILY,
    ),
    # Buttons of old messages carry ids: an id must never come to mean another game.
    sqlite_autoincrement=True,
)
"""Every game that was dealt; a player plays one at a time in a channel, and dailies that count beside it.

`set_aside` says why a game could not be read, after the status that it had; else it is empty.
"""

results = Table(
    "results",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game_id", Key, ForeignKey("games.id"), nullable=False, unique=True),
    Column("player", BigInteger, nullable=False),
    Column("guild", BigInteger),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("day", Date),
    Column("outcome", Text, nullable=False),
    Column("assisted", Integer, nullable=False),
    Column("left", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("lost_by", Integer),
    Column("ended_at", Moment, nullable=False),
    Column("unwon", Integer, nullable=False, server_default="1"),
    Column("tiebreak", Integer, nullable=False, server_default=str(NO_TIEBREAK)),
    # These three cover all that statistics ask about thousands of games of a player or a server.
    Index(
        *("results_of_a_player", "player", "game", "ended_at"),
        *("outcome", "assisted", "left", "lost_by", "kind"),
    ),
    Index(
        *("dailies_of_a_player", "player", "day", "game", "kind", "outcome"),
        sqlite_where=OF_A_DAILY,
        postgresql_where=OF_A_DAILY,
    ),
    Index("results_of_a_server", "guild", "game", "left", "outcome"),
    Index("results_of_a_day", "guild", "day", "game"),
)
"""How games ended, one row per game that is over and had a move.

`lost_by` is the number of the move that lost a winnable game, 0 if no move did, and empty if nobody has
looked; `unwon` is 0 if the outcome is a win, else 1. `tiebreak` ranks results with as much left, such as by
the penalty of Accordion; those from before it was kept, and of games without one, have NO_TIEBREAK.
"""

bests = Table(
    "bests",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("unwon", Integer, nullable=False),
    Column("assisted", Integer, nullable=False),
    Column("left", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Column("tiebreak", Integer, nullable=False, server_default=str(NO_TIEBREAK)),
    Index(
        *("bests_in_order", "guild", "game", "period", "hidden"),
        *("unwon", "assisted", "left", "tiebreak", "moves", "seconds", "player"),
    ),
    # Rows are stored in key order: SQLite finds those of a player without scanning a whole server's.
    sqlite_with_rowid=False,
)
"""Each player's best result of a game in a server, today, this month and of all time: a leaderboard is a part
of it that is in order already. Leftovers from days and months that are over are never queried.

`hidden` says whether the player hides from leaderboards there; triggers (see migration 0018) keep it so.
"""
