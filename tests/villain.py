"""A malicious player, who tries to hold up the bot for everybody else."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, TypeAlias

from bot.app import IdleYearBot
from bot.service.errors import NoGame
from bot.service.game import Seat
from bot.store import Ended, NewGame, NewVersion, Seen, Status
from idle_year.engine.games import find_game
from idle_year.engine.line import MOST_MOVES
from idle_year.engine.positions.napoleon import FOUNDATION
from idle_year.engine.records import write_moves
from idle_year.engine.rules import DEAL, Move
from small_discord import Message, Person, SmallDiscord
from tests import forged
from tests.controls import HERE
from tests.service.racing import going_on

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
        self._ended = 0
        self._full: Seen | None = None

    async def sit(self, game: str, moves: str = "", seed: str = "tuesday") -> Message:
        """Put a game in play, some moves in; return its board."""
        await self.stand_up()
        await self._bot.services.store.games.create(self._new(game, moves, seed))
        return await self.slash("board")

    async def sit_at_full(self) -> Message:
        """Have a game in play with as many moves as a game may have; return its board.

        If the last one is still as it was, it is the one: to put another in play takes long.
        """
        if self._full is not None and await self._seen_now() == self._full:
            return await self.slash("board")
        board = await self.sit("pyramid", FULL)
        self._full = await self._seen_now()
        return board

    async def _seen_now(self) -> Seen:
        return (await self._bot.services.lookup.latest(self._seat)).seen

    async def stand_up(self) -> None:
        """End every game in play, a daily included."""
        services = self._bot.services
        with contextlib.suppress(NoGame):
            while True:
                await services.play.resign(await services.lookup.current(self._seat))

    async def end(self) -> tuple[Message, str]:
        """End a full game, with a result; return its board, and the prefix of its buttons' custom_ids."""
        board = await self.sit("pyramid", FULL)
        await self.stand_up()
        game = await self._bot.services.lookup.latest(self._seat)
        return board, f"iy:{game.id}:{game.version}"

    async def look_back(self, count: int) -> None:
        """Have very many ended games, each as long as a game may be."""
        games = self._bot.services.store.games
        await self.stand_up()
        for _ in range(self._ended, count):
            new = await games.create(self._new("pyramid"))
            ended = Ended("stuck", 28, MOST_MOVES)
            await games.save(new.seen, NewVersion(new.owner, FULL, "", Status.FINISHED, ended))
        self._ended = max(self._ended, count)

    async def race(self) -> None:
        """Start a race in which all games are as long as a game may be."""
        store, races = self._bot.services.store, self._bot.services.races
        for race in await going_on(store):
            await store.races.end(race.id)
        await self.stand_up()
        await self.slash("race start", game="pyramid")
        (race,) = await going_on(store)
        for player in range(1, 31):
            game = await races.join(Seat(player, race.id, self._seat.guild), race)
            await self._bot.services.store.games.save(game.seen, NewVersion(player, FULL, ""))

    def look_at_races(self) -> Awaitable[object]:
        """Look at the races, as the bot does every few seconds."""
        return self._bot.services.race_messages.look()

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


Way: TypeAlias = "Callable[[Villain], Awaitable[Awaitable[object]]]"
Scene: TypeAlias = "Callable[[Villain], Awaitable[object]]"
_GAMES = 300
"""Ended games that somebody then asks about all at once."""


async def full_game(villain: Villain) -> Message:
    """Open a game with as many moves as a game may have."""
    return await villain.sit_at_full()


async def short_game(villain: Villain) -> Message:
    """Open a game that has just been through its stock once."""
    return await villain.sit("pyramid", ROUND.removeprefix("r "))


async def slow_game(villain: Villain) -> Message:
    """Open a game in which each move takes long to judge."""
    return await villain.sit(NAPOLEON, slow_napoleon()[0], SLOW)


async def past(villain: Villain) -> None:
    """End very many games."""
    await villain.look_back(_GAMES)


def slash(name: str, before: Scene, **options: Any) -> Way:
    """Use a command."""

    async def prepare(villain: Villain) -> Awaitable[object]:
        await before(villain)
        return villain.slash(name, **options)

    return prepare


def offered(command: str, option: str, typed: str, before: Scene = short_game) -> Way:
    """Type into an option and look at what is offered."""

    async def prepare(villain: Villain) -> Awaitable[object]:
        await before(villain)
        return villain.person.autocomplete(HERE, command, option, **{option: typed})

    return prepare


def typed(moves: str) -> Way:
    """Type moves into the form of a board."""

    async def prepare(villain: Villain) -> Awaitable[object]:
        board = await short_game(villain)
        return villain.submit(board, f"{_beginning(board)}:pick", moves)

    return prepare


def press(verb: str) -> Way:
    """Press a button that is, or could be, under the board of a full game."""

    async def prepare(villain: Villain) -> Awaitable[object]:
        board = await full_game(villain)
        return villain.press(board, f"{_beginning(board)}:{verb}")

    return prepare


def press_at_the_end(verb: str) -> Way:
    """Press a button under a full game that is over, or under its review."""

    async def prepare(villain: Villain) -> Awaitable[object]:
        board, beginning = await villain.end()
        return villain.press(board, f"{beginning}:{verb}")

    return prepare


def forge(custom_id: str) -> Way:
    """Press a button that belongs to none of one's own games."""

    async def prepare(villain: Villain) -> Awaitable[object]:
        return villain.press(await full_game(villain), custom_id)

    return prepare


async def open_form(villain: Villain) -> Awaitable[object]:
    """Open the form for typing moves."""
    panel = (await villain.person.press(await full_game(villain), "More")).message
    assert panel is not None
    return villain.person.press(panel, "Type moves")


async def there_and_back(villain: Villain) -> Awaitable[object]:
    """Have the cards of the longest game drawn large, and small again."""
    board = await full_game(villain)

    async def resize() -> None:
        for _ in range(2):
            await villain.press(board, f"{_beginning(board)}:size")

    return resize()


async def correct_moves(villain: Villain) -> Awaitable[object]:
    """Open the form with refused moves in it, as many characters as may be typed."""
    board = await short_game(villain)
    await villain.submit(board, f"{_beginning(board)}:pick", "x" * 1000)
    return villain.person.press(board, "Correct the moves")


async def take_back_slowly(villain: Villain) -> Awaitable[object]:
    """Take back a move that takes long to judge."""
    board = await villain.sit(NAPOLEON, " ".join(slow_napoleon()), SLOW)
    return villain.person.press(board, "Undo")


async def look_at_races(villain: Villain) -> Awaitable[object]:
    """Make the bot look at a race of full games, as it does by itself."""
    await villain.race()
    return villain.look_at_races()


def _beginning(board: Message) -> str:
    """Return the prefix of a board's custom_ids."""
    return str(board.find("Undo")["custom_id"]).removesuffix(":undo")
