"""Starting up: where the bot connects, and the one line that says why it cannot."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import aiohttp
import pytest
from aiohttp import web

from bot.__main__ import CannotStart, HadToStop, _run, _warn
from bot.cli.health import ask
from bot.client import gateway
from bot.settings import Settings, UnusableSettings, read_settings
from bot.store import StoreError
from gateway_client import Gateway
from idle_year.solvers.jit import cache_of
from idle_year.solvers.registry import PACKAGES, compile_package
from small_discord import SmallDiscord, Storm, point_client_at
from tests.disks import Disk, disk
from tests.flow.bot_process import until
from tests.kernels import own_environment

if TYPE_CHECKING:
    from collections.abc import Iterator


__all__ = ["disk"]
COMMAND = [sys.executable, "-m", "bot"]


def _settings(token: str, folder: Path) -> Settings:
    """Return the settings of a bot with this token, and with its games in a folder."""
    address = f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}"
    return Settings.model_validate({"discord_token": token, "database_url": address})


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment for a bot whose files are in a folder."""
    return {
        **own_environment(),
        "LOCAL_PORT": "0",
        "LOCAL_WORLD": str(folder / "world.sqlite3"),
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}",
        **more,
    }


def start(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the program with its files in a folder; return when it has ended."""
    return subprocess.run(  # noqa: S603  our own program
        [*COMMAND, *arguments],
        env=environment(folder, **more),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def one_line_of(ended: subprocess.CompletedProcess[str]) -> str:
    """Return why the program has ended: the only line beside those of the log, which begin with a date."""
    (line,) = [line for line in ended.stderr.splitlines() if not re.match(r"\d{4}-\d\d-\d\d ", line)]
    return line


@contextmanager
def running(folder: Path, **more: str) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """Run the program with its files in a folder; yield it and its log."""
    # In a group of its own, it can be stopped together with what it has started, as a terminal does.
    with subprocess.Popen(  # noqa: S603  our own program
        COMMAND,
        env=environment(folder, **more),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as process:
        assert process.stderr is not None
        try:
            yield process, process.stderr
        finally:
            process.kill()


def line_with(text: str, log: IO[str]) -> str:
    """Return the next line of a log that contains some text."""
    return next(line for line in log if text in line)


def children(process: subprocess.Popen[str]) -> list[str]:
    """Return the ids of a process's child processes."""
    return Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()


async def test_with_a_token_it_connects_to_discord(small_discord: SmallDiscord, tmp_path: Path) -> None:
    """With a token the bot logs in to Discord and registers its commands."""
    settings = _settings(small_discord.bot_token, tmp_path)
    running = asyncio.create_task(_run(settings))
    await small_discord.wait_for_commands("deal")
    running.cancel()
    await running


@pytest.mark.slow
@pytest.mark.parametrize("which", [1, 2])
async def test_a_signal_that_comes_with_a_connection_is_heeded(
    small_discord: SmallDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: int
) -> None:
    """Whoever stops the bot at the moment at which it connects, first or once more, does not wait in vain."""
    connect, connections = gateway._connect, count(1)

    async def stopped_meanwhile(*client: Any, **options: Any) -> object:
        connected = await connect(*client, **options)
        if next(connections) == which:
            playing.cancel()
        return connected

    monkeypatch.setattr(gateway, "_connect", stopped_meanwhile)
    playing = asyncio.create_task(_run(_settings(small_discord.bot_token, tmp_path)))
    if which > 1:
        await small_discord.wait_for_commands()
        small_discord.strike(Storm.INVALID)
    done, _ = await asyncio.wait({playing}, timeout=60)
    playing.cancel()
    await playing
    assert done


async def test_limits_that_are_set_are_kept(
    small_discord: SmallDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`LIMIT_ASKS=1` lets everybody ask once in ten seconds."""
    monkeypatch.setenv("LIMIT_ASKS", "1")
    settings = _settings(small_discord.bot_token, tmp_path)
    running = asyncio.create_task(_run(settings))
    await small_discord.wait_for_commands("help")
    ada = small_discord.person("Ada")
    texts = [(await (await ada.slash("The Parlour/#patience", "help")).final()).text for _ in range(3)]
    running.cancel()
    await running
    refused = ["limit for one person" in text for text in texts]
    assert not refused[0]
    assert any(refused)  # not all of the others, if ten seconds happen to end in between


async def test_a_bad_token_is_one_clear_sentence(small_discord: SmallDiscord, tmp_path: Path) -> None:
    """A bad token is one sentence that says what is wrong, and does not repeat the token."""
    settings = _settings("mistyped", tmp_path)
    with pytest.raises(UnusableSettings) as raised:
        await _run(settings)
    assert "Discord does not accept DISCORD_TOKEN" in str(raised.value)
    assert "mistyped" not in str(raised.value)


async def test_a_token_that_counts_no_longer_is_one_clear_sentence(
    small_discord: SmallDiscord, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A token that Discord takes away while people play ends the bot with one sentence on what to do."""
    caplog.set_level(logging.INFO)
    settings = _settings(small_discord.bot_token, tmp_path)
    running = asyncio.create_task(_run(settings))
    await small_discord.wait_for_commands("help")
    await until(lambda: "Connected to Discord as" in caplog.text)
    small_discord.weather.session_starts = 1
    async with aiohttp.ClientSession() as session:
        assert await Gateway(small_discord, session).identify() == 4004
    with pytest.raises(HadToStop, match="DISCORD_TOKEN counts no longer"):
        await running


async def test_a_refusal_by_discord_is_one_clear_sentence(tmp_path: Path) -> None:
    """If Discord answers, but not as hoped, its own words are passed on without a traceback."""
    runner = web.AppRunner(web.Application())  # without any route
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    settings = _settings("a.b.c", tmp_path)
    host, port = runner.addresses[0]
    with point_client_at(f"http://{host}:{port}"), pytest.raises(CannotStart) as raised:
        await _run(settings)
    await runner.cleanup()
    assert "Discord does not let the bot in; try again later. It says: 404 Not Found" in str(raised.value)


def test_without_a_token_nobody_takes_the_small_discord_for_discord(tmp_path: Path) -> None:
    """Without a token the log warns of that, and it and the bot's health name the small Discord."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running(tmp_path, METRICS_PORT=str(port)) as (_, log):
        assert "nobody on Discord can see it." in line_with(" WARNING ", log)
        told = ""
        while "The commands have been sent to the small Discord: " not in told or "Connected to " not in told:
            told += next(log)
        assert "Connected to the small Discord as Idle Year" in told
        assert re.fullmatch(r"Well: .* connected to the small Discord, the database answers\.", ask(port)[1])


def test_what_an_old_env_file_still_names_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Settings of an earlier version are told of in one line of the log, whatever their value."""
    (tmp_path / ".env").write_text("SOLVER_CLUSTER=tcp://10.0.0.1:8786\nLIMIT_HINTS=none\n")
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").chmod(0o600)
    _warn(_settings("a-token", tmp_path))
    assert caplog.messages == ["No longer a setting, and without effect: SOLVER_CLUSTER, LIMIT_HINTS."]


@pytest.mark.slow
def test_another_command_starts_no_bot(tmp_path: Path) -> None:
    """Who takes the bot's module for the command line is told of the command; nothing starts."""
    ended = start(tmp_path, "deal", "accordion")
    assert ended.returncode == 1
    assert "`idleyear deal accordion`" in one_line_of(ended)


def test_a_port_in_use_is_one_clear_line(tmp_path: Path) -> None:
    """A port in use ends the start with one line that names the port and the setting."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = start(tmp_path, LOCAL_PORT=str(port))
    assert ended.returncode == 1
    line = one_line_of(ended)
    assert line.startswith("Idle Year cannot start.")
    assert f"Port {port} is not free" in line
    assert "LOCAL_PORT" in line


@pytest.mark.slow
def test_programs_read_why_it_cannot_start_as_well(tmp_path: Path) -> None:
    """With the log as JSON, why the bot cannot start is one more object."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = start(tmp_path, LOCAL_PORT=str(taken.getsockname()[1]), LOG_FORMAT="json")
    *_, last = map(json.loads, ended.stderr.splitlines())
    assert (ended.returncode, last["level"]) == (1, "CRITICAL")
    assert last["message"].startswith("Idle Year cannot start. Port")


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("LOG_LEVEL", "LOUD", "LOG_LEVEL is not usable"),
        ("LOCAL_PORT", "99999", "LOCAL_PORT is not usable"),
        ("SHARD_IDS", "0,one", "SHARD_IDS is not usable"),
        ("SHARD_IDS", "0,1", "SHARD_COUNT is not usable: SHARD_IDS need it, the number of shards in all."),
        ("DATABASE_URL", "sqlite+aiosqlite:///:memory:?timeout=1", "DATABASE_URL names no file, so all"),
        ("DATABASE_URL", "sqlite+aiosqlite:///file::memory:?uri=true", "DATABASE_URL names no file, so all"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL is not usable: the address of the database must start"),
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
        (
            "DATABASE_URL",
            "postgresql+asyncpg://nobody@127.0.0.1:1/games",
            "): check DATABASE_URL and PostgreSQL.",
        ),
    ],
)
async def test_a_setting_that_cannot_be_used_is_one_clear_sentence(
    tmp_path: Path, key: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A setting that cannot be used ends the start with one sentence that says why."""
    monkeypatch.chdir(tmp_path)  # where no .env sets anything
    for name, set_to in {**environment(tmp_path), key: value}.items():
        monkeypatch.setenv(name, set_to)
    with pytest.raises((CannotStart, UnusableSettings, StoreError)) as raised:
        await _run(read_settings())
    assert sentence in str(raised.value)
    assert str(raised.value).isprintable()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["games.sqlite3", "new.sqlite3", "new/games.sqlite3"])
def test_a_read_only_disk_is_one_clear_line(tmp_path: Path, disk: Disk, name: str) -> None:
    """A read-only disk ends the start with one line, whether or not the database exists already."""
    with closing(sqlite3.connect(disk.folder / "games.sqlite3")) as there:
        there.execute("PRAGMA journal_mode = WAL")
    disk.make_read_only()
    path = disk.folder / name
    for settings in ({"DATABASE_URL": f"sqlite+aiosqlite:///{path}"}, {"LOCAL_WORLD": str(path)}):
        ended = start(tmp_path, **settings)
        assert ended.returncode == 1
        line = one_line_of(ended)
        assert re.search(r"(?i)^Idle Year cannot start\. .*(read-only|permission denied)", line)
        assert str(disk.folder) in line


@pytest.mark.slow
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_stopping_amid_compiling_leaves_nothing_behind(tmp_path: Path, stop: signal.Signals) -> None:
    """Solvers are compiled while the bot plays; told to stop, it ends at once and the compiler with it."""
    with running(tmp_path, XDG_CACHE_HOME=str(tmp_path)) as (process, log):
        told = ""
        while (
            "1 of 8: accordion.open …; meanwhile" not in told
            or "Connected to the small Discord as Idle Year" not in told
        ):
            told += next(log)
        while not (compilers := children(process)):
            time.sleep(0.01)
        (compiler,) = compilers
        os.killpg(process.pid, stop)
        ended, told = process.wait(30), log.read()
        assert (ended, "Traceback" in told) == (0, False), told
    assert not Path(f"/proc/{compiler}").exists()


@pytest.mark.slow
def test_solvers_that_were_compiled_before_are_ready_and_not_loaded(tmp_path: Path) -> None:
    """Solvers that were compiled before are ready, as the log says, and take no memory of the bot's."""
    for package in PACKAGES:
        compile_package(package)
    cache = cache_of("accordion").parents[1]
    with running(tmp_path, XDG_CACHE_HOME=str(cache)) as (process, log):
        assert "The solvers are ready." in line_with("bot.service.kernels", log)
        assert "llvm" not in Path(f"/proc/{process.pid}/maps").read_text()
        process.terminate()
        assert process.wait(30) == 0


@pytest.mark.slow
def test_without_a_compiler_people_play_all_the_same(tmp_path: Path) -> None:
    """Without a compiler the bot runs all the same, and one warning names the solvers and the reason."""
    (tmp_path / "numba.py").write_text("raise ImportError('made for another processor')")
    with running(
        tmp_path, PYTHONPATH=f"{tmp_path}:{os.environ['PYTHONPATH']}", XDG_CACHE_HOME=str(tmp_path)
    ) as (process, log):
        warning = line_with("WARNING bot.service.kernels", log)
        assert f"The plain search stands in for the solvers {', '.join(PACKAGES)}: " in warning
        assert "ImportError: made for another processor" in warning
        process.terminate()
        assert process.wait(30) == 0
