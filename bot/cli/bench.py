"""`idleyear bench`: how fast it is, measured on this machine."""

import asyncio
from typing import Annotated

import typer

from bot.cli.arguments import AsJson
from bot.cli.output import print_json, print_line

bench = typer.Typer(help="Measure how fast Idle Year is on this machine.", no_args_is_help=True)

Presses = Annotated[int, typer.Option(min=10, max=100_000, help="How many moves to play.")]


@bench.callback()
def _group() -> None:
    """Keep `bot` a subcommand: others stand beside it."""


@bench.command()
def bot(presses: Presses = 1000, as_json: AsJson = False) -> None:
    """Play random legal moves on the local Discord, against an echo button on the same harness."""
    # Here, not above: Discord and the database take a second to load, and no other command needs them.
    from bot.cli.bench_bot import measure

    figures = asyncio.run(measure(presses))
    if as_json:
        print_json(figures)
        return
    for name in ("echo", "move"):
        p50, p90, p99 = (figures[f"{name}_ms_{part}"] for part in ("p50", "p90", "p99"))
        print_line(f"{name}: {p50:.2f} ms at the median, {p90:.2f} at p90, {p99:.2f} at p99")
    print_line(f"a move takes {figures['ratio']:.2f} times an empty echo, over {presses} presses of each")
