"""`idleyear backup`, `restore` and `migrate-database`: copies of a database, and a look at it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.terminal import print_line, progress_bar

_ADDRESS = "sqlite+aiosqlite:///path or postgresql+asyncpg://user@host/name"
_STOPPED = 128 + signal.SIGTERM
"""The exit code after SIGTERM, as a shell would have it."""


def backup(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A new file for the copy.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Copy nothing: replay all games where they are, be it PostgreSQL.")
    ] = False,
) -> None:
    """Copy the database while the bot runs, and check the copy by replaying its latest games."""
    # Here, not above: the database takes a second to load, and most commands never need it.
    from bot.cli.database_file import back_up, check_all

    if check and file is None:
        raise typer.Exit(check_all())
    if check or file is None:
        raise typer.BadParameter("name a new FILE for the copy, or --check the database where it is.")
    raise typer.Exit(back_up(file))


def restore(file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")]) -> None:
    """Check a backup and put it where the bot looks for its database; never overwrite one."""
    from bot.cli.database_file import put_back

    raise typer.Exit(put_back(file))


def migrate_database(
    source: Annotated[str, typer.Argument(metavar="FROM", help=f"The database in use: {_ADDRESS}.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="A new or empty one, of either kind.")],
) -> None:
    """Copy everything to another database while the bot is stopped, and compare every row.

    A relative path begins in the bot's own folder, as in .env. Addresses show in the list of processes: leave
    a password to PGPASSWORD or ~/.pgpass.
    """
    # Here, not above: the database takes a second to load, and most commands never need it.
    from bot.settings import address_as_in_env_file
    from bot.store import StoreError
    from bot.store.transfer import transfer

    ends = (address_as_in_env_file(source), address_as_in_env_file(target))
    moving = transfer(*ends, partial(progress_bar, "rows copied and compared"))
    try:
        rows = asyncio.run(_unless_stopped(moving))
    except StoreError as error:
        raise typer.TyperException(str(error)) from None
    except asyncio.CancelledError:
        raise typer.Exit(_STOPPED) from None
    for table, count in rows.items():
        print_line(f"{table}: {count:,}")
    print_line("All rows are there, and the same: set DATABASE_URL to the new address and start the bot.")


async def _unless_stopped(moving: Coroutine[None, None, dict[str, int]]) -> dict[str, int]:
    """Move, and leave nothing half-done when SIGTERM comes: asyncio sees to Ctrl-C itself."""
    task = asyncio.ensure_future(moving)
    with suppress(NotImplementedError, RuntimeError):  # on Windows, and anywhere but in the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await task
