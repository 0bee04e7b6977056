"""A malicious player, who tries to hold up the bot for everybody else."""

from __future__ import annotations

import contextlib
import random
from functools import cache
from typing import TYPE_CHECKING, Any

from bot.bench.bots.stage import HERE
from bot.bench.presses import forged
from bot.engine.games import find_game
from bot.engine.line import MOST_MOVES
from bot.engine.record import write_moves
from bot.engine.rules import DEAL, Move
from bot.engine.states.napoleon import FOUNDATION
from bot.service.errors import NoGame
from bot.service.game import Seat
from bot.store import Ended, NewGame, Status

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.app import IdleYearBot
    from small_discord import Message, Person, SmallDiscord

ROUND = " ".join(["r", *["d"] * 24])
"""Once through Pyramid's stock."""
FULL = " ".join([*["d"] * 24, *[ROUND] * (MOST_MOVES // 25 - 1), "r"])
"""As many moves as a game may have."""
NAPOLEON, SLOW = "napoleon-manual", "1346"
"""A game and a seed: once the stock is empty, telling whether it is over takes a search after each move."""
_ACROSS = 0.7


class Villain:
    """A person, with shortcuts into any game."""

    def __init__(self, bot: IdleYearBot, local: SmallDiscord, person: Person) -> None:
        self.person = person
        self._bot = bot
        self._local = local
        channel = person.channel(HERE)
        self._seat = Seat(int(person.user.id), int(channel.id), int(channel.guild_id or 0))

    async def sit(self, game: str, moves: str = "", seed: str = "tuesday") -> Message:
        """Put a game in play, some moves in; return its board."""
        await self.stand_up()
        await self._bot.store.games.create(self._new(game, moves, seed))
        return await self.slash("board")

    async def stand_up(self) -> None:
        """End every game in play, a daily included."""
        games = self._bot.games
        with contextlib.suppress(NoGame):
            while True:
                await games.play.resign(self._seat.owner, (await games.lookup.current(self._seat)).id, None)

    async def end(self) -> tuple[Message, str]:
        """End a full game, with a result; return its board, and the prefix of its buttons' custom_ids."""
        board = await self.sit("pyramid", FULL)
        await self.stand_up()
        game = await self._bot.games.lookup.latest(self._seat)
        return board, f"iy:{game.id}:{game.version}"

    async def look_back(self, count: int) -> None:
        """Store very many ended games, each as long as a game may be."""
        games = self._bot.store.games
        await self.stand_up()
        for _ in range(count):
            new = await games.create(self._new("pyramid"))
            ended = Ended("stuck", 28, MOST_MOVES)
            await games.save(
                new.id, seen_version=1, moves=FULL, undone="", status=Status.FINISHED, ended=ended
            )

    async def race(self) -> None:
        """Start a race in which all games are as long as a game may be."""
        races = self._bot.races
        for race in await races.going_on():
            await races.end(race)
        await self.stand_up()
        await self.slash("race start", game="pyramid")
        (race,) = await races.going_on()
        for player in range(1, 31):
            game = await races.join(Seat(player, race.id, self._seat.guild), race)
            await self._bot.store.games.save(
                game.id, seen_version=1, moves=FULL, undone="", status=Status.PLAYING
            )

    def look_at_races(self) -> Awaitable[object]:
        """Look at the races, as the bot does every few seconds."""
        return self._bot.race_messages.look(self._bot)

    async def slash(self, command: str, **options: Any) -> Message:
        """Use a command; return what it shows in the end."""
        return await (await self.person.slash(HERE, command, **options)).final(60)

    async def press(self, message: Message, custom_id: str, *values: str) -> Message:
        """Press a button, whether or not it is there."""
        return await forged.press(self._local, self.person, message, custom_id, *values)

    async def submit(self, message: Message, custom_id: str, moves: str) -> Message:
        """Submit moves as typed into the modal of a board."""
        typed = {"type": 18, "id": 1, "component": {"type": 4, "custom_id": "moves", "value": moves}}
        data = {"custom_id": custom_id, "components": [typed]}
        return await forged.submit(self._local, self.person, data, message)

    def _new(self, game: str, moves: str = "", seed: str = "tuesday") -> NewGame:
        seat = self._seat
        return NewGame(seat.owner, seat.channel, seat.guild, game, 1, seed, moves=moves)


@cache
def slow_napoleon() -> tuple[str, str]:
    """Return moves of a deal of Napoleon, and a line after them in which each move takes long to judge."""
    rules, chance = find_game(NAPOLEON), random.Random(int(SLOW))  # noqa: S311  which move is played, no secret
    state, before, line = rules.start(SLOW), list[Move](), list[Move]()
    while True:
        moves = [move for move in rules.moves(state) if move != DEAL]
        up = [move for move in moves if move.at[1] == FOUNDATION]
        across = [move for move in moves if move not in up]
        if state.stock:
            move = up[0] if up else chance.choice(across) if across and chance.random() < _ACROSS else DEAL
            before.append(move)
        elif across:
            move = chance.choice(across)
            line.append(move)
        else:
            return write_moves(rules, before), write_moves(rules, line)
        state = rules.play(state, move)
