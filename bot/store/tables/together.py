"""What several people share: dailies and races."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    false,
    text,
)

from bot.store.tables.base import Key, Moment, metadata

RUNNING = text("over = false")
UNSETTLED = text("settled = false")

dailies = Table(
    "dailies",
    metadata,
    Column("day", Date, primary_key=True),
    Column("family", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("seed", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("stars", Integer),
    Column("chance", Float),
)
"""The deal of each day and family, prepared ahead; seed and key stay secret until the day is over."""

races = Table(
    "races",
    metadata,
    Column("id", Key, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("starter", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("first_end", Moment),
    Column("reposted", Boolean, nullable=False, server_default=false()),
    Column("shown", BigInteger, nullable=False, server_default="0"),
    Column("settled", Boolean, nullable=False, server_default=false()),
    Index("races_going_on", "over", "ends_at"),
    Index("races_unsettled", "guild", sqlite_where=UNSETTLED, postgresql_where=UNSETTLED),
    Index("races_one_a_channel", "channel", unique=True, sqlite_where=RUNNING, postgresql_where=RUNNING),
)
"""Deals that several people play at once; one at a time in a channel.

`first_end` says when the first of them finished, whatever has become of that game since.
`shown` is the state of its games that the message shows, `reposted` says that it is not the first message,
and `settled` that nothing is left to show.
"""

racers = Table(
    "racers",
    metadata,
    Column("race", Key, ForeignKey("races.id"), primary_key=True),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", Key, ForeignKey("games.id"), nullable=False, unique=True),
)
"""Who takes part in a race, with which game."""
