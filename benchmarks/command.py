"""`python -m benchmarks`: how fast Idle Year is, measured on this machine."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from benchmarks.cache import cache
from benchmarks.digests import digests
from benchmarks.flood import flood
from benchmarks.load import load
from benchmarks.loop import loop
from benchmarks.memory import memory
from benchmarks.press import bot
from benchmarks.races import races
from benchmarks.solvers import solvers
from benchmarks.stars import stars
from benchmarks.store import store
from benchmarks.taps import taps
from benchmarks.thinking import fairness, hints
from bot.cli.app import run_app

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
    return run_app(app, "benchmarks", arguments)
