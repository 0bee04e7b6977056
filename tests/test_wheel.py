"""The wheels that a release consists of run without the repository, with all that belongs to them."""

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
from platformdirs import user_data_path

from bot.settings import Settings
from page_client import PageClient, moves, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path(__file__).parents[1]
_LIBRARY = ("idle-year", ("idle_year",))
_BOT = (".", ("bot", "cogs"))
_SMALL_DISCORD = ("small-discord", ("small_discord",))
_PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check", "--no-cache-dir")


@pytest.fixture(scope="module")
def library_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the library's wheel."""
    return _built(*_LIBRARY, tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def bot_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the bot's wheel."""
    return _built(*_BOT, tmp_path_factory.mktemp("bot"))


@pytest.fixture(scope="module")
def small_discord_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build that of the small Discord."""
    return _built(*_SMALL_DISCORD, tmp_path_factory.mktemp("small-discord"))


def _built(folder: str, packages: tuple[str, ...], tree: Path) -> Path:
    """Build a wheel from a copy of what it is made of, in its first commit, without the network."""
    _copied(folder, packages, tree)
    _git("init", "--quiet", folder=tree)
    _git("add", "--all", folder=tree)
    _git("commit", "--quiet", "--message", "Begin", folder=tree)
    code, told = _try_to_build(tree)
    assert code == 0, told
    (built,) = tree.glob("*.whl")
    return built


def _copied(folder: str, packages: tuple[str, ...], tree: Path) -> Path:
    """Copy what a wheel is made of, without what was built here before."""
    built = shutil.ignore_patterns("__pycache__", "*.mo")
    for package in packages:
        shutil.copytree(_ROOT / folder / package, tree / package, ignore=built)
    for file in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        if (_ROOT / folder / file).exists():
            shutil.copy(_ROOT / folder / file, tree)
    return tree


def _try_to_build(tree: Path) -> tuple[int, str]:
    return _try(
        sys.executable, *_PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tree, tree
    )


@pytest.fixture(scope="module")
def programs(library_wheel: Path, bot_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the bot's wheel and the library's, which it needs; return the folder of its programs."""
    return _installed(tmp_path_factory.mktemp("alone"), library_wheel, bot_wheel)


@pytest.fixture(scope="module")
def all_programs(
    library_wheel: Path, bot_wheel: Path, small_discord_wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Install all of them; return the folder of their programs."""
    return _installed(tmp_path_factory.mktemp("all"), library_wheel, bot_wheel, small_discord_wheel)


def _git(*arguments: str, folder: Path) -> str:
    return _run("git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *arguments, folder=folder)


def _installed(place: Path, *wheels: Path) -> Path:
    """Install wheels into an environment of their own; return the folder of its programs.

    The dependencies are those of the tests, found by path: what is installed for editing is not, as Python
    follows no `.pth` files in such a folder.
    """
    _run(sys.executable, "-m", "venv", "--without-pip", place)
    programs = place / "bin"
    # Before the dependencies can be seen, among which pip would find Idle Year installed for editing.
    _run(
        sys.executable, *_PIP, "--python", programs / "python", "install", "--no-deps", "--no-index", *wheels
    )
    (site,) = place.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return programs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wheel", "made_of", "kinds"),
    [
        ("library_wheel", _LIBRARY, {".py", ".npy", ".json", ".typed"}),
        ("bot_wheel", _BOT, {".py", ".png", ".mo"}),
        ("small_discord_wheel", _SMALL_DISCORD, {".py", ".js", ".css", ".html", ".svg", ".typed"}),
    ],
)
def test_a_wheel_holds_every_file(
    wheel: str, made_of: tuple[str, tuple[str, ...]], kinds: set[str], request: pytest.FixtureRequest
) -> None:
    """A wheel holds every file of its program, and nothing of the others."""
    folder, packages = _ROOT / made_of[0], made_of[1]
    with zipfile.ZipFile(request.getfixturevalue(wheel)) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    there = {str(path.relative_to(folder)) for package in packages for path in _files(folder / package)}
    # Only `make page` reads types, and only translators read what a catalogue is compiled from.
    sources = {name for name in there if name.endswith((".d.ts", ".po", ".md"))}
    assert packed == there - sources
    assert {Path(name).suffix for name in packed} >= kinds


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


@pytest.mark.night
def test_no_wheel_speaks_english_for_want_of_a_catalogue(tmp_path: Path) -> None:
    """Without catalogues, or with an empty one, there is no wheel: it would speak English without a word."""
    languages = _copied(*_BOT, tmp_path) / "bot" / "render" / "languages"
    (languages / "de.po").write_text('msgid "piles"\nmsgstr ""\n')
    code, told = _try_to_build(tmp_path)
    assert (code, "de.po holds no translation" in told) == (1, True)
    for catalogue in languages.glob("*.po"):
        catalogue.unlink()
    code, told = _try_to_build(tmp_path)
    assert (code, "languages holds no catalogue" in told) == (1, True)


@pytest.mark.night
def test_commands_run_without_the_repository(bot_wheel: Path, programs: Path, tmp_path: Path) -> None:
    """The installed program runs without the repository, and deals."""
    assert "Play Accordion and its relatives" in _run(programs / "idleyear", "--help", folder=tmp_path)
    commit = _git("rev-parse", "HEAD", folder=bot_wheel.parent)
    assert _run(programs / "idleyear", "--version", folder=tmp_path).strip().endswith(f"+{commit[:12]}")
    dealt = _run(programs / "idleyear", "deal", "late-binding", "--seed", "tuesday", folder=tmp_path)
    assert dealt.startswith("6H 4S 9S 7C 9D 6C")
    code = "import bot, cogs, idle_year; print(bot.__file__, cogs.__path__, idle_year.__file__)"
    assert str(_ROOT) not in (found := _run(programs / "python", "-c", code, folder=tmp_path))
    assert str(programs.parent) in found


@pytest.mark.night
def test_the_bot_alone_needs_a_token(programs: Path, tmp_path: Path) -> None:
    """The bot alone says where its token belongs, and which file it takes to play without, from no index."""
    code, told = _try(programs / "idleyear", "run", folder=tmp_path)
    assert code == os.EX_CONFIG
    place = user_data_path("idle-year") / ".env"
    assert told == (
        f"Idle Year cannot start. DISCORD_TOKEN is not set: put it into {place}. To play without one, "
        "install the wheel that lies beside the bot's, small_discord-….whl.\n"
    )
    assert not [*tmp_path.iterdir()]
    for arguments in (["discord"], ["run", "--weather", "rough"]):
        code, told = _try(programs / "idleyear", *arguments, folder=tmp_path)
        assert (code, told.count("\n")) == (2, 1)
        assert "small-discord is not installed" in told


@pytest.mark.night
def test_the_small_discord_runs_other_bots(
    small_discord_wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The small Discord runs other bots without Idle Year, by its command and by its fixture."""
    programs = _installed(tmp_path_factory.mktemp("other"), small_discord_wheel)
    assert "for any bot" in _run(programs / "small-discord", "--help")
    folder = tmp_path_factory.mktemp("tests")
    (folder / "test_it.py").write_text("def test_it(small_discord): assert small_discord.person('Ada')")
    options = ("-p", "no:cacheprovider", "-o", "asyncio_mode=auto", "--rootdir", folder)
    assert "1 passed" in _run(programs / "python", "-m", "pytest", *options, folder, folder=folder)


@pytest.mark.night
async def test_the_small_discord_runs_without_the_repository(all_programs: Path, tmp_path: Path) -> None:
    """Without the repository a game can be played on the small Discord, and its page arrives whole.

    The folder of a stranger, whose `.env` is another program's, stays as it is, and a backup finds the games.
    """
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LOCAL_PORT": "0"}
    here = tmp_path / "here"
    here.mkdir()
    (here / ".env").write_text("LOG_LEVEL=LOUD\n")
    process = await asyncio.create_subprocess_exec(
        *(all_programs / "idleyear", "run"), env=environment, cwd=here, stdout=asyncio.subprocess.PIPE
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
    _run(all_programs / "idleyear", "backup", "copy.sqlite3", folder=here, HOME=str(tmp_path))
    assert {file.name for file in here.iterdir()} == {".env", "copy.sqlite3"}
    kept = tmp_path / ".local/share/idle-year/var"
    assert {file.name for file in kept.iterdir()} >= {"idle-year.sqlite3", "local-discord.sqlite3"}
    shutil.rmtree(kept)
    # A service that has had its games in the folder that it is started in, and its settings elsewhere.
    (here / ".env").unlink()
    (here / "var").mkdir()
    shutil.move(here / "copy.sqlite3", here / "var/idle-year.sqlite3")
    told = _run(all_programs / "idleyear", "backup", "--check", folder=here, HOME=str(tmp_path))
    assert "1 game; 1 replayed" in told


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


def _run(*command: str | Path, folder: Path | None = None, **more: str) -> str:
    code, told = _try(*command, folder=folder, **more)
    assert code == 0, told
    return told


def _try(*command: str | Path, folder: Path | None = None, **more: str) -> tuple[int, str]:
    """Run a program as somebody does who has neither the repository nor settings."""
    # PYTHONPATH would lead back to the repository.
    ours = {"PYTHONPATH", *(name.upper() for name in Settings.model_fields)}
    environment = {name: value for name, value in os.environ.items() if name not in ours} | more
    done = subprocess.run(command, check=False, cwd=folder, env=environment, capture_output=True, text=True)  # noqa: S603  our own program
    return done.returncode, done.stdout + done.stderr
