from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from bot.app import IdleYearBot
from bot.store import open_store
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.games.napoleon import Napoleon
from idle_year.engine.games.pyramid import Pyramid
from tests.clock import Clock
from tests.databases import sqlite_address
from tests.flow.conftest import art
from tests.lent_workers import idle_workers, lent_workers
from tests.ui.room import Room

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.ui.services import Services

__all__ = ["art", "idle_workers", "lent_workers"]


@pytest_asyncio.fixture
async def room(tmp_path: Path, blank: Path) -> AsyncIterator[Room]:
    """Return a room in which people play, at noon of 20 November, and nobody is refused for asking much."""
    shutil.copy(blank, tmp_path / "games.sqlite3")
    clock = Clock()
    async with await open_store(sqlite_address(tmp_path / "games.sqlite3"), clock) as store:
        room = Room(IdleYearBot(store), clock)
        await room.open()
        yield room
        room.services.threads.close()


@pytest.fixture
def services(room: Room) -> Services:
    """Return what a bot is made of that is connected to nothing but its database."""
    return room.services


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often some rules are asked to play a move, and for all that could be played."""
    many = Counter[str]()

    def counted(of: type, name: str) -> None:
        ask: Callable[..., Any] = getattr(of, name)

        def count(*given: Any) -> Any:
            many[name] += 1
            return ask(*given)

        monkeypatch.setattr(of, name, count)

    for of in (Marriage, Napoleon, Pyramid):
        counted(of, "play")
        counted(of, "menus")
        counted(of, "moves")
    return many
