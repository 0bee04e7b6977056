"""`cache`: how much memory each of the bot's servers costs."""

from __future__ import annotations

import asyncio
import gc
import json
import multiprocessing
import tracemalloc
from collections.abc import Callable
from typing import Annotated

import discord
import typer
from discord.ext import commands

from bot.app import IdleYearBot
from bot.cli.terminal import AsJson, print_json, print_line, progress_bar
from bot.client.events import parsers_of
from bot.store import Store, open_store
from lab.big_servers import ME, SIZES, numbered, template, user

_READY = {"user": user(ME), "shard": [0, 1], "guilds": [], "application": {"id": ME, "flags": 0}}
_FIRST = 5
"""Servers announced before the measurement, which thus leaves out what is made only once."""


def _by_default(_store: Store) -> commands.AutoShardedBot:
    return commands.AutoShardedBot(command_prefix=(), intents=discord.Intents.default())


def _with_few_intents(_store: Store) -> commands.AutoShardedBot:
    return commands.AutoShardedBot(command_prefix=(), intents=discord.Intents(guilds=True))


CLIENTS: dict[str, Callable[[Store], discord.AutoShardedClient]] = {
    "default": _by_default,
    "few intents": _with_few_intents,
    "bot": IdleYearBot,
}
"""discord.py by default, discord.py with the one intent of the bot's that is about servers, and the bot."""


Servers = Annotated[int, typer.Option(min=10, max=100_000, help="How many servers the bot is in.")]


def cache(servers: Servers = 100, as_json: AsJson = False) -> None:
    """Announce servers of several sizes, and see how much memory each costs, next to plain discord.py."""
    with progress_bar("measurements", len(CLIENTS) * len(SIZES)) as show:
        figures = _measure(servers, show)
    if as_json:
        print_json(figures)
        return
    for size, kib in figures.items():
        default, few, ours = (kib[client] for client in CLIENTS)
        by_itself = f"discord.py {default:.1f} by default and {few:.1f} with the same intents"
        print_line(f"{size}: {ours:.1f} KiB a server; {by_itself}")


def _measure(servers: int, show: Callable[[int], None]) -> dict[str, dict[str, float]]:
    """Return how many KiB a server of each size costs each client, in a fresh process for each figure."""
    figures: dict[str, dict[str, float]] = {size: {} for size in SIZES}
    tasks = [(client, size, servers) for size in SIZES for client in CLIENTS]
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for done, (client, size, kib) in enumerate(pool.imap(_figure, tasks, chunksize=1), 1):
            figures[size][client] = kib
            show(done)
    return figures


def _figure(task: tuple[str, str, int]) -> tuple[str, str, float]:
    client, size, servers = task
    return client, size, asyncio.run(_kib_each(client, template(SIZES[size]), servers))


async def _kib_each(name: str, text: str, servers: int) -> float:
    async with await open_store("sqlite+aiosqlite:///:memory:") as store, CLIENTS[name](store) as client:
        _receive(client, "READY", json.dumps(_READY))
        await _announce(client, text, range(_FIRST))
        tracemalloc.start()
        await _announce(client, text, range(_FIRST, _FIRST + servers))
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
        if len(client.guilds) != _FIRST + servers:
            raise RuntimeError("Some servers are not there.")
        return kept / 1024 / servers


async def _announce(client: discord.AutoShardedClient, text: str, numbers: range) -> None:
    for number in numbers:
        _receive(client, "GUILD_CREATE", numbered(text, number))
        await asyncio.sleep(0)  # lets other tasks run in between, as at the gateway


def _receive(client: discord.AutoShardedClient, event: str, text: str) -> None:
    """Deliver an event to a client, as the gateway does."""
    parsers_of(client)[event](json.loads(text))
