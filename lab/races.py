"""`races`: the cost of races in which nothing happens."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from typing import Annotated

import typer

from bot.cli.terminal import AsJson, print_json, print_line
from bot.client.servers import shards_of
from bot.store import Kind, NewGame, NewRace
from lab.bots import Stage, stage
from lab.figures import Seconds
from tests.controls import HERE

_PLAYERS = 5


Races = Annotated[int, typer.Option(min=1, max=100_000, help="How many races are running.")]


def races(races: Races = 1000, seconds: Seconds = 30, as_json: AsJson = False) -> None:
    """Run many races in which nothing happens, and see what share of a core they take."""
    figures = asyncio.run(_measure(races, seconds))
    if as_json:
        print_json(figures)
        return
    print_line(f"without races: {figures['idle']:.2%} of a core")
    print_line(f"with {races}: {figures['races']:.2%}")


async def _measure(races: int, seconds: float) -> dict[str, float]:
    """Return the share of a core that the bot and the small Discord take: idle, and while races go on."""
    async with stage(["Ada", "Ben"]) as on:
        while not on.bot.services.card_emoji.texts:  # noqa: ASYNC110  once all pictures are up, nothing else goes on
            await asyncio.sleep(0.1)
        idle = await _share(seconds)
        await _begin(on, races)
        return {"idle": idle, "races": await _share(seconds)}


async def _begin(on: Stage, races: int) -> None:
    """Start races that are already shown as they stand, each in a channel of its own."""
    store, guild = on.bot.services.store.races, int(on.people[0].channel(HERE).guild_id or 0)
    ends = on.bot.services.store.now() + timedelta(days=1)
    for channel in range(1, races + 1):
        race = await store.start(NewRace(guild, channel, 1, "accordion", f"s{channel}", ends))
        if race is None:
            raise RuntimeError("A channel had a race already.")
        for player in range(1, _PLAYERS + 1):
            game = NewGame(
                player, channel, guild, "accordion", 1, f"s{channel}", kind=Kind.RACE, race=race.id
            )
            await on.bot.services.store.games.create(game)
    for race, state in await store.unshown(shards_of(on.bot)):
        await store.shown(race.id, state)
        await store.posted(race.id, race.channel)


async def _share(seconds: float) -> float:
    """Return the share of a core that this process takes over some seconds."""
    start, used = time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    return (time.process_time() - used) / (time.perf_counter() - start)
