"""The measurement behind `idleyear bench bot`: a press on a board beside a press on an empty echo button.

Both take turns in the same harness, so that fluctuations of the machine affect both alike: a person presses,
the local Discord sends the interaction over its websocket, the client answers over HTTP, the person sees it.
"""

from __future__ import annotations

import random
import time
from statistics import median, quantiles
from typing import TYPE_CHECKING

import discord

from bot.cli.controls import Control
from bot.cli.stage import HERE, choose, deal, pictured, shown, stage, use
from bot.ui.items import PressButton
from bot.ui.presses import ACTIONS, Interaction, Press

if TYPE_CHECKING:
    from bot.app import IdleYearBot


_ECHO = "echo"
_ECHO_BUTTON = Control(Press(0, 0, _ECHO).custom_id, [])


class Echo(discord.ui.LayoutView):
    """A message whose one button answers with the same message: the least that a bot can do."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay("echo"))
        self.add_item(discord.ui.ActionRow(PressButton("Echo", Press(0, 0, _ECHO))))
        self.stop()


async def measure(presses: int) -> dict[str, float]:
    """Press both buttons in turn; return milliseconds at the median and above, and the ratio of medians."""
    echoes, moves = [], []
    async with stage(["Ada", "Ben"], add_echo) as on:
        ada, _ = on.people
        echo = shown(await ada.slash(HERE, "echo"))
        board = await deal(ada, "accordion")
        chance = random.Random(1883)  # noqa: S311  which legal move is played, not a secret
        await pictured(on.bot)
        for _ in range(presses):
            start = time.perf_counter()
            await use(ada, echo, _ECHO_BUTTON)
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
    bot.tree.command(name=_ECHO, description="Echo")(_show_echo)
    ACTIONS[_ECHO] = _echo


async def _show_echo(interaction: Interaction) -> None:
    await interaction.response.send_message(view=Echo(), ephemeral=True)


async def _echo(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    await interaction.response.edit_message(view=Echo())
