"""Watching the real program: its numbers for Prometheus, and whether it is well."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest
from aiohttp import web
from prometheus_client.parser import text_string_to_metric_families

from tests.controls import first, make
from tests.flow.boards import deal
from tests.flow.bot_process import BotProcess, bot_process, until
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_CONTAINERS_CHECK = Path(__file__).parents[2] / "deploy" / "health.py"
_IDLEYEAR = [sys.executable, "-c", "import sys; from bot.cli import main; sys.exit(main())"]


@pytest.fixture
def port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
async def a_bot(tmp_path: Path, port: int) -> AsyncIterator[BotProcess]:
    """Run the program, watched."""
    async with bot_process(tmp_path, METRICS_PORT=str(port)) as running:
        yield running


async def numbers(port: int) -> str:
    """Return what Prometheus reads."""
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/metrics") as answer:
        assert answer.status == 200
        return await answer.text()


def value(text: str, number: str, /, **labels: str) -> float:
    """Return one number; 0 if there is none with these labels."""
    samples = [each for family in text_string_to_metric_families(text) for each in family.samples]
    return sum(
        each.value for each in samples if each.name == number and labels.items() <= each.labels.items()
    )


async def health(folder: Path, **settings: str) -> tuple[int, str]:
    """Run `idleyear health`; return its exit code and what it prints.

    With a port, the health check of a container tells the same.
    """
    told = await _run(
        *_IDLEYEAR, "health", cwd=folder, env={"PYTHONPATH": os.environ["PYTHONPATH"], **settings}
    )
    if settings:
        assert (
            await _run(sys.executable, "-I", "-S", str(_CONTAINERS_CHECK), cwd=folder, env=settings) == told
        )
    return told


async def _run(*command: str, cwd: Path, env: dict[str, str]) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *command, cwd=cwd, env=env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    told, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, told.decode().strip()


async def test_what_people_ask_for_is_counted(a_bot: BotProcess, port: int) -> None:
    """Requests are counted by kind, name and outcome, without who asked or what was on the table."""
    ada, ben = a_bot.local.person("Ada"), a_bot.local.person("Ben")
    board = await deal(ada, where="in the channel")
    board = (await make(ada, board, first(board))).message or board
    await make(ben, board, first(board))
    await ada.slash(HERE, "redo")
    await until_counted(port, 4)
    text = await numbers(port)
    asked = "idleyear_requests_total"
    assert value(text, asked, kind="command", name="deal accordion", outcome="answered") == 1
    assert value(text, asked, kind="press", name="play", outcome="answered") == 1
    assert value(text, asked, kind="press", name="play", outcome="refused") == 1
    assert value(text, asked, kind="command", name="redo", outcome="refused") == 1
    assert value(text, "idleyear_request_seconds_count", kind="press") == 2
    assert 0 < value(text, "idleyear_request_seconds_sum", kind="press") < 60
    assert value(text, "idleyear_database_seconds_count") > 4
    assert value(text, "idleyear_shards") == value(text, "idleyear_shards_connected") > 0
    assert value(text, "idleyear_solver_queue", pool="short") == 0
    assert value(text, "process_resident_memory_bytes") > 1e7
    assert 'idleyear_build_info{version="' in text
    assert "idleyear_gateway_latency_seconds" in text
    for secret in (ada.user.id, ben.user.id, board.channel_id, a_bot.local.bot_token, "tuesday"):
        assert str(secret) not in text


async def until_counted(port: int, requests: int) -> None:
    """Wait until the bot is done with so many requests: the answer to a press is not the end of it."""
    async with asyncio.timeout(60):
        while value(await numbers(port), "idleyear_requests_total") < requests:  # noqa: ASYNC110  nothing tells
            await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_nobody_on_the_network_reads_them(a_bot: BotProcess, port: int) -> None:
    """Metrics are served on this machine's own address only, so that nobody on the network reads them."""
    await numbers(port)
    async with aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.ClientConnectorError):
            await http.get(f"http://127.0.0.2:{port}/metrics")


@pytest.mark.slow
async def test_health(a_bot: BotProcess, tmp_path: Path, port: int) -> None:
    """The health command says by exit code and line whether people can play, and why not."""
    setting = str(port)
    await until(lambda: any("Connected to Discord as" in line for line in a_bot.log))
    shards = len(a_bot.local.shards_online)
    code, told = await health(tmp_path, METRICS_PORT=setting)
    assert (code, told) == (
        0,
        f"Well: {shards} of {shards} shards are connected to Discord, the database answers.",
    )
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as another_program:
        another_program.execute("BEGIN IMMEDIATE")
        code, told = await health(tmp_path, METRICS_PORT=setting)
        assert (code, "The database is locked by another program" in told) == (1, True)
    await a_bot.local.close()
    code, told = await health(tmp_path, METRICS_PORT=setting)
    assert (code, told) == (1, f"0 of {shards} shards are connected to Discord.")
    a_bot.process.kill()
    await a_bot.process.wait()
    code, told = await health(tmp_path, METRICS_PORT=setting)
    assert (code, f"No bot answers on port {port}" in told) == (1, True)
    code, told = await health(tmp_path)
    assert (code, "METRICS_PORT is empty" in told) == (2, True)


async def test_what_another_program_says_is_not_the_bots_health(tmp_path: Path, port: int) -> None:
    """A bot whose port is taken does not start: whoever answers there instead must not make it look well."""

    async def anything(_request: web.BaseRequest) -> web.Response:
        return web.Response(text="<html>\nIt works!\n</html>")

    runner = web.ServerRunner(web.Server(anything))
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        code, told = await health(tmp_path, METRICS_PORT=str(port))
    finally:
        await runner.cleanup()
    assert (code, told) == (
        1,
        f"Another program answers on port {port}: give the bot another METRICS_PORT.",
    )


@pytest.mark.slow
async def test_a_port_that_is_taken_is_one_clear_line(tmp_path: Path, port: int) -> None:
    """A port that is taken ends the start with one clear line."""
    with socket.create_server(("127.0.0.1", port)):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot"),
            env={
                "PYTHONPATH": os.environ["PYTHONPATH"],
                "LOCAL_PORT": "0",
                "METRICS_PORT": str(port),
                "LOCAL_WORLD": str(tmp_path / "world"),
            },
            cwd=tmp_path,
            stdout=-1,
            stderr=-1,
        )
        shown, told = await process.communicate()
    assert (process.returncode, b"ready" in shown) == (1, False)
    line = told.decode().splitlines()[-1]
    assert "Traceback" not in told.decode()
    assert line.startswith(f"Idle Year cannot start. Port {port} is not free")
    assert "METRICS_PORT" in line
