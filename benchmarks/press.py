"""The measurement behind `idleyear bench bot`: a press on a board beside a press on an empty echo button.

Both take turns in the same harness, so that fluctuations of the machine affect both alike: a person presses,
the small Discord sends the interaction over its websocket, the client answers over HTTP, the person sees it.
"""

from __future__ import annotations

import random
import time
from statistics import median, quantiles

from benchmarks.bots import HERE, choose, deal, pictured, shown, stage, use
from benchmarks.echo_bot import ECHO, ECHO_ID, echo_again, show_echo
from bot.app import IdleYearBot
from bot.ui.components.presses import ACTIONS, Interaction, Press

GAME = "accordion"


async def measure(presses: int) -> dict[str, float]:
    """Press both buttons in turn; return milliseconds at the median and above, and the ratio of medians."""
    echoes, moves = [], []
    async with stage(["Ada", "Ben"], add_echo) as on:
        ada, _ = on.people
        echo = shown(await ada.slash(HERE, ECHO))
        board = await deal(ada, GAME)
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
    ACTIONS[Press.read(ECHO_ID).verb] = _echo


async def _echo(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    await echo_again(interaction)
