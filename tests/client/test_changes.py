"""The table of what is changed in discord.py, in `bot/client/__init__.py`, is complete and true."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import bot.client

_ROWS = [line.split(" | ") for line in (bot.client.__doc__ or "").splitlines() if line.startswith("| ")][1:]
_PLACES = {row[1].strip("`") for row in _ROWS}
_PRIVATE = re.compile(r"noqa: SLF001|^from discord\.(?!app_commands|ext)[a-z_.]+ import", re.MULTILINE)
"""Uses of what discord.py does not promise."""
_WITH_DISCORD = [*Path("bot/client").glob("*.py"), *Path("bot/ui").glob("*.py"), *Path("cogs").glob("*.py")]


def test_every_row_says_where_why_until_when_and_who_has_seen_it() -> None:
    """Every row of the table of changes says what it changes, why, until when, and what speaks for it."""
    assert len(_ROWS) > 10
    assert all(len(row) == 5 for row in _ROWS)
    speaks = re.compile(r"#\d+|Discord docs|measured: |no report found")
    assert [row for row in _ROWS if not speaks.search(row[4])] == []


def test_what_the_table_names_is_there() -> None:
    """Whatever the table names still exists in discord.py under that name."""
    for place in _PLACES:
        module, name = place.rsplit(".", 1)
        assert hasattr(import_module(module), name), place


def test_whatever_uses_private_parts_of_discord_is_in_the_table() -> None:
    """Every module of ours that uses private parts of discord.py has a row in the table."""
    using = {path.with_suffix("").as_posix().replace("/", ".") for path in _WITH_DISCORD if _patches(path)}
    assert using - {place.rsplit(".", 1)[0] for place in _PLACES} == set()
    assert using >= {"bot.client.requests", "bot.client.events", "bot.client.gateway"}


def test_the_version_that_was_looked_at_is_the_one_in_use() -> None:
    """The changes to discord.py were looked at for the very version that is in use."""
    import discord

    assert f"({discord.__version__})" in (bot.client.__doc__ or "")


def _patches(path: Path) -> bool:
    return _PRIVATE.search(path.read_text("utf-8")) is not None
