"""The wheel that a release consists of runs without the repository, with all that belongs to it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest

from tests.flow.page_client import PageClient, moves, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path(__file__).parents[1]
_PACKAGES = ("bot", "cogs")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of what it is made of, without the network."""
    tree = tmp_path_factory.mktemp("tree")
    for package in _PACKAGES:
        shutil.copytree(_ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(_ROOT / file, tree)
    _run(sys.executable, *_PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tree, tree)
    (built,) = tree.glob("*.whl")
    return built


_PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check", "--no-cache-dir")


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of its own; return the folder of its programs.

    The dependencies are those of the tests, found by path: what is installed for editing is not, as Python
    follows no `.pth` files in such a folder.
    """
    place = tmp_path_factory.mktemp("installed")
    _run(sys.executable, "-m", "venv", "--without-pip", place)
    programs = place / "bin"
    # Before the dependencies can be seen, among which pip would find Idle Year installed for editing.
    _run(sys.executable, *_PIP, "--python", programs / "python", "install", "--no-deps", "--no-index", wheel)
    (site,) = place.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return programs


def test_the_wheel_holds_every_file(wheel: Path) -> None:
    """Code, pictures, pages, figures and migrations."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith(_PACKAGES)}
    there = {str(path.relative_to(_ROOT)) for package in _PACKAGES for path in _files(_ROOT / package)}
    types = {name for name in there if name.endswith(".d.ts")}  # only `make page` reads them
    assert packed == there - types
    assert {Path(name).suffix for name in packed} >= {".py", ".js", ".css", ".html", ".png", ".npy", ".json"}


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def test_commands_run_without_the_repository(programs: Path, tmp_path: Path) -> None:
    """The program is the installed one, and deals."""
    assert "Play Accordion and its relatives" in _run(programs / "idleyear", "--help", folder=tmp_path)
    dealt = _run(programs / "idleyear", "deal", "late-binding", "--seed", "tuesday", folder=tmp_path)
    assert dealt.startswith("6H 4S 9S 7C 9D 6C")
    code = "import bot, cogs; print(bot.__file__, cogs.__path__)"
    assert str(_ROOT) not in (found := _run(programs / "python", "-c", code, folder=tmp_path))
    assert str(programs.parent) in found


async def test_the_small_discord_runs_without_the_repository(programs: Path, tmp_path: Path) -> None:
    """A game is played on it; the page arrives whole; the database is made in the folder it runs in."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LOCAL_PORT": "0"}
    process = await asyncio.create_subprocess_exec(
        *(programs / "idleyear", "run"), env=environment, cwd=tmp_path, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            while b"http://" not in (line := await process.stdout.readline()):
                assert process.returncode is None
        address = line.decode().split()[-1]
        async with PageClient(address, "Ada", "The Parlour", "patience") as ada:
            await ada.slash("deal", [{"name": "accordion", "type": 1, "options": []}])
            board = (await ada.history())[-1]
            await ada.press(board, moves(board)[0])
            assert "51 piles" in texts((await ada.history())[-1])
        assert await _scripts(address) >= 50
    finally:
        process.terminate()
        await process.wait()
    assert (tmp_path / "var" / "idle-year.sqlite3").exists()


async def _scripts(address: str) -> int:
    """Follow every import of the page's JavaScript; return how many files there are."""
    origin = address.partition("/#")[0]
    async with aiohttp.ClientSession() as web:
        page = await (await web.get(origin)).text()
        waiting = set(re.findall(r'src="([^"]+\.js)"', page))
        seen: set[str] = set()
        while waiting - seen:
            name = (waiting - seen).pop()
            seen.add(name)
            async with web.get(f"{origin}/{name.lstrip('/')}") as answer:
                assert answer.status == 200, name
                imported = re.findall(r'^import .*from "\./([^"]+)"', await answer.text(), re.MULTILINE)
            folder = name.rpartition("/")[0]
            waiting |= {f"{folder}/{each}".lstrip("/") for each in imported}
    return len(seen)


def _run(*command: str | Path, folder: Path | None = None) -> str:
    # PYTHONPATH would lead back to the repository.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, check=False, cwd=folder, env=environment, capture_output=True, text=True)  # noqa: S603  our own program
    assert done.returncode == 0, done.stderr
    return done.stdout
