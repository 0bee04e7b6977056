"""Turns: locks across all processes."""

from __future__ import annotations

import asyncio

import pytest

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
    """Within a process, with either database; a cancelled holder makes room."""
    told: list[str] = []
    waiting = asyncio.create_task(_take(store, 1, []))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(*(_take(store, 1, told) for _ in range(3)))
    assert told == ["begun", "ended"] * 3


async def test_other_processes_wait_as_well(url: str) -> None:
    """With PostgreSQL, however long it takes, and even if it fails; SQLite has only one process."""
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
