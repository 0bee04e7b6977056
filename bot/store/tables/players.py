"""What players and servers have chosen, and what the bot keeps for itself."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Date, Index, Integer, Table, Text

from bot.store.tables.base import Moment, metadata

looks = Table(
    "looks",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("cards", Text, nullable=False),
    Column("colours", Text, nullable=False),
    Column("a_line", Integer, nullable=False),
    Column("deals", Text, nullable=False, server_default="any"),
    Column("dealing", Text, nullable=False, server_default="by hand"),
)
"""How a player wants to see cards and to be dealt them; players without a row get the defaults."""

hidden_players = Table(
    "hidden_players",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
)
"""Who is on no leaderboard of a server; guild 0 stands for all of them, by the player's own choice."""

servers = Table(
    "servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("hour", Integer, nullable=False),
    Column("last_digest", Date),
    Column("due_at", Moment, nullable=False),
    Column("taken_until", Moment),
    Column("refused", Integer, nullable=False, server_default="0"),
    Column("manager", BigInteger),
    Index("servers_due", "due_at"),
)
"""Where and at which hour (UTC) a server wants its digest, and the day of the last one.

Until `taken_until`, the digest that is due is claimed for posting. `refused` counts how often in a row
Discord refused to post it; `manager` is who set it up.
"""

left_servers = Table(
    "left_servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", Moment, nullable=False),
)
"""Servers that the bot has left, until their data is deleted."""

commands = Table(
    "commands",
    metadata,
    Column("application", BigInteger, primary_key=True, autoincrement=False),
    Column("digest", Text, nullable=False),
    Column("ids", Text, nullable=False),
)
"""What was last synced of each application's commands: their SHA-256, and their ids as JSON."""

secrets = Table(
    "secrets", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False)
)
"""Secrets that the bot has made up once and must never tell."""
