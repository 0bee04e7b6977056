"""The measurement behind `idleyear bench bot`: a press on a board beside a press on an empty echo button.

Both go through the same harness, in turn, so that the machine's mood touches both alike: a person presses,
the local Discord sends the interaction over its websocket, the client answers over HTTP, the person sees it.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import discord

from bot.app import IdleYearBot
from bot.local import LocalDiscord, point_client_at
from bot.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable

    from bot.local import Message, Person, Reply

HERE = "The Parlour/#patience"


class Echo(discord.ui.LayoutView):
    """A message whose one button answers with the same message: the least that a bot can do."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay("echo"))
        button: discord.ui.Button[Echo] = discord.ui.Button(label="Echo", custom_id="echo")
        button.callback = self._answer  # type: ignore[method-assign]  # how discord.py takes a callback from outside
        self.add_item(discord.ui.ActionRow(button))

    async def _answer(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=self)


async def measure(presses: int) -> dict[str, float]:
    """Press both buttons in turn; return milliseconds at the median and above, and the ratio of medians."""
    echoes, moves = [], []
    async with _stage() as ada:
        echo = _shown(await ada.slash(HERE, "echo"))
        board = await _deal(ada)
        chance = random.Random(1883)  # noqa: S311  which legal move is played, not a secret
        for _ in range(presses):
            echoes.append(await _timed(ada.press(echo, "Echo")))
            if not board.selects:
                board = await _deal(ada)
            select = chance.choice(board.selects)
            value = chance.choice(select["options"])["value"]
            moves.append(await _timed(ada.choose(board, select["custom_id"], value)))
            board = _now(ada, board)
    figures = {"ratio": median(moves) / median(echoes)}
    for name, times in (("echo", echoes), ("move", moves)):
        cuts = quantiles(times, n=100)
        figures |= {f"{name}_ms_{part}": cuts[int(part[1:]) - 1] * 1000 for part in ("p50", "p90", "p99")}
    return figures


@asynccontextmanager
async def _stage() -> AsyncIterator[Person]:
    """Start Discord and the bot in an empty folder; yield a person who may press."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(f"sqlite+aiosqlite:///{Path(folder) / 'games.sqlite3'}")
        local = LocalDiscord(world_path=Path(folder) / "world.sqlite3")
        await local.start()
        with point_client_at(local.url):
            async with IdleYearBot(store) as bot:
                bot.tree.command(name="echo", description="Echo")(_show_echo)
                running = asyncio.create_task(bot.start(local.bot_token))
                await local.wait_for_commands("echo")
                yield local.person("Ada")
                await bot.close()
                await running
        await local.close()
        await store.close()


async def _show_echo(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Echo(), ephemeral=True)


async def _deal(ada: Person) -> Message:
    return _shown(await ada.slash(HERE, "deal accordion", variant="accordion"))


async def _timed(press: Awaitable[Reply]) -> float:
    start = time.perf_counter()
    await press
    return time.perf_counter() - start


def _shown(reply: Reply) -> Message:
    if reply.message is None:
        raise RuntimeError("The bot answered without a message.")
    return reply.message


def _now(person: Person, message: Message) -> Message:
    """Return a message as it stands after the press."""
    return next(each for each in reversed(person.sees(HERE)) if each.id == message.id)
