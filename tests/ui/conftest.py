from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from bot.app import IdleYearBot
from bot.engine.games.marriage import Marriage
from bot.engine.games.napoleon import Napoleon
from bot.engine.games.pyramid import Pyramid
from bot.store import open_store
from tests.databases import sqlite_address
from tests.flow.conftest import allowed, art, first_start, parlour

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.ui.services import Services

__all__ = ["allowed", "art", "first_start", "parlour"]


@pytest_asyncio.fixture
async def services(tmp_path: Path, blank: Path) -> AsyncIterator[Services]:
    """Return what a bot is made of that is connected to nothing but its database."""
    shutil.copy(blank, tmp_path / "games.sqlite3")
    store = await open_store(sqlite_address(tmp_path / "games.sqlite3"))
    bot = IdleYearBot(store)
    yield bot.services
    bot.services.threads.close()
    await store.close()


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
