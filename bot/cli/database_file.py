"""The bot's SQLite file: copied elsewhere while the bot runs, and put back."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import typer

from bot.cli.kept_games import fault_of, is_replayable
from bot.cli.output import print_aside, print_line
from bot.cli.progress import progress_bar
from bot.settings import UnusableSettings, read_settings
from bot.store import StoreError
from bot.store.addresses import SQLITE, file_of
from bot.store.backup import check_revision, copy_database, count_games, latest_games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MOST_REPLAYED = 10_000
_MOST_TOLD = 10


def back_up(file: Path) -> int:
    """Copy the database to a new file and check the copy; return the exit code."""
    with _in_one_line():
        copy_database(_database(), file)
        return _check(file)


def put_back(file: Path) -> int:
    """Check a backup and copy it to where the bot looks for its database; return the exit code.

    A game with a fault keeps nobody from the others: the bot sets aside what it cannot read.
    """
    with _in_one_line():
        database = _database()
        for old in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))):
            if old.exists():
                raise typer.TyperException(f"{old} is still there: stop the bot and move it away first.")
        code = _check(file)
        check_revision(file)
        database.parent.mkdir(parents=True, exist_ok=True)
        copy_database(file, database)
        print_line(f"It is now {database}: start the bot.")
        return code


def _database() -> Path:
    """Return the file of the bot's database."""
    try:
        url = read_settings().database_url.get_secret_value()
    except UnusableSettings as error:
        raise typer.TyperException(str(error)) from None
    file = file_of(url)
    if file is not None:
        return file
    if url.startswith(SQLITE):
        raise typer.TyperException("DATABASE_URL names no SQLite file. See .env.example.")
    raise typer.TyperException("This is for SQLite files: use pg_dump and pg_restore for PostgreSQL.")


def _check(file: Path) -> int:
    """Replay the latest games of a backup and name those with a fault; return the exit code."""
    games, faults, replayed = count_games(file), [], 0
    with progress_bar("games", min(games, _MOST_REPLAYED)) as show:
        for done, kept in enumerate(latest_games(file, _MOST_REPLAYED), 1):
            if is_replayable(kept):
                replayed += 1
                if (fault := fault_of(kept)) is not None:
                    faults.append(f"Game {kept.id}: {fault.rstrip('.')}.")
            show(done)
    for fault in faults[:_MOST_TOLD]:
        print_aside(fault)
    found = f"{games:,} {'game' if games == 1 else 'games'}"
    print_line(f"{file}: {found}; {replayed:,} replayed, {len(faults):,} of them with a fault.")
    return 1 if faults else 0


@contextlib.contextmanager
def _in_one_line() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise typer.TyperException(str(error)) from None
