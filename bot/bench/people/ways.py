"""Ways to try something on a bot: each prepares it, and returns the awaitable to measure.

Only awaiting that must not block the loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from bot.bench.bots.stage import HERE
from bot.bench.people.villain import FULL, NAPOLEON, ROUND, SLOW, Villain, slow_napoleon

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from small_discord import Message

Way: TypeAlias = "Callable[[Villain], Awaitable[Awaitable[object]]]"
Scene: TypeAlias = "Callable[[Villain], Awaitable[object]]"
_GAMES = 300
"""Ended games that somebody then asks about all at once."""


async def full_game(villain: Villain) -> Message:
    """Open a game with as many moves as a game may have."""
    return await villain.sit("pyramid", FULL)


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
    return villain.person.press(await full_game(villain), "Type moves")


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
