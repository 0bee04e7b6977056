"""`idleyear migrate-database`: everything from SQLite to PostgreSQL, or back."""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Coroutine

_ADDRESS = "sqlite+aiosqlite:///path or postgresql+asyncpg://user@host/name"
_STOPPED = 128 + signal.SIGTERM
"""The exit code after SIGTERM, as a shell would have it."""


def migrate_database(
    source: Annotated[str, typer.Argument(metavar="FROM", help=f"The database in use: {_ADDRESS}.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="A new or empty one, of either kind.")],
) -> None:
    """Copy everything to another database while the bot is stopped, and compare every row.

    Addresses show in the list of processes: leave a password to PGPASSWORD or ~/.pgpass.
    """
    # Here, not above: the database takes a second to load, and most commands never need it.
    import asyncio
    from functools import partial

    from bot.cli.output import print_line
    from bot.cli.progress import progress_bar
    from bot.store import StoreError
    from bot.store.upkeep.transfer import transfer

    moving = transfer(source, target, partial(progress_bar, "rows copied and compared"))
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
    import asyncio

    task = asyncio.ensure_future(moving)
    with suppress(NotImplementedError, RuntimeError):  # on Windows, and anywhere but in the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await task
