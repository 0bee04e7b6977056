"""`idleyear migrate-database`: everything from SQLite to PostgreSQL, or back."""

from typing import Annotated

import typer

_ADDRESS = "sqlite+aiosqlite:///path or postgresql+asyncpg://user@host/name"


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
    from bot.store.transfer import transfer

    try:
        rows = asyncio.run(transfer(source, target, partial(progress_bar, "rows copied and compared")))
    except StoreError as error:
        raise typer.TyperException(str(error)) from None
    for table, count in rows.items():
        print_line(f"{table}: {count:,}")
    print_line("All rows are there, and the same: set DATABASE_URL to the new address and start the bot.")
