"""Have the tables refuse what their columns cannot hold, so that no reader has to ask.

SQLite adds neither STRICT nor a CHECK to a table that is there: each is made anew. Processes of the version
before never write what is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import sqlalchemy as sa
from alembic import op

from bot.store.errors import StoreError

revision = "1.0015"
down_revision = "1.0014"

_DAY = {
    "sqlite": "{0} >= '0001-01-01' AND date({0}, '+0 days') IS {0}",
    "postgresql": "{0} BETWEEN '0001-01-01' AND '9999-12-31'",
}
_MOMENT = {
    "sqlite": (
        "{0} >= '0001-01-01' AND datetime(substr({0}, 1, 19), '+0 days') IS substr({0}, 1, 19) "
        "AND (length({0}) = 19 OR substr({0}, 20) GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9]')"
    ),
    "postgresql": "{0} >= '0001-01-01 00:00+00' AND {0} < '9999-12-31 00:00+00'",
}
_FLAG = {"sqlite": "{0} IN (0, 1)"}


def _both(condition: str) -> dict[str, str]:
    return dict.fromkeys(("sqlite", "postgresql"), f"{{0}} {condition}")


_COUNT, _BIT, _RATING, _HOUR = (
    _both(each) for each in (">= 0", "BETWEEN 0 AND 1", "BETWEEN -9999 AND 9999", "BETWEEN 0 AND 23")
)
_ENDINGS = _both("IN ('won', 'minor_win', 'stuck', 'resigned')")
_TRIED = _both("IN ('open', 'solved', 'failed')")
_CHECKS: Mapping[str, tuple[tuple[str, Mapping[str, str]], ...]] = {
    "games": (
        ("day", _DAY),
        ("created_at updated_at", _MOMENT),
        ("public", _FLAG),
        ("revision version undos hints checks seconds", _COUNT),
    ),
    "results": (
        ("day", _DAY),
        ("ended_at", _MOMENT),
        ("outcome", _ENDINGS),
        ("assisted unwon", _BIT),
        ("moves seconds lost_by", _COUNT),
    ),
    "bests": (("unwon assisted", _BIT), ("moves seconds", _COUNT), ("hidden", _FLAG)),
    "looks": (("a_line", _COUNT),),
    "servers": (
        ("last_digest", _DAY),
        ("due_at taken_until", _MOMENT),
        ("hour", _HOUR),
        ("refused", _COUNT),
        ("stale", _FLAG),
    ),
    "reminders": (
        ("last_day", _DAY),
        ("due_at taken_until", _MOMENT),
        ("hour", _HOUR),
        ("unanswered", _COUNT),
    ),
    "left_servers": (("left_at", _MOMENT),),
    "seen_deals": (("until", _MOMENT),),
    "dailies": (("day", _DAY), ("revision number", _COUNT), ("stars", _both("BETWEEN 1 AND 5"))),
    "races": (("started_at ends_at first_end", _MOMENT), ("over reposted settled", _FLAG)),
    "puzzles": (("day", _DAY), ("made_at", _MOMENT), ("revision choices", _COUNT), ("rating", _RATING)),
    "tries": (("began_at ended_at", _MOMENT), ("outcome", _TRIED)),
    "ratings": (("rated_at known_until", _MOMENT), ("rating", _RATING)),
}
_STRICT = {"BIGINT": "INTEGER", "BOOLEAN": "INTEGER", "DATE": "TEXT", "DATETIME": "TEXT", "FLOAT": "REAL"}
_HELD = {
    "INTEGER": "typeof({0}) IN ('integer', 'null')",
    "TEXT": "typeof({0}) <> 'blob'",
    "REAL": "typeof({0}) NOT IN ('text', 'blob')",
}
_SHOWN = {
    "sqlite": "CASE typeof({0}) WHEN 'blob' THEN 'a blob' ELSE quote({0}) END",
    "postgresql": "quote_literal({0})",
}


def upgrade() -> None:
    """Add the checks; raise StoreError, with nothing changed, if a row does not stand them."""
    if op.get_bind().dialect.name == "sqlite":
        _make_anew()
        return
    for table in _CHECKS:
        _check_rows(table, dict(_checks(table)))
    for table in _CHECKS:
        # If an older dump was restored over a newer database, some may be there.
        added = (
            f"DROP CONSTRAINT IF EXISTS {table}_{column}, "
            f"ADD CONSTRAINT {table}_{column} CHECK ({check}) NOT VALID"
            for column, check in _checks(table)
        )
        op.execute(f"ALTER TABLE {table} {', '.join(added)}")
    for table in _CHECKS:
        looked_at = (f"VALIDATE CONSTRAINT {table}_{column}" for column, _ in _checks(table))
        op.execute(f"ALTER TABLE {table} {', '.join(looked_at)}")


def downgrade() -> None:
    """Drop the checks; in SQLite the tables stay, since programs from before save and read them as well."""
    if op.get_bind().dialect.name == "postgresql":
        for table in _CHECKS:
            dropped = (f"DROP CONSTRAINT {table}_{column}" for column, _ in _checks(table))
            op.execute(f"ALTER TABLE {table} {', '.join(dropped)}")


def _checks(table: str) -> Iterator[tuple[str, str]]:
    """Yield the checked columns of a table, and what has to hold for each."""
    dialect = op.get_bind().dialect.name
    for columns, conditions in _CHECKS.get(table, ()):
        if dialect in conditions:
            for column in columns.split():
                yield column, conditions[dialect].format(column)


def _make_anew() -> None:
    """Make each table anew, with its rows, indexes and triggers, and the last ids that were given out."""
    ask = op.get_bind().exec_driver_sql
    kept = ask(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' "
        "AND tbl_name <> 'alembic_version' AND type <> 'view' ORDER BY rowid"
    ).all()
    last_ids = [*map(tuple, ask("SELECT name, seq FROM sqlite_sequence").all())]
    strict = {name for (name,) in ask("SELECT name FROM pragma_table_list WHERE strict")}
    tables = {name: sql for kind, name, sql in kept if kind == "table" and name not in strict}
    ask("PRAGMA legacy_alter_table = ON")  # a view or trigger may name a table that is just being made anew
    for name, sql in tables.items():
        _make_strict(name, sql)
    ask("PRAGMA legacy_alter_table = OFF")
    there = {name for (name,) in ask("SELECT name FROM sqlite_master")}
    for _, name, sql in kept:
        if name not in there:
            ask(sql)
    ask("DELETE FROM sqlite_sequence")
    for last_id in last_ids:
        ask("INSERT INTO sqlite_sequence VALUES (?, ?)", last_id)
    for table, row, of, _ in ask("PRAGMA foreign_key_check").all():
        raise StoreError(
            f"The database is as it was: the row of {table} with rowid = {row} belongs to a row of {of} that "
            "is gone: delete it, then start again."
        )


def _make_strict(name: str, sql: str) -> None:
    ask, checks = op.get_bind().exec_driver_sql, dict(_checks(name))
    columns, _, options = re.sub(r"\b[A-Z]+\b", lambda word: _STRICT.get(word[0], word[0]), sql).rpartition(
        ")"
    )
    added = "".join(f", CONSTRAINT {name}_{column} CHECK ({check})" for column, check in checks.items())
    options = f"{options}, STRICT" if options.strip() else "STRICT"
    ask(re.sub(rf'^CREATE TABLE "?{name}"?', f"CREATE TABLE new_{name}", columns) + f"{added}) {options}")
    try:
        ask(f"INSERT INTO new_{name} SELECT * FROM {name}")  # noqa: S608  a table of ours
    except sa.exc.IntegrityError:
        types = {each.name: each.type for each in ask(f"PRAGMA table_info(new_{name})")}
        held = {each: _HELD[types[each]].format(f'"{each}"') for each in types}
        _check_rows(name, {each: f"{held[each]} AND {checks.get(each, 'true')}" for each in types})
        raise
    ask(f"DROP TABLE {name}")
    ask(f"ALTER TABLE new_{name} RENAME TO {name}")


def _check_rows(table: str, checks: Mapping[str, str]) -> None:
    """Raise StoreError if a row does not stand the checks of its columns."""
    bind = op.get_bind()
    shown = _SHOWN[bind.dialect.name]
    key = sa.inspect(bind).get_pk_constraint(table)["constrained_columns"]
    whose = " || ' AND ' || ".join(f"'{each} = ' || {shown.format(each)}" for each in key)
    for column, check in checks.items():
        value = shown.format(f'"{column}"')
        query = f"SELECT {whose}, {value} FROM {table} WHERE NOT ({check}) LIMIT 1"  # noqa: S608  all constants
        for row, found in bind.exec_driver_sql(query):
            raise StoreError(
                f"The database is as it was: the row of {table} with {row} has {found} in the column "
                f"{column}, which cannot stand there: correct that or delete the row, then start again."
            )
