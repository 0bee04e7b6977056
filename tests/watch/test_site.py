"""Whether the bot says that it is well, and who may ask."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import pytest
from sqlalchemy import text

from bot.service.background import Background
from bot.store import open_store
from bot.watch.metrics import Metrics
from bot.watch.site import health_of, watched

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store import Store
    from bot.watch.site import Watched


def _bot_with(store: Store) -> Watched:
    """Return a bot that is connected, as far as its health is concerned."""
    threads = SimpleNamespace(waiting=lambda _pool: 0)
    services: Any = SimpleNamespace(store=store, metrics=Metrics(), threads=threads)
    return cast(
        "Watched",
        SimpleNamespace(
            is_ready=lambda: True,
            shards={},
            background=Background(),
            services=services,
            discord_name="Discord",
        ),
    )


@pytest.mark.logs("cannot be used")
async def test_what_the_database_says_is_told(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is gone is told of."""
    monkeypatch.setattr("bot.watch.site._WAIT_SECONDS", 60.0)
    async with await open_store(postgres_url) as store:
        bot = _bot_with(store)
        assert (await health_of(bot)).well
        await store.games._database.execute(text("ALTER TABLE games RENAME TO elsewhere"))
        health = await health_of(bot)
        assert not health.well
        assert health.line.startswith('The tables of the database cannot be used (relation "games"')


async def test_nobody_uses_up_the_bots_files(tmp_path: Path) -> None:
    """Of forty who connect and say nothing some are let in; once they have gone, others are answered."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with (
        await open_store(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}") as store,
        watched(_bot_with(store), port),
    ):
        with contextlib.ExitStack() as there:
            address = ("127.0.0.1", port)
            crowd = [there.enter_context(socket.create_connection(address, 60)) for _ in range(40)]
            for late in crowd[32:]:
                with contextlib.suppress(ConnectionError):
                    assert await asyncio.to_thread(late.recv, 1) == b""
        while not await _answered(port):  # noqa: ASYNC110  nothing tells
            await asyncio.sleep(0.01)


async def _answered(port: int) -> bool:
    with contextlib.suppress(aiohttp.ClientError):
        async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/health") as answer:
            return "Well: " in await answer.text()
    return False
