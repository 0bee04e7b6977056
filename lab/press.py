"""`bot`: a press on a board beside a press on an empty echo button.

Both take turns in the same harness, so that fluctuations of the machine affect both alike: a person presses,
the small Discord sends the interaction over its websocket, the client answers over HTTP, the person sees it.
"""

from __future__ import annotations

import asyncio
import random
import time
from statistics import median, quantiles
from typing import Annotated

import typer

from bot.app import IdleYearBot
from bot.cli.solve import prepare_solver
from bot.cli.terminal import AsJson, print_json, print_line
from bot.ui.presses import Press
from bot.ui.request import Request
from bot.ui.response import Place, Response
from bot.ui.routes import Route
from bot.ui.services import Services
from idle_year.engine.games import find_game
from lab.bots import choose, deal, pictured, stage, use
from lab.echo_bot import ECHO, ECHO_ID, Echo, show_echo
from tests.controls import HERE, shown

_GAME = "accordion"

Presses = Annotated[int, typer.Option(min=10, max=100_000, help="How many moves to play.")]


def bot(presses: Presses = 1000, as_json: AsJson = False) -> None:
    """Time random moves on the small Discord, next to a button that only answers."""
    prepare_solver(find_game(_GAME))
    figures = asyncio.run(_measure(presses))
    if as_json:
        print_json(figures)
        return
    for name in ("echo", "move"):
        p50, p90, p99 = (figures[f"{name}_ms_{part}"] for part in ("p50", "p90", "p99"))
        print_line(f"{name}: {p50:.2f} ms at the median, {p90:.2f} at p90, {p99:.2f} at p99")
    print_line(f"a move takes {figures['ratio']:.2f} times an empty echo, over {presses} presses of each")


async def _measure(presses: int) -> dict[str, float]:
    """Press both buttons in turn; return milliseconds at the median and above, and the ratio of medians."""
    echoes, moves = [], []
    async with stage(["Ada", "Ben"], add_echo) as on:
        ada, _ = on.people
        echo = shown(await ada.slash(HERE, ECHO))
        board = await deal(ada, _GAME)
        chance = random.Random(1883)  # noqa: S311  which legal move is played, not a secret
        await pictured(on.bot)
        for _ in range(presses):
            start = time.perf_counter()
            await ada.use(echo, ECHO_ID, [])
            echoes.append(time.perf_counter() - start)
            control = choose(board, chance)
            start = time.perf_counter()
            board = await use(ada, board, control)
            moves.append(time.perf_counter() - start)
    figures = {"ratio": median(moves) / median(echoes)}
    for name, times in (("echo", echoes), ("move", moves)):
        cuts = quantiles(times, n=100)
        figures |= {f"{name}_ms_{part}": cuts[int(part[1:]) - 1] * 1000 for part in ("p50", "p90", "p99")}
    return figures


def add_echo(bot: IdleYearBot) -> None:
    """Give a bot the command and the button that do nothing but answer."""
    bot.tree.command(name=ECHO, description="Echo")(show_echo)
    bot.inbox.routes[Press.read(ECHO_ID).verb] = Route(_echo)


async def _echo(_services: Services, _request: Request) -> Response:
    return Response(place=Place.REPLACE, view=Echo())
