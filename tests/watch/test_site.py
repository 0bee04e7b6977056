"""Whether the bot says that it is well."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from sqlalchemy import text

from bot.service.background import Background
from bot.store import open_store
from bot.watch.site import health_of

if TYPE_CHECKING:
    from bot.store import Store
    from bot.watch.site import Watched


def _bot_with(store: Store) -> Watched:
    """Return a bot that is connected, as far as its health is concerned."""
    services: Any = SimpleNamespace(store=store)
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
async def test_whatever_the_database_says_is_told(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is gone is told of, and so is what nobody has thought of."""
    monkeypatch.setattr("bot.watch.site._PATIENCE", 60.0)
    async with await open_store(postgres_url) as store:
        bot = _bot_with(store)
        assert (await health_of(bot)).well
        for done, told in (
            ("ALTER TABLE games RENAME TO elsewhere", "The tables of the database cannot be used (relation"),
            ("CREATE SEQUENCE games", "The database does not work: "),
        ):
            await store.games._database.execute(text(done))
            health = await health_of(bot)
            assert not health.well
            assert health.line.startswith(told)
            assert '"games"' in health.line
