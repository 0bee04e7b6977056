"""`idleyear discord`: the small Discord for any bot."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bot.cli import main
from bot.local import point_client_at
from tests.flow.page_client import PageClient
from tests.local.tiny_bot import TinyBot

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

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
def started(folder: Path, *arguments: str) -> Iterator[dict[str, str]]:
    """Run `idleyear discord` with its files in a folder; yield what it prints, by its first words."""
    command = [sys.executable, "-c", "from bot.cli import main; raise SystemExit(main())", "discord"]
    environment = {
        "PATH": os.environ["PATH"],
        "LOCAL_PORT": "0",
        "LOCAL_WORLD": str(folder / "world.sqlite3"),
    }
    with subprocess.Popen(  # noqa: S603  our own program
        [*command, *arguments], env=environment, stdout=subprocess.PIPE, text=True
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
    """Whatever its token and intents, with modules beside it and arguments after it."""
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "words.py").write_text("PONG = 'pong'")
    with started(tmp_path, "run", str(tmp_path / "bot.py"), "--loud", "now") as told:
        (message,) = await ask(told["Page"], "ping")
    assert message["content"] == "pong ['--loud', 'now']"


def test_a_bot_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """One line says so."""
    assert main(["discord", "run", "nowhere.py"]) == 2
    assert "nowhere.py" in capsys.readouterr().err


def test_a_setting_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says so, too."""
    monkeypatch.setenv("LOCAL_PORT", "far")
    assert main(["discord"]) == 1
    assert "The small Discord cannot start. LOCAL_PORT is not usable" in capsys.readouterr().err


def test_rough_weather_can_be_made_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its seed is printed; for the real Discord there is no such option."""
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    assert main(["run", "--weather", "rough", "--weather-seed", "7"]) == 1
    told = capsys.readouterr().err
    assert "--weather-seed 7" in told
    assert "start without DISCORD_TOKEN" in told


def test_fair_weather_has_no_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever names one meant rough weather, and is told so."""
    assert main(["discord", "--weather-seed", "7"]) == 2
    assert "add --weather rough" in capsys.readouterr().err
