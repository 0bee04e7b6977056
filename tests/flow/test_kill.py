"""The real program, killed mid-game: every acknowledged move is there."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from typing import TYPE_CHECKING

import pytest

from page_client import PageClient, moves, texts
from tests.kernels import own_environment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@contextlib.asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[str, asyncio.subprocess.Process]]:
    """Start Idle Year as `make run` does, in a folder of its own; yield the address it prints."""
    environment = {
        **own_environment(),
        "LOCAL_PORT": "0",
        "LOCAL_WORLD": str(folder / "world.sqlite3"),
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", env=environment, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(60):
            while b"http://" not in (line := await process.stdout.readline()):
                assert process.returncode is None
        yield line.decode().split()[-1], process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@pytest.mark.slow
async def test_every_acknowledged_move_survives_a_kill(tmp_path: Path) -> None:
    """Play, kill -9, start again: the same board is there and its buttons still work."""
    async with (
        running(tmp_path) as (address, process),
        PageClient(address, "Ada", "The Parlour", "patience") as ada,
    ):
        await ada.slash("deal", [{"name": "accordion", "type": 1, "options": []}])
        for _ in range(5):
            board = (await ada.history())[-1]
            await ada.press(board, moves(board)[0])
            # On a board that has just changed, nobody means to press so soon.
            await ada.slash("board", [])
        before = (await ada.history())[-1]
        process.send_signal(signal.SIGKILL)
        await process.wait()
    assert "47 piles" in texts(before)
    async with (
        running(tmp_path) as (again, _),
        PageClient(again, "Ada", "The Parlour", "patience") as ada,
    ):
        assert again.rpartition("#")[2] == address.rpartition("#")[2]
        # A private board is gone with the window that showed it; the game is not.
        await ada.slash("board", [])
        after = (await ada.history())[-1]
        assert texts(after) == texts(before)
        await ada.press(after, moves(after)[0])
        assert "46 piles" in texts((await ada.history())[-1])
