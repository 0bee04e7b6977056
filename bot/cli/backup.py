"""`idleyear backup` and `idleyear restore`: verified copies of the SQLite database, and a look at either."""

from pathlib import Path
from typing import Annotated

import typer


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
