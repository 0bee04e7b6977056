"""The image, built without an engine from a clean export: it speaks each language, and has its solvers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from page_client import PageClient, texts
from tests.image import Image
from tests.night.exports import export

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.night

_LOADED = """
from idle_year.solvers import jit, registry
for package in registry.PACKAGES:
    registry.compile_package(package)
print(sum(sum(each.stats.cache_misses.values()) for each in jit._KERNELS))
"""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """Do what the Containerfile says."""
    image = Image(export(tmp_path_factory.mktemp("export")), tmp_path_factory.mktemp("image"))
    image.build()
    return image


@contextlib.asynccontextmanager
async def _started(image: Image, folder: Path) -> AsyncIterator[tuple[str, str, Path]]:
    """Start a container with new volumes, without a token; yield the page's address, a port and the log."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    settings = {
        "LOCAL_PORT": "0",
        "METRICS_PORT": port,
        "LOCAL_WORLD": str(folder / "world"),
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}",
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    log = folder / "log"
    with log.open("w") as written:
        process = await asyncio.create_subprocess_exec(
            *image.command,
            cwd=image.at,
            env={**image.environment, **settings},
            stdout=asyncio.subprocess.PIPE,
            stderr=written,
        )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(120):
            while b"http://" not in (line := await process.stdout.readline()):
                assert process.returncode is None, log.read_text()
        yield line.decode().split()[-1], port, log
    finally:
        process.terminate()
        await process.wait()


async def test_a_new_container_speaks_german_and_compiles_nothing(image: Image, tmp_path: Path) -> None:
    """A new container answers in the reader's language, is well, and loads the solvers that came with it."""
    async with _started(image, tmp_path) as (address, port, log):
        async with PageClient(address, "Ada", "The Parlour", "patience") as ada:
            await ada.speak("de")
            await ada.slash("deal", [{"name": "accordion", "type": 1, "options": []}])
            assert "52 Stapel" in texts((await ada.history())[-1])
        async with asyncio.timeout(300):
            while "The solvers are ready." not in log.read_text():  # noqa: ASYNC110  another process logs it
                await asyncio.sleep(0.1)
            while (await _health(image, port))[0]:  # noqa: ASYNC110  it may still be connecting
                await asyncio.sleep(0.1)
        assert "Compiling" not in log.read_text()
        assert await _health(image, port) == (
            0,
            "Well: 1 of 1 shards are connected to the small Discord, the database answers.\n",
        )
    assert await _health(image, port) == (1, "")
    image.environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    assert image.run("python", "-c", _LOADED) == "0\n"


async def _health(image: Image, port: str) -> tuple[int | None, str]:
    """Ask as compose.yaml says; return the exit code and what is printed."""
    compose = yaml.safe_load((Path(__file__).parents[2] / "compose.yaml").read_text())
    _, *command = compose["services"]["shard-0"]["healthcheck"]["test"]
    process = await asyncio.create_subprocess_exec(
        *map(image.inside, command),
        env={**os.environ, "METRICS_PORT": port},
        stdout=asyncio.subprocess.PIPE,
    )
    printed, _ = await process.communicate()
    return process.returncode, printed.decode()
