"""The measurement behind `idleyear bench hints`: how long a hint takes while many others play.

The players, the small Discord and the bot share one process: a bot with a process to itself is faster.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING

from bot.bench.bots.stage import GAMES, deal, play_on, stage
from bot.bench.percentiles import percentiles

if TYPE_CHECKING:
    from small_discord import Person

_SECONDS_TO_THINK = 3.0
"""How long the others take for a move, on average."""


async def measure(hints: int, players: int) -> dict[str, dict[str, float]]:
    """Ask for this many hints in each game; return milliseconds from the press to the hint."""
    others = [f"Player {number}" for number in range(players)]
    async with stage([*GAMES, *others]) as on:
        askers, crowd = on.people[: len(GAMES)], on.people[len(GAMES) :]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(_play(person, number)) for number, person in enumerate(crowd)]
            asked = zip(askers, GAMES, strict=True)
            figures = {game: percentiles(await _ask(asker, game, hints)) for asker, game in asked}
            for each in playing:
                each.cancel()
        return figures


async def _play(person: Person, number: int) -> None:
    """Play random moves in one deal after another, thinking before each."""
    chance = random.Random(number)  # noqa: S311  which legal move is played, not a secret
    game = GAMES[number % len(GAMES)]
    board = await deal(person, game)
    while True:
        await asyncio.sleep(chance.expovariate(1 / _SECONDS_TO_THINK))
        board = await play_on(person, board, chance)


async def _ask(person: Person, game: str, hints: int) -> list[float]:
    """Press Hint before every move of one deal after another; return the milliseconds to each hint."""
    chance = random.Random(1883)  # noqa: S311  which legal move is played, not a secret
    board = await deal(person, game)
    times: list[float] = []
    while len(times) < hints:
        if "Hint" in board.buttons:
            start = time.perf_counter()
            board = await (await person.press(board, "Hint")).final()
            times.append((time.perf_counter() - start) * 1000)
        board = await play_on(person, board, chance)
    return times
