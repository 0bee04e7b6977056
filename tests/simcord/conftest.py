"""The key scenarios once more through SimCord: a second opinion on what Discord accepts."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from bot.app import IdleYearBot
from bot.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path


class AnsweringBot(IdleYearBot):
    """The bot without its periodic work: SimCord advances its clock until nothing is waiting."""

    async def setup_hook(self) -> None:
        """Register the commands before anybody uses one."""
        await super().setup_hook()
        await self.services.command_names.sync()

    def works(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """Return nothing."""
        return {}


@pytest.fixture
async def simcord_bot(tmp_path: Path, blank: Path) -> AsyncIterator[IdleYearBot]:
    """Create the bot that SimCord logs in, on real SQLite."""
    path = shutil.copy(blank, tmp_path / "games.sqlite3")
    store = await open_store(f"sqlite+aiosqlite:///{path}")
    yield AnsweringBot(store, shard_count=1)
    await store.close()
