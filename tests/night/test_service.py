"""A service as docs/operating.md says: from an empty machine to its backups, and from a release on."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from lab.released import FOLDER
from small_discord import SmallDiscord
from tests.controls import HERE, first, make
from tests.flow.boards import deal
from tests.night.exports import known, publish, released, repository
from tests.night.machine import Machine
from tests.night.pages import commands

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from small_discord import Message, Person

_PAGE = "docs/operating.md"
_STARTING = 600  # seconds, in which everything is installed on a busy machine
pytestmark = pytest.mark.night


class Service:
    """A machine on which the bot is a service, the repository that it comes from, and its Discord."""

    def __init__(self, folder: Path, discord: SmallDiscord) -> None:
        self.machine, self.discord, self._folder = Machine(folder), discord, folder
        self.machine.reach(discord.url)
        self.project = self.machine.place("/opt/idle-year")

    async def follow(self, *blocks: str) -> str:
        """Run commands, while Discord goes on; return what they print."""
        address = str(self._folder / "origin")
        return await asyncio.to_thread(self.machine.follow, blocks, ADDRESS=address)

    def come_from(self, commit: str) -> None:
        """Have a repository that ends at a commit."""
        repository(self._folder / "origin", commit)

    def go_on_to(self, commit: str) -> None:
        """Have that repository go on to a newer one."""
        publish(self._folder / "origin", commit)

    def put_games(self, file: Path, player: Person) -> None:
        """Have the games that a release has left, of which somebody here has begun one."""
        games = self.project / "var" / "idle-year.sqlite3"
        games.write_bytes(gzip.decompress(file.read_bytes()))
        with closing(sqlite3.connect(games)) as connection, connection:
            whose = player.user.id, player.channel(HERE).id
            connection.execute("UPDATE games SET owner = ?, channel = ? WHERE id = 5", whose)

    def set_token(self) -> None:
        """Write the token into `.env`, as the page asks with an editor."""
        settings = self.project / ".env"
        told = settings.read_text()
        settings.write_text(told.replace("DISCORD_TOKEN=", f"DISCORD_TOKEN={self.discord.bot_token}", 1))

    async def until_ready(self) -> None:
        """Wait until the bot has connected and its commands can be used."""
        async with asyncio.timeout(_STARTING):
            await self.discord.wait_for_commands("deal")

    @property
    def log(self) -> str:
        """What the service has logged."""
        return self.machine.place("/var/log/idle-year.service.log").read_text()


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """Have an empty machine, whose service ends with the test."""
    discord = SmallDiscord()
    await discord.start()
    made = Service(tmp_path, discord)
    try:
        yield made
    finally:
        await made.follow("systemctl stop idle-year")
        await discord.close()


async def _plays_on(person: Person, board: Message, left: int) -> bool:
    """Make the first move of a board; return whether so many piles are left in its place."""
    reply = await make(person, board, first(board))
    told = reply.message
    return told is not None and told.id == board.id and f"{left} piles" in told.text


async def test_a_new_host_gets_a_service_and_its_backups(service: Service) -> None:
    """The page's commands start the bot, copy its games, and put the copy back where they are played on."""
    service.come_from("HEAD")
    install, settings, start = commands(_PAGE, "As a service")
    await service.follow(install, settings)
    service.set_token()
    assert "active" in await service.follow(start)
    await service.until_ready()
    ada = service.discord.person("Ada")
    board = await deal(ada)
    daily, restore = commands(_PAGE, "Back up")
    await service.follow(daily)
    told = await service.follow(restore)
    assert "1 game; 1 replayed, 0 of them with a fault" in told
    await service.until_ready()
    assert await _plays_on(ada, board, 51)
    assert "Traceback" not in service.log


@pytest.mark.parametrize("games", sorted(FOLDER.iterdir()), ids=lambda file: file.name)
async def test_a_release_is_upgraded(service: Service, games: Path) -> None:
    """A game that was begun on any release is played on in place once the page has been followed."""
    service.come_from(released())
    install, settings, start = commands(_PAGE, "As a service")
    await service.follow(install, settings)
    service.set_token()
    ada = service.discord.person("Ada")
    service.put_games(games, ada)
    await service.follow(start)
    await service.until_ready()
    board = await (await ada.slash(HERE, "board")).final()
    service.go_on_to("HEAD")
    upgrade = next(block for block in commands(_PAGE, "Upgrade") if "systemctl restart" in block)
    await service.follow(upgrade)
    await service.until_ready()
    assert await _plays_on(ada, board, 48)
    told = await service.follow("/opt/idle-year/.venv/bin/idleyear --version")
    assert known("HEAD")[:8] in told
    assert "Traceback" not in service.log
