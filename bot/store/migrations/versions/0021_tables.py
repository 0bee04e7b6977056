"""Create the tables of version 0.1.0, and the triggers that mark the best results of players who hide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import sqlalchemy as sa
from alembic import op

revision = "1.0021"
down_revision = None

# SQLite autoincrements only INTEGER keys, and its STRICT tables know no other types than these.
_LONG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_DAY = sa.Date().with_variant(sa.Text(), "sqlite")
_MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
_FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")
_REAL = sa.Float().with_variant(sa.REAL(), "sqlite")


def _both(condition: str) -> Mapping[str, str]:
    return dict.fromkeys(("sqlite", "postgresql"), f"{{0}} {condition}")


_IS_DAY = {
    "sqlite": "{0} >= '0001-01-01' AND date({0}, '+0 days') IS {0}",
    "postgresql": "{0} BETWEEN '0001-01-01' AND '9999-12-31'",
}
_IS_MOMENT = {
    "sqlite": (
        "{0} >= '0001-01-01' AND datetime(substr({0}, 1, 19), '+0 days') IS substr({0}, 1, 19) "
        "AND (length({0}) = 19 OR substr({0}, 20) GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9]')"
    ),
    "postgresql": "{0} >= '0001-01-01 00:00+00' AND {0} < '9999-12-31 00:00+00'",
}
_IS_FLAG = {"sqlite": "{0} IN (0, 1)"}
_COUNTS, _IS_BIT, _IS_HOUR = _both(">= 0"), _both("BETWEEN 0 AND 1"), _both("BETWEEN 0 AND 23")
_ARE_STARS, _IS_RATING = _both("BETWEEN 1 AND 5"), _both("BETWEEN -9999 AND 9999")
_CHECKS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "games": {
        "status": _both("IN ('playing', 'finished', 'resigned')"),
        "day": _IS_DAY,
        "created_at updated_at": _IS_MOMENT,
        "public": _IS_FLAG,
        "revision version undos hints checks seconds": _COUNTS,
        "stars": _ARE_STARS,
    },
    "results": {
        "day": _IS_DAY,
        "ended_at": _IS_MOMENT,
        "outcome": _both("IN ('won', 'minor_win', 'stuck', 'resigned')"),
        "assisted unwon": _IS_BIT,
        "moves seconds lost_by": _COUNTS,
    },
    "bests": {"unwon assisted": _IS_BIT, "moves seconds": _COUNTS, "hidden": _IS_FLAG},
    "dailies": {"day": _IS_DAY, "revision number": _COUNTS, "stars": _ARE_STARS},
    "races": {
        "started_at ends_at first_end open_until": _IS_MOMENT,
        "over reposted settled": _IS_FLAG,
    },
    "seen_deals": {"until": _IS_MOMENT},
    "looks": {"a_line": _COUNTS},
    "servers": {
        "last_digest": _IS_DAY,
        "due_at taken_until": _IS_MOMENT,
        "hour": _IS_HOUR,
        "refused": _COUNTS,
        "stale": _IS_FLAG,
    },
    "left_servers": {"left_at": _IS_MOMENT},
    "puzzles": {
        "day": _IS_DAY,
        "made_at": _IS_MOMENT,
        "revision choices": _COUNTS,
        "rating": _IS_RATING,
    },
    "tries": {
        "began_at ended_at": _IS_MOMENT,
        "outcome": _both("IN ('open', 'solved', 'failed')"),
        "kept": _COUNTS,
    },
    "reminders": {
        "last_day": _IS_DAY,
        "due_at taken_until": _IS_MOMENT,
        "hour": _IS_HOUR,
        "unanswered": _COUNTS,
        "once": _IS_FLAG,
    },
    "ratings": {"rated_at known_until": _IS_MOMENT, "rating": _IS_RATING},
    "parlours": {"revision": _COUNTS, "started_at": _IS_MOMENT, "over": _IS_FLAG},
    "parlour_moves": {"number": _COUNTS, "day": _IS_DAY},
}
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
        # Whoever is shown again at this moment waits for the result, or the result for them.
        """
        CREATE FUNCTION mark_best() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM 1 FROM hidden_players WHERE player = NEW.player AND guild IN (0, NEW.guild) FOR KEY SHARE;
            NEW.hidden := NEW.hidden OR FOUND;
            RETURN NEW;
        END $$
        """,
        "CREATE TRIGGER best_saved BEFORE INSERT ON bests FOR EACH ROW EXECUTE FUNCTION mark_best()",
        """
        CREATE FUNCTION mark_bests() RETURNS trigger LANGUAGE plpgsql AS $$
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
    """Create everything."""
    _create_games()
    _create_results()
    _create_settings()
    _create_servers()
    _create_together()
    _create_puzzles()
    _create("commands", _key("application"), *_some("digest ids"))
    _create("secrets", sa.Column("name", sa.Text(), primary_key=True), *_some("value"))
    for statement in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> NoReturn:
    """Refuse: there is nothing before it."""
    raise NotImplementedError("There are no tables before these.")


def _create_games() -> None:
    _create(
        "games",
        sa.Column("id", _LONG, primary_key=True),
        *_some("owner channel", _LONG),
        sa.Column("guild", _LONG),
        *_some("game"),
        *_some("revision", sa.Integer()),
        *_some("seed moves undone"),
        *_some("version", sa.Integer()),
        *_some("status"),
        *_some("kind", usual="chosen"),
        sa.Column("day", _DAY),
        *_some("undos hints checks", sa.Integer(), "0"),
        *_some("public", _FLAG),
        *_some("created_at updated_at", _MOMENT),
        sa.Column("set_aside", sa.Text()),
        *_some("seconds", sa.Integer(), "0"),
        sa.Column("stars", sa.Integer()),
        sa.Column("repeats", _LONG),
        sqlite_autoincrement=True,
    )
    _index("games_of_a_seat", "games", "owner", "channel", "id")
    # After the one above: of two that serve as well, SQLite takes the younger, and this one is shorter.
    _index("games_in_play", "games", "owner", "channel", where="status = 'playing'")
    _index("games_of_a_deal", "games", "owner", "seed", "game")
    _index("games_one_daily", "games", "owner", "day", "game", where="kind = 'daily'", unique=True)
    _index("games_set_aside", "games", "id", where="set_aside IS NOT NULL")


def _create_results() -> None:
    _create(
        "results",
        sa.Column("id", _LONG, primary_key=True),
        sa.Column("game_id", _LONG, sa.ForeignKey("games.id"), nullable=False, unique=True),
        *_some("player", _LONG),
        sa.Column("guild", _LONG),
        *_some("game kind"),
        sa.Column("day", _DAY),
        *_some("outcome"),
        *_some("assisted left moves seconds", sa.Integer()),
        sa.Column("lost_by", sa.Integer()),
        *_some("ended_at", _MOMENT),
        *_some("unwon", sa.Integer(), "1"),
        *_some("tiebreak", sa.Integer(), "9999"),
        sa.Column("line", sa.Text()),
    )
    of_a_player = "player", "game", "ended_at", "outcome", "assisted", "left", "lost_by", "kind"
    _index("results_of_a_player", "results", *of_a_player)
    dailies = "player", "day", "game", "kind", "outcome"
    _index("dailies_of_a_player", "results", *dailies, where="day IS NOT NULL")
    _index("results_of_a_server", "results", "guild", "game", "left", "outcome")
    _index("results_of_a_day", "results", "guild", "day", "game")
    wins, unaided = ("player", "kind", "outcome", "assisted"), "outcome = 'won' AND assisted = 0"
    _index("wins_of_a_month", "results", "guild", "day", "game", *wins, where=f"kind = 'daily' AND {unaided}")
    _index("lost_dailies", "results", "day", where="kind = 'daily' AND lost_by > 0")
    _create(
        "bests",
        _key("player"),
        _key("guild"),
        *(sa.Column(name, sa.Text(), primary_key=True) for name in ("game", "period")),
        *_some("unwon assisted left moves seconds", sa.Integer()),
        *_some("hidden", _FLAG, sa.false()),
        *_some("tiebreak", sa.Integer(), "9999"),
        sqlite_with_rowid=False,
    )
    order = "unwon", "assisted", "left", "tiebreak", "moves", "seconds", "player"
    _index("bests_in_order", "bests", "guild", "game", "period", "hidden", *order)


def _create_settings() -> None:
    _create(
        "looks",
        _key("player"),
        *_some("cards colours"),
        *_some("a_line", sa.Integer()),
        *_some("deals", usual="any"),
        *_some("dealing", usual="by hand"),
        *_some("language", usual=""),
        *_some("taps", usual="at once"),
    )
    _create(
        "reminders",
        _key("player"),
        *_some("hour", sa.Integer()),
        *_some("zone"),
        sa.Column("last_day", _DAY),
        *_some("due_at", _MOMENT),
        sa.Column("taken_until", _MOMENT),
        sa.Column("chat", _LONG),
        *_some("unanswered", sa.Integer(), "0"),
        sa.Column("last_game", _LONG),
        sa.Column("stopped", sa.Text()),
        sa.Column("locale", sa.Text()),
        *_some("once", _FLAG, sa.false()),
    )
    _index("reminders_due", "reminders", "due_at")
    _create("hidden_players", _key("guild"), _key("player"))
    _create("seen_deals", sa.Column("fingerprint", sa.Text(), primary_key=True), *_some("until", _MOMENT))


def _create_servers() -> None:
    _create(
        "servers",
        _key("guild"),
        *_some("channel", _LONG),
        *_some("hour", sa.Integer()),
        sa.Column("last_digest", _DAY),
        *_some("due_at", _MOMENT),
        sa.Column("taken_until", _MOMENT),
        *_some("refused", sa.Integer(), "0"),
        sa.Column("manager", _LONG),
        *_some("zone", usual="UTC"),
        sa.Column("message", _LONG),
        *_some("stale", _FLAG, sa.false()),
    )
    _index("servers_due", "servers", "due_at")
    _index("servers_stale", "servers", "guild", where="stale = true")
    _create("server_languages", _key("guild"), *_some("language"))
    _create("quiet_races", _key("guild"))
    _create("left_servers", _key("guild"), *_some("left_at", _MOMENT))


def _create_together() -> None:
    _create(
        "dailies",
        sa.Column("day", _DAY, primary_key=True),
        sa.Column("family", sa.Text(), primary_key=True),
        *_some("game"),
        *_some("revision", sa.Integer()),
        *_some("seed key"),
        *_some("number", sa.Integer()),
        sa.Column("stars", sa.Integer()),
        sa.Column("chance", _REAL),
    )
    _create(
        "races",
        sa.Column("id", _LONG, primary_key=True),
        *_some("guild channel", _LONG),
        sa.Column("message", _LONG),
        *_some("starter", _LONG),
        *_some("game seed"),
        *_some("started_at ends_at", _MOMENT),
        *_some("over", _FLAG),
        sa.Column("first_end", _MOMENT),
        *_some("reposted", _FLAG, sa.false()),
        *_some("shown", _LONG, "0"),
        *_some("settled", _FLAG, sa.false()),
        sa.Column("open_until", _MOMENT),
        sa.Column("end_post", _LONG),
    )
    _index("races_going_on", "races", "over", "ends_at")
    _index("races_unsettled", "races", "guild", where="settled = false")
    _index("races_one_a_channel", "races", "channel", where="over = false", unique=True)
    _create(
        "racers",
        sa.Column("race", _LONG, sa.ForeignKey("races.id"), primary_key=True),
        _key("player"),
        sa.Column("game_id", _LONG, sa.ForeignKey("games.id"), nullable=False, unique=True),
    )
    _create(
        "parlours",
        sa.Column("id", _LONG, primary_key=True),
        *_some("guild channel", _LONG),
        sa.Column("message", _LONG),
        *_some("starter", _LONG),
        *_some("game"),
        *_some("revision", sa.Integer()),
        *_some("seed"),
        *_some("started_at", _MOMENT),
        *_some("over", _FLAG),
    )
    _index("parlours_one_a_server", "parlours", "guild", where="over = false", unique=True)
    _create(
        "parlour_moves",
        sa.Column("parlour", _LONG, sa.ForeignKey("parlours.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("player", _LONG),
        *_some("day", _DAY),
        *_some("move"),
    )
    _index("parlour_moves_one_a_day", "parlour_moves", "player", "parlour", "day", unique=True)
    _create(
        "challenges",
        _key("message"),
        *_some("player", _LONG),
        _key("game_id"),
        *_some("shared guild", _LONG),
    )
    _index("challenges_of_a_player", "challenges", "player")
    _index("challenges_of_a_game", "challenges", "game_id")


def _create_puzzles() -> None:
    _create(
        "puzzles",
        sa.Column("id", _LONG, primary_key=True),
        *_some("game"),
        *_some("revision", sa.Integer()),
        *_some("seed moves proof"),
        *_some("choices", sa.Integer()),
        *_some("source"),
        *_some("player", _LONG),
        sa.Column("day", _DAY, unique=True),
        *_some("position"),
        *_some("made_at", _MOMENT),
        *_some("rating", sa.Integer(), "1500"),
        *_some("deviation", _REAL, "350"),
        *_some("volatility", _REAL, "0.06"),
    )
    _index("puzzles_of_a_game", "puzzles", "game", "player", "id")
    _index("puzzles_one_a_position", "puzzles", "position", "player", unique=True)
    _index("puzzles_of_a_deal", "puzzles", "seed")
    _create(
        "tries",
        _key("player"),
        sa.Column("puzzle", _LONG, sa.ForeignKey("puzzles.id"), primary_key=True),
        sa.Column("game_id", _LONG, nullable=False, unique=True),
        *_some("outcome", usual="open"),
        *_some("began_at", _MOMENT),
        sa.Column("ended_at", _MOMENT),
        sa.Column("run", _LONG),
        sa.Column("gain", sa.Integer()),
        sa.Column("kept", sa.Integer()),
    )
    _index("tries_open", "tries", "player", where="outcome = 'open'")
    _index("tries_of_a_puzzle", "tries", "puzzle")
    _index("tries_of_a_run", "tries", "player", "run", where="run IS NOT NULL")
    _create(
        "ratings",
        _key("player"),
        _key("guild"),
        *_some("rating", sa.Integer()),
        *_some("deviation volatility", _REAL),
        *_some("rated_at known_until", _MOMENT),
    )
    _index("ratings_of_a_server", "ratings", "guild", "known_until", "player", "rating")


def _create(table: str, *columns: sa.Column[Any], **options: bool) -> None:
    op.create_table(table, *columns, *_checks(table), sqlite_strict=True, **options)


def _key(name: str) -> sa.Column[Any]:
    return sa.Column(name, _LONG, primary_key=True, autoincrement=False)


def _some(
    names: str, kind: sa.types.TypeEngine[Any] | None = None, usual: str | sa.False_ | None = None
) -> Iterator[sa.Column[Any]]:
    """Yield columns that are never empty, of text if of nothing else; `usual` fills them."""
    for name in names.split():
        yield sa.Column(name, kind or sa.Text(), nullable=False, server_default=usual)


def _checks(table: str) -> Iterator[sa.CheckConstraint]:
    """Yield what the columns of a table refuse."""
    dialect = op.get_bind().dialect.name
    for columns, conditions in _CHECKS.get(table, {}).items():
        if dialect in conditions:
            for column in columns.split():
                check = conditions[dialect].format(column)
                yield sa.CheckConstraint(check, name=f"{table}_{column}")


def _index(name: str, table: str, *columns: str, where: str | None = None, unique: bool = False) -> None:
    condition = None if where is None else sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
