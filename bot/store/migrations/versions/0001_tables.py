"""Create the tables, and the triggers that mark the best results of players who hide."""

from __future__ import annotations

from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "1.0001"
down_revision = None

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_MOMENT = sa.DateTime(timezone=True)

# Triggers keep the mark right whichever version of the program saves a result, or hides a player.
_TRIGGERS = {
    "sqlite": (
        """
        CREATE TRIGGER best_saved AFTER INSERT ON bests
        WHEN EXISTS (SELECT 1 FROM hidden_players WHERE player = NEW.player AND guild IN (0, NEW.guild))
        BEGIN
            UPDATE bests SET hidden = true
            WHERE player = NEW.player AND guild = NEW.guild AND game = NEW.game AND period = NEW.period;
        END
        """,
        """
        CREATE TRIGGER player_hidden AFTER INSERT ON hidden_players
        BEGIN
            UPDATE bests SET hidden = true WHERE player = NEW.player AND NEW.guild IN (0, guild);
        END
        """,
        """
        CREATE TRIGGER player_shown AFTER DELETE ON hidden_players
        BEGIN
            UPDATE bests SET hidden = EXISTS (
                SELECT 1 FROM hidden_players AS others
                WHERE others.player = OLD.player AND others.guild IN (0, bests.guild)
            )
            WHERE player = OLD.player AND OLD.guild IN (0, guild);
        END
        """,
    ),
    "postgresql": (
        # Whoever is shown again at this moment waits for the result, or the result for them. The functions
        # are already there if an older dump was restored over a newer database.
        """
        CREATE OR REPLACE FUNCTION mark_best() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM 1 FROM hidden_players WHERE player = NEW.player AND guild IN (0, NEW.guild) FOR KEY SHARE;
            NEW.hidden := NEW.hidden OR FOUND;
            RETURN NEW;
        END $$
        """,
        "CREATE TRIGGER best_saved BEFORE INSERT ON bests FOR EACH ROW EXECUTE FUNCTION mark_best()",
        """
        CREATE OR REPLACE FUNCTION mark_bests() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            whose bigint := coalesce(NEW.player, OLD.player);
            there bigint := coalesce(NEW.guild, OLD.guild);
        BEGIN
            UPDATE bests SET hidden = EXISTS (
                SELECT 1 FROM hidden_players AS hiding
                WHERE hiding.player = whose AND hiding.guild IN (0, bests.guild)
            )
            WHERE player = whose AND there IN (0, guild);
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER player_hidden_or_shown AFTER INSERT OR DELETE ON hidden_players
        FOR EACH ROW EXECUTE FUNCTION mark_bests()
        """,
    ),
}


def upgrade() -> None:
    """Create everything; leaderboards then need not look up who hides."""
    _create_games()
    _create_results()
    _create_together()
    _create_settings()
    for statement in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> NoReturn:
    """Refuse: there is nothing before it."""
    raise NotImplementedError("There are no tables before these.")


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("undone", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False, server_default="chosen"),
        sa.Column("day", sa.Date),
        *(
            sa.Column(name, sa.Integer, nullable=False, server_default="0")
            for name in ("undos", "hints", "checks")
        ),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("updated_at", _MOMENT, nullable=False),
        sa.Column("set_aside", sa.Text),
        sa.CheckConstraint("status IN ('playing', 'finished', 'resigned')", name="games_status"),
        sqlite_autoincrement=True,
    )
    _index(
        "games_one_playing",
        "games",
        "owner",
        "channel",
        where="status = 'playing' AND kind <> 'daily'",
        unique=True,
    )
    _index("games_of_a_seat", "games", "owner", "channel", "id")
    # After the one above: of two that serve as well, SQLite takes the younger, and this one is shorter.
    _index("games_in_play", "games", "owner", "channel", where="status = 'playing'")
    _index("games_of_a_deal", "games", "owner", "seed", "game")
    _index("games_one_daily", "games", "owner", "day", "game", where="kind = 'daily'", unique=True)


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("game_id", _KEY, sa.ForeignKey("games.id"), nullable=False, unique=True),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("day", sa.Date),
        sa.Column("outcome", sa.Text, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("assisted", "left", "moves", "seconds")),
        sa.Column("lost_by", sa.Integer),
        sa.Column("ended_at", _MOMENT, nullable=False),
        sa.Column("unwon", sa.Integer, nullable=False, server_default="1"),
        sa.Column("tiebreak", sa.Integer, nullable=False, server_default="9999"),
    )
    of_a_player = "player", "game", "ended_at", "outcome", "assisted", "left", "lost_by", "kind"
    _index("results_of_a_player", "results", *of_a_player)
    _index(
        "dailies_of_a_player", "results", "player", "day", "game", "kind", "outcome", where="day IS NOT NULL"
    )
    _index("results_of_a_server", "results", "guild", "game", "left", "outcome")
    _index("results_of_a_day", "results", "guild", "day", "game")
    op.create_table(
        "bests",
        *(
            sa.Column(name, sa.BigInteger, primary_key=True, autoincrement=False)
            for name in ("player", "guild")
        ),
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("game", "period")),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in ("unwon", "assisted", "left", "moves", "seconds")
        ),
        sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("tiebreak", sa.Integer, nullable=False, server_default="9999"),
        sqlite_with_rowid=False,
    )
    order = "unwon", "assisted", "left", "tiebreak", "moves", "seconds", "player"
    _index("bests_in_order", "bests", "guild", "game", "period", "hidden", *order)


def _create_together() -> None:
    op.create_table(
        "dailies",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("family", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("stars", sa.Integer),
        sa.Column("chance", sa.Float),
    )
    op.create_table(
        "races",
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("starter", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("started_at", _MOMENT, nullable=False),
        sa.Column("ends_at", _MOMENT, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("first_end", _MOMENT),
        sa.Column("reposted", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("shown", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    _index("races_going_on", "races", "over", "ends_at")
    _index("races_unsettled", "races", "guild", where="settled = false")
    _index("races_one_a_channel", "races", "channel", where="over = false", unique=True)
    op.create_table(
        "racers",
        sa.Column("race", _KEY, sa.ForeignKey("races.id"), primary_key=True),
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", _KEY, sa.ForeignKey("games.id"), nullable=False, unique=True),
    )
    op.create_table(
        "seen_deals",
        sa.Column("fingerprint", sa.Text, primary_key=True),
        sa.Column("until", _MOMENT, nullable=False),
    )


def _create_settings() -> None:
    op.create_table(
        "looks",
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("colours", sa.Text, nullable=False),
        sa.Column("a_line", sa.Integer, nullable=False),
        sa.Column("deals", sa.Text, nullable=False, server_default="any"),
        sa.Column("dealing", sa.Text, nullable=False, server_default="by hand"),
    )
    op.create_table(
        "hidden_players",
        *(
            sa.Column(name, sa.BigInteger, primary_key=True, autoincrement=False)
            for name in ("guild", "player")
        ),
    )
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("last_digest", sa.Date),
        sa.Column("due_at", _MOMENT, nullable=False),
        sa.Column("taken_until", _MOMENT),
        sa.Column("refused", sa.Integer, nullable=False, server_default="0"),
        sa.Column("manager", sa.BigInteger),
    )
    _index("servers_due", "servers", "due_at")
    op.create_table(
        "left_servers",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("left_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "commands",
        sa.Column("application", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("ids", sa.Text, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def _index(name: str, table: str, *columns: str, where: str | None = None, unique: bool = False) -> None:
    condition = None if where is None else sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
