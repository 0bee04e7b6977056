"""The whole bot against a Discord of its own: real HTTP, a real websocket, the real client, real SQLite."""

from __future__ import annotations

import asyncio
import importlib
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.app import IdleYearBot
from bot.render import cards
from bot.render.cards import EDITIONS
from bot.service.game import Seat
from bot.service.limits import USUAL
from bot.store import open_store
from bot.store.clock import utc_now
from small_discord import SmallDiscord, point_client_at
from tests.databases import sqlite_address
from tests.lent_workers import idle_workers, lent_workers, own_workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from datetime import datetime

    from bot.service.game import Game
    from bot.service.limits import Allowed
    from bot.store.clock import Clock
    from small_discord import Person, Weather
    from small_discord.world.posts import Post

__all__ = ["idle_workers", "lent_workers", "own_workers"]

HERE = "The Parlour/#patience"


class _Bot(IdleYearBot):
    """The bot, whose cogs are read once for all tests: discord.py reads them anew for every bot."""

    async def load_extension(self, name: str, *, package: str | None = None) -> None:
        """Add what an extension sets up."""
        await importlib.import_module(name, package).setup(self)


class _Telling(_Bot):
    """A bot that tells Discord of its commands and does nothing else."""

    async def setup_hook(self) -> None:
        """Tell of them before anybody uses one."""
        await super().setup_hook()
        await self.services.command_names.sync()

    def works(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """Return nothing."""
        return {}


class Parlour:
    """A running bot, the Discord it runs on, and the people there."""

    make: type[_Bot] = _Bot
    """What is started."""

    def __init__(self, folder: Path, blank: Path, world: Path | None = None) -> None:
        """Keep everything in a folder; games, and Discord if one is given, in copies of what there is."""
        self._folder = folder
        shutil.copy(blank, folder / "games.sqlite3")
        if world is not None:
            shutil.copy(world, folder / "world.sqlite3")
        self.database = sqlite_address(folder / "games.sqlite3")
        """The address of the bot's database, for the next start."""
        self._running: asyncio.Task[None] | None = None
        self.pings: list[str] = []
        """Messages of the bot that notified somebody: there must be none."""
        self.weather: Weather | None = None
        """How rough the network is; fair if none is given."""
        self.allowed = USUAL
        """What each person may have; a test that changes it starts the bot again."""
        self.now: Clock = utc_now
        """The bot's clock; a test may replace it at any time."""

    async def open(self) -> None:
        """Start Discord and the bot; return when its commands can be used."""
        spec = os.environ.get("DISCORD_OPENAPI")
        self.local = SmallDiscord(
            bot="Idle Year",
            world_path=self._folder / "world.sqlite3",
            openapi_path=Path(spec) if spec else None,
            weather=self.weather,
        )
        self.local.world.posts.listeners.append(self._note_ping)
        await self.local.start()
        ready = asyncio.Event()
        self._stop = asyncio.Event()
        self._running = asyncio.create_task(self._play(ready))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({waiting, self._running}, return_when=asyncio.FIRST_COMPLETED)
        if not ready.is_set():
            self._running.result()

    async def _play(self, ready: asyncio.Event) -> None:
        store = await open_store(self.database, self._tell_time)
        with point_client_at(self.local.url):
            async with self.make(store, allowed=self.allowed) as bot:
                self.bot = bot
                connected = asyncio.create_task(bot.start(self.local.bot_token))
                await self.local.wait_for_commands()
                ready.set()
                await self._stop.wait()
                await bot.close()
                await connected
        await store.close()

    def _note_ping(self, happening: str, post: Post) -> None:
        message = post.payload
        by_bot = message["author"]["id"] == self.local.world.app.bot.id
        # Ephemeral messages notify nobody, and neither do edits.
        if happening == "created" and by_bot and post.viewer is None:
            self.pings += [user["global_name"] for user in message["mentions"]]
            self.pings += ["everyone"] if message["mention_everyone"] else []

    def _tell_time(self) -> datetime:
        return self.now()

    async def close(self) -> None:
        """Stop the bot, then Discord."""
        self._stop.set()
        if self._running is not None:
            await self._running
        await self.local.close()

    async def restart(self) -> None:
        """Stop everything and start it again on the same files."""
        await self.close()
        await self.open()

    async def settle(self) -> None:
        """Wait until the bot has dealt with everything that people have asked."""
        names = ("on_interaction", "CommandTree-invoker")
        await asyncio.gather(
            *(task for task in asyncio.all_tasks() if any(name in task.get_name() for name in names))
        )

    async def game_of(self, person: Person, where: str = HERE) -> Game:
        """Return a person's last game in a channel: boards withhold the code of its deal while it is on."""
        channel = int(person.channel(where).id)
        return await self.bot.services.lookup.latest(Seat(int(person.user.id), channel, None))

    @property
    def ada(self) -> Person:
        """The owner of The Parlour."""
        return self.local.person("Ada")

    @property
    def ben(self) -> Person:
        """Another member."""
        return self.local.person("Ben")


@pytest.fixture(autouse=True)
def art(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a folder for the pictures of cards, empty unless a test draws some.

    Otherwise boards would turn from text to pictures when the last one is up, in the middle of a test.
    Pictures of boards are drawn from those that there are.
    """
    kept = cards._FOLDER
    monkeypatch.setattr("bot.render.picture.picture", lambda name: (kept / f"{name}.png").read_bytes())
    folder = tmp_path / "art"
    folder.mkdir()
    (folder / EDITIONS).write_text("{}")
    monkeypatch.setattr("bot.render.cards._FOLDER", folder)
    return folder


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer than Discord's three seconds, and put nothing off: a busy machine is not the bot's fault.

    That Discord waits no longer is tested with the small one itself; what is put off, in `test_deferring.py`.
    What a worker has to load first it loads as the last of all programs, however many there are.
    """
    monkeypatch.setattr("small_discord.people.sender._PATIENCE", 900.0)
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 30.0)
    monkeypatch.setattr("bot.ui.response._DEFERRED_AFTER", 25.0)


@pytest.fixture
def put_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every answer put off at once, as if it took longer than a second."""
    monkeypatch.setattr("bot.ui.response._DEFERRED_AFTER", 0.0)


@pytest.fixture
def allowed() -> Allowed:
    """Return what each person may have; tests in which people are too fast for that override it."""
    return USUAL


@pytest.fixture(scope="session")
def first_start(blank: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a blank database and a Discord that has been told of the commands."""
    folder = tmp_path_factory.mktemp("first-start")
    with asyncio.Runner() as runner:
        runner.run(_tell(Parlour(folder, blank)))
    return folder


async def _tell(parlour: Parlour) -> None:
    parlour.make = _Telling
    await parlour.open()
    await parlour.close()


@pytest.fixture
async def parlour(tmp_path: Path, first_start: Path, allowed: Allowed) -> AsyncIterator[Parlour]:
    """Run a bot that people can play on; every route it asks for must exist, and nobody may be pinged."""
    parlour = Parlour(tmp_path, first_start / "games.sqlite3", first_start / "world.sqlite3")
    parlour.allowed = allowed
    await parlour.open()
    yield parlour
    unknown = list(parlour.local.unknown_routes)
    await parlour.close()
    assert unknown == []
    assert parlour.pings == []
