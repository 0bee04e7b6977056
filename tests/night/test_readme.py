"""README, followed word for word on a machine that has never seen the project."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from page_client import PageClient, moves, texts
from small_discord import SmallDiscord
from tests.night.exports import export
from tests.night.machine import Machine
from tests.night.pages import commands, spans

if TYPE_CHECKING:
    from pathlib import Path

_README = "README.md"
_PROJECT = "/opt/idle-year"
_INSTALLING = 300  # seconds, on a busy machine
pytestmark = pytest.mark.night


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> tuple[Machine, Path]:
    """Have a machine with nothing but a clean export of the project."""
    machine = Machine(tmp_path_factory.mktemp("readme"))
    return machine, export(machine.place(_PROJECT))


async def _line_with(text: str, printed: asyncio.StreamReader) -> str:
    """Return the next line that has some text in it."""
    lines = []
    async with asyncio.timeout(_INSTALLING):
        while text not in (line := (await printed.readline()).decode()):
            lines.append(line)
            assert line, "".join(lines)
    return line


async def test_a_game_is_played_without_an_account(project: tuple[Machine, Path]) -> None:
    """`make run` installs what it needs and opens a small Discord, on which a game is dealt and played."""
    machine, folder = project
    (block,) = commands(_README, "Try it")
    run = block.splitlines()[0]
    machine.environment["LOCAL_PORT"] = "0"  # the usual one may be somebody else's
    async with machine.running(run, _PROJECT) as printed:
        address = (await _line_with("http://", printed)).split()[-1]
        async with PageClient(address, "Ada", "The Parlour", "patience") as ada:
            await ada.slash("deal", [{"name": "accordion", "type": 1, "options": []}])
            board = (await ada.history())[-1]
            await ada.press(board, moves(board)[0])
            assert "51 piles" in texts((await ada.history())[-1])
    assert (folder / "var" / "idle-year.sqlite3").exists()


async def test_the_bot_joins_a_server(project: tuple[Machine, Path]) -> None:
    """With a token in `.env`, as the page says, `make run` connects to Discord, where a game is dealt."""
    machine, folder = project
    heading = "Put it in your server"
    copy = next(each for each in spans(_README, heading) if each.startswith("cp "))
    machine.follow([copy], _PROJECT)
    local = SmallDiscord()
    await local.start()
    try:
        settings = folder / ".env"
        told = settings.read_text().replace("DISCORD_TOKEN=", f"DISCORD_TOKEN={local.bot_token}", 1)
        settings.write_text(told)
        machine.reach(local.url)
        async with machine.running("make run", _PROJECT) as printed:
            await _line_with("Connected to Discord as", printed)
            await local.wait_for_commands("deal")
            ada = local.person("Ada")
            answer = await ada.slash("The Parlour/#patience", "play")
            assert "Your first game" in (await answer.final()).text
    finally:
        await local.close()
