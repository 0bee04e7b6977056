"""Starting up: where the bot connects, and the one line that says why it cannot."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from aiohttp import web

from bot.__main__ import CannotStart, _run
from bot.local import LocalDiscord, point_client_at
from bot.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


def start(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program with its files in a folder; return when it has ended."""
    base = {
        "PATH": os.environ["PATH"],
        "LOCAL_PORT": "0",
        "LOCAL_WORLD": str(folder / "world.sqlite3"),
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}",
    }
    command = [sys.executable, "-m", "bot"]
    return subprocess.run(  # noqa: S603  our own program
        command, env=base | environment, capture_output=True, text=True, timeout=30, check=False
    )


async def test_with_a_token_it_connects_to_discord(tmp_path: Path) -> None:
    """The token logs in, and the commands are registered."""
    local = LocalDiscord()
    await local.start()
    settings = Settings.model_validate(
        {
            "discord_token": local.bot_token,
            "database_url": f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}",
        }
    )
    with point_client_at(local.url):
        running = asyncio.create_task(_run(settings))
        await local.wait_for_commands("deal")
        running.cancel()
        await running
    await local.close()


async def test_a_bad_token_is_one_clear_sentence(tmp_path: Path) -> None:
    """It says where the right one is to be found, and does not repeat the wrong one."""
    local = LocalDiscord()
    await local.start()
    settings = Settings.model_validate(
        {"discord_token": "mistyped", "database_url": f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"}
    )
    with point_client_at(local.url), pytest.raises(CannotStart) as raised:
        await _run(settings)
    await local.close()
    assert "Discord does not accept DISCORD_TOKEN" in str(raised.value)
    assert "mistyped" not in str(raised.value)


async def test_a_refusal_by_discord_is_one_clear_sentence(tmp_path: Path) -> None:
    """Where Discord answers, but not as hoped, its own words are passed on without a traceback."""
    runner = web.AppRunner(web.Application())  # it has no route at all
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    settings = Settings.model_validate(
        {"discord_token": "a.b.c", "database_url": f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"}
    )
    host, port = runner.addresses[0]
    with point_client_at(f"http://{host}:{port}"), pytest.raises(CannotStart) as raised:
        await _run(settings)
    await runner.cleanup()
    assert "Discord does not let the bot in; try again later. It says: 404 Not Found" in str(raised.value)


def test_a_port_in_use_is_one_clear_line(tmp_path: Path) -> None:
    """It names the port and the setting."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = start(tmp_path, LOCAL_PORT=str(port))
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert f"Port {port} is not free" in line
    assert "LOCAL_PORT" in line


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("LOG_LEVEL", "LOUD", "LOG_LEVEL is not usable"),
        ("LOCAL_PORT", "99999", "LOCAL_PORT is not usable"),
        ("SHARD_IDS", "0,one", "SHARD_IDS is not usable"),
        ("SHARD_IDS", "0,1", "SHARD_COUNT is not usable: SHARD_IDS needs the number of all shards"),
        ("DATABASE_URL", "nonsense", "The address of the database must start with"),
        (
            "LOCAL_WORLD",
            "/proc/no/w.sqlite3",
            "LOCAL_WORLD, /proc/no/w.sqlite3, cannot be opened",
        ),
        ("DISCORD_OPENAPI", "/no/such/file.json", "/no/such/file.json cannot be read"),
        (
            "DATABASE_URL",
            "sqlite+aiosqlite:////proc/no/games.sqlite3",
            "database cannot be opened",
        ),
        ("DATABASE_URL", "postgresql+asyncpg://nobody@127.0.0.1:1/games", "database cannot be opened"),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_clear_line(
    tmp_path: Path, key: str, value: str, sentence: str
) -> None:
    """No traceback, exit code 1."""
    ended = start(tmp_path, **{key: value})
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line.startswith("Idle Year cannot start.")
    assert sentence in line


def test_secrets_do_not_show(tmp_path: Path) -> None:
    """Neither the token nor the database's password is in what the settings print."""
    settings = Settings.model_validate(
        {"discord_token": "secret-token", "database_url": "postgresql+asyncpg://me:secret-word@host/db"}
    )
    assert "secret" not in repr(settings)
    assert "secret" not in str(settings)


def test_shards_are_read_as_people_write_them() -> None:
    """`0,1 2` is three shards."""
    settings = Settings.model_validate({"shard_ids": "0,1 2", "shard_count": "3"})
    assert settings.shard_ids == (0, 1, 2)


def test_one_shard_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """`SHARD_IDS=2` is the third shard, not a number that cannot be split."""
    monkeypatch.setenv("SHARD_IDS", "2")
    monkeypatch.setenv("SHARD_COUNT", "3")
    assert Settings().shard_ids == (2,)
