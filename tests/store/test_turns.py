"""Turns: locks across all processes."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Store, open_store


async def _take(store: Store, number: int, told: list[str], seconds: float = 0.05) -> None:
    async with store.turn(number):
        told.append("begun")
        await asyncio.sleep(seconds)
        told.append("ended")


async def _fail(store: Store, number: int) -> None:
    async with store.turn(number):
        raise ZeroDivisionError


async def test_one_at_a_time(store: Store) -> None:
    """A turn is taken by one at a time within a process, and a cancelled holder makes room."""
    told: list[str] = []
    waiting = asyncio.create_task(_take(store, 1, []))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(*(_take(store, 1, told) for _ in range(3)))
    assert told == ["begun", "ended"] * 3


async def test_other_processes_wait_as_well(url: str) -> None:
    """Other processes on PostgreSQL wait for a turn as well, and get it even if its holder fails."""
    if url.startswith("sqlite"):
        pytest.skip("SQLite has one process.")
    told: list[str] = []
    async with await open_store(url) as one, await open_store(url) as two:
        await asyncio.gather(*(_take(store, 1, told, 0.3) for store in (one, two)))
        assert told == ["begun", "ended"] * 2
        with pytest.raises(ZeroDivisionError):
            await _fail(one, 1)
        async with asyncio.timeout(5), two.turn(1):
            pass
        async with one.turn(1), asyncio.timeout(5), two.turn(2):
            pass


async def test_who_has_a_turn_for_long_is_told(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever waits long for a turn is told which process of PostgreSQL has it."""
    if url.startswith("sqlite"):
        pytest.skip("SQLite has one process.")
    monkeypatch.setattr("bot.store.waits._LONG", 0.2)
    async with await open_store(url) as one, await open_store(url) as two:
        async with one.turn(1), one.turn(2):
            waiting = asyncio.create_task(_take(two, 1, []))
            async with asyncio.timeout(10):
                while "Waiting for a turn" not in caplog.text:  # noqa: ASYNC110  the log has no event
                    await asyncio.sleep(0.05)
            told = caplog.messages[-1]
            keeping = await _keeping(url, 1)
        await waiting
    assert f"process {keeping} of PostgreSQL has, a bot on" in told


async def _keeping(url: str, number: int) -> int:
    """Return the process of PostgreSQL that has a turn, as `pg_locks` shows it."""
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        found = await connection.execute(
            text("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND objid = :number"),
            {"number": number},
        )
        (pid,) = found.scalars()
    await engine.dispose()
    return int(pid)
