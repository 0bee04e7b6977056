"""How SQLite finds what a question asks for."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

from sqlalchemy import Engine, event

from bot.store import Store, open_store
from tests.databases import sqlite_address


async def plan_of(folder: Path, ask: Callable[[Store], Awaitable[object]]) -> list[str]:
    """Return the steps of the one statement with which a question to a new database is answered."""
    asked: list[tuple[str, object]] = []

    def note(_connection: object, _cursor: object, statement: str, values: object, *_: object) -> None:
        asked.append((statement, values))

    file = folder / "games.db"
    async with await open_store(sqlite_address(file)) as store:
        event.listen(Engine, "before_cursor_execute", note)
        await ask(store)
        event.remove(Engine, "before_cursor_execute", note)
    ((statement, values),) = asked
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return [row[-1] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]  # type: ignore[arg-type]
