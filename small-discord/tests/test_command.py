"""`small-discord`: for any bot, on the command line."""

import asyncio
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from page_client import PageClient
from small_discord import command, point_client_at
from tiny_bot import TinyBot

ROOT = Path(__file__).parents[1]
BOT = """
import os
import sys
import discord
from discord import app_commands
import words

client = discord.Client(intents=discord.Intents.all())
tree = app_commands.CommandTree(client)

@tree.command()
async def ping(interaction):
    "Say pong"
    await interaction.response.send_message(f"{words.PONG} {sys.argv[1:]}")

@client.event
async def setup_hook():
    await tree.sync()

client.run(os.getenv("NO_TOKEN_AT_ALL"))
"""


@contextmanager
def started(folder: Path, *arguments: str, cwd: Path = ROOT) -> Iterator[dict[str, str]]:
    """Run `small-discord` with its files in a folder; yield what it prints, by its first words."""
    environment = {
        "PATH": os.environ["PATH"],
        "LOCAL_PORT": "0",
        "LOCAL_WORLD": str(folder / "world.sqlite3"),
    }
    with subprocess.Popen(  # noqa: S603  our own program
        [sys.executable, "-m", "small_discord", *arguments],
        env=environment,
        cwd=cwd,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().split() for _ in range(4)]
        try:
            yield {line[0]: line[1] for line in lines}
        finally:
            process.terminate()
            process.stdout.close()


async def ask(page: str, command: str) -> list[Any]:
    """Type a command as Ada; return the messages of the channel."""
    async with PageClient(page, "Ada", "The Parlour", "patience") as ada:
        await ada.slash(command, [])
        return await ada.history()


async def test_any_bot_finds_its_way(tmp_path: Path) -> None:
    """With the printed addresses and token, a client in another process can connect."""
    with started(tmp_path) as told:
        url = told["REST"].removesuffix("/api/v10")
        assert told["Gateway"] == url.replace("http", "ws") + "/gateway"
        with point_client_at(url):
            async with TinyBot() as bot:
                connected = asyncio.create_task(bot.start(told["Token"]))
                (message,) = await ask(told["Page"], "hello")
                await bot.close()
                await connected
    assert message["content"] == "hello"


async def test_a_bot_runs_unedited(tmp_path: Path) -> None:
    """A bot's script runs unedited, with modules beside it and arguments after it."""
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "words.py").write_text("PONG = 'pong'")
    with started(tmp_path, "run", str(tmp_path / "bot.py"), "--loud", "now") as told:
        (message,) = await ask(told["Page"], "ping")
    assert message["content"] == "pong ['--loud', 'now']"


async def test_a_bot_that_is_a_package_runs_unedited(tmp_path: Path) -> None:
    """A package runs as with `python -m`, in the folder that holds it, even with a module of its own name."""
    package = tmp_path / "bot"
    package.mkdir()
    for name, code in {"__init__": "", "bot": "from bot import words", "words": "PONG = 'pong'"}.items():
        (package / f"{name}.py").write_text(code)
    (package / "__main__.py").write_text(BOT.replace("import words", "from bot.bot import words"))
    with started(tmp_path, "run", "-m", "bot", "--loud", "now", cwd=tmp_path) as told:
        (message,) = await ask(told["Page"], "ping")
    assert message["content"] == "pong ['--loud', 'now']"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run", "nowhere.py"], "there is no file nowhere.py"),
        (["run", "-m", "nowhere.at.all"], "there is no module nowhere.at.all"),
        (["walk"], "invalid choice: 'walk'"),
        (["--weather-seed", "7"], "add --weather rough"),
    ],
)
def test_a_mistake_is_one_line(
    arguments: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A mistake on the command line is one line that says what is wrong."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert command.main(arguments) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


def test_help_that_cannot_be_written_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Help that cannot be written, as where the disk is full, is an error."""
    with open("/dev/full", "wb", buffering=0) as full:  # noqa: PTH123  no path: a stream as Python has with -u
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(full, write_through=True))
        with pytest.raises(OSError, match="No space left"):
            command.main(["--help"])


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("LOCAL_PORT", "far", "LOCAL_PORT is not usable"),
        ("LOCAL_HOST", "0.0.0.0", "LOCAL_HOST is not usable"),  # noqa: S104  refused
        ("LOCAL_HOST", "two words", "LOCAL_HOST is not usable"),
        ("LOCAL_HOST", "203.0.113.1", "LOCAL_HOST, 203.0.113.1, is not an address of this machine"),
        ("LOCAL_WORLD", "/proc/no/w.sqlite3", "LOCAL_WORLD, /proc/no/w.sqlite3, cannot be opened"),
        ("DISCORD_OPENAPI", "/no/such/file.json", "/no/such/file.json cannot be read"),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_line(
    key: str,
    value: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A setting that cannot be used is one line, with exit code 1."""
    monkeypatch.setenv("LOCAL_WORLD", str(tmp_path / "world.sqlite3"))
    monkeypatch.setenv("LOCAL_PORT", "0")
    monkeypatch.setenv(key, value)
    assert command.main([]) == 1
    told = capsys.readouterr().err
    assert told.startswith("The small Discord cannot start.")
    assert sentence in told
    assert told.count("\n") == 1


def test_rough_weather_can_be_made_again(capsys: pytest.CaptureFixture[str]) -> None:
    """The seed of rough weather is printed, and makes the same weather again."""
    weather = command.weather_of(is_rough=True, seed=None)
    seed = int(capsys.readouterr().err.split()[-1])
    again = command.weather_of(is_rough=True, seed=seed)
    assert weather is not None
    assert again is not None
    assert (weather.faults, weather.luck.random()) == (again.faults, again.luck.random())
