"""Every command in one place, and the one way in which a command fails."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from bot.cli.audit import audit, verify_daily
from bot.cli.database import backup, migrate_database, restore
from bot.cli.games import deal, games, legal, perft, play, replay, rules
from bot.cli.odds import odds
from bot.cli.puzzle import puzzle
from bot.cli.run import discord, health, run
from bot.cli.solve import best, hint, judge, solve
from bot.cli.terminal import print_error, print_line
from bot.watch import installed_version
from idle_year.engine.errors import GameError


def _first_sentence(command: Callable[..., None]) -> str:
    """Return what the list of commands says about one: typer would cut it short."""
    return (command.__doc__ or "").partition("\n")[0]


app = typer.Typer(
    name="idleyear",
    help="Play Accordion and its relatives, and run the Discord bot that deals them.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # its boxes cut words where a terminal is narrow
)
for command in (
    *(run, games, rules, deal, legal, play, perft, replay, solve, best, judge, hint, puzzle, odds),
    *(audit, verify_daily, backup, restore, health, migrate_database),
):
    app.command(short_help=_first_sentence(command))(command)
app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    add_help_option=False,
    short_help=_first_sentence(discord),
)(discord)


def _tell_version(wanted: bool) -> None:
    if wanted:
        print_line(f"idleyear {installed_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def version_or_help(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Show the version if that is wanted, or the help to someone who typed no command."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run_app(app: typer.Typer, name: str, arguments: Sequence[str] | None) -> int:
    """Run a command of an app (None: the one this process was given) and return its exit code.

    A user's mistake is one line on stderr and exit code 2; only a bug of ours shows a traceback.
    """
    given = [_no_option(argument) for argument in (sys.argv[1:] if arguments is None else arguments)]
    try:
        return app(given, prog_name=name, standalone_mode=False) or 0
    except (GameError, typer.TyperException) as error:
        print_error(error)
        return 2
    except ModuleNotFoundError as error:
        if error.name != "small_discord":
            raise
        print_error(typer.TyperException("small-discord is not installed: its wheel lies beside the bot's."))
        return 2


def _no_option(argument: str) -> str:
    """Keep an argument such as `- 9C8S`, a dash without a name, from being taken for an option.

    A leading blank does that, and changes neither a position nor a number.
    """
    return f" {argument}" if re.match("-[^-a-z]", argument, re.IGNORECASE) else argument
