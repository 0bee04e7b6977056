"""`python -m lab`: how fast Idle Year is, measured on this machine."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from bot.cli.app import run_app
from lab.cache import cache
from lab.digests import digests
from lab.films import films
from lab.flood import flood
from lab.heights import heights
from lab.load import load
from lab.loop import loop
from lab.memory import memory
from lab.press import bot
from lab.races import races
from lab.solvers import solvers
from lab.stars import stars
from lab.store import store
from lab.taps import taps
from lab.thinking import fairness, hints

app = typer.Typer(
    help="Measure how fast Idle Year is on this machine.",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
for command in (
    bot,
    hints,
    solvers,
    stars,
    store,
    loop,
    taps,
    heights,
    films,
    fairness,
    flood,
    load,
    races,
    digests,
    cache,
    memory,
):
    app.command()(command)


@app.callback(invoke_without_command=True)
def show_help(context: typer.Context) -> None:
    """Show the help to someone who typed no command."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a measurement (by default, the one this process was asked for); return the exit code."""
    return run_app(app, "lab", arguments)
