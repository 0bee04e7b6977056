"""Turns: locks across all processes."""

from __future__ import annotations

import asyncio

import pytest

from bot.store import Store, open_store


async def _take(store: Store, number: int, told: list[str]) -> None:
    async with store.turn(number):
        told.append("begun")
        await asyncio.sleep(0.3)
        told.append("ended")


async def _fail(store: Store, number: int) -> None:
    async with store.turn(number):
        raise ZeroDivisionError


async def test_other_processes_wait_as_well(postgres_url: str) -> None:
    """Other processes on PostgreSQL wait for a turn as well, and get it even if its holder fails."""
    told: list[str] = []
    async with await open_store(postgres_url) as one, await open_store(postgres_url) as two:
        await asyncio.gather(*(_take(store, 1, told) for store in (one, two)))
        assert told == ["begun", "ended"] * 2
        with pytest.raises(ZeroDivisionError):
            await _fail(one, 1)
        async with asyncio.timeout(5), two.turn(1):
            pass
        async with one.turn(1), asyncio.timeout(5), two.turn(2):
            pass
