"""The measurement behind `idleyear bench fairness`: what people who have solvers think cost everybody else.

Presses are timed without others, with others who just play as well, and with others who also ask for one hint
after another; reviews, without and with others who look for hard deals. All of this is one run. The bot has a
process to itself; the small Discord and the players share another, whose work counts as well.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from bot.bench.bots.bot_process import bot_process
from bot.bench.bots.bots import at_rest
from bot.bench.bots.stage import GAMES, HERE, choose, deal, play_on, shown, use
from bot.bench.percentiles import percentiles
from bot.engine.games import find_game
from bot.render import labels
from small_discord import SmallDiscord

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence

    from small_discord import Message, Person

_SECONDS_TO_THINK = 0.8
"""How long somebody takes for a move, on average."""
_HARDEST = 5
"""The difficulty that others wish for: most deals don't have it."""
_REVIEWER = "Reviewer"
_PATIENCE = 600.0
"""Seconds to wait for an answer that takes thought."""


async def measure(people: int, seconds: float, reviews: int) -> dict[str, dict[str, float]]:
    """Time the presses of so many people for some seconds and so many reviews, each also beside others.

    Return milliseconds from a press to its answer, and from *Review* to the review.
    """
    players, others = ([f"{kind} {number}" for number in range(people)] for kind in ("Player", "Other"))
    local = SmallDiscord(people=[*players, *others, _REVIEWER])  # in memory: its write speed is not the bot's
    async with bot_process(local, partial(at_rest, games=GAMES)):
        playing, asking = ([local.person(name) for name in names] for names in (players, others))
        reviewer = local.person(_REVIEWER)
        times = {"press": await _play(playing, seconds)}
        async with _beside(asking, _play_too):
            times["press beside presses"] = await _play(playing, seconds)
        async with _beside(asking, _ask_for_hints):
            times["press beside hints"] = await _play(playing, seconds)
        times["review"] = await _review(reviewer, reviews)
        async with _beside(asking, _wish_for_deals):
            times["review beside wishes"] = await _review(reviewer, reviews)
        return {what: percentiles([each * 1000 for each in found]) for what, found in times.items()}


@asynccontextmanager
async def _beside(
    people: Sequence[Person], work: Callable[[Person, str], Coroutine[None, None, None]]
) -> AsyncIterator[None]:
    """Have people at work while the block runs, each on a game in turn."""
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(work(person, GAMES[number % len(GAMES)]))
            for number, person in enumerate(people)
        ]
        await asyncio.sleep(1)
        yield
        for task in tasks:
            task.cancel()


async def _play(people: Sequence[Person], seconds: float) -> list[float]:
    """Let people play any moves for some seconds; return the seconds that each press took."""
    times: list[float] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(_press(person, number, until, times) for number, person in enumerate(people)))
    return times


async def _press(person: Person, number: int, until: float, times: list[float]) -> None:
    chance = random.Random(number)  # noqa: S311  which legal move is played, not a secret
    board = await _sit_down(person, GAMES[number % len(GAMES)])
    while time.perf_counter() < until:
        await asyncio.sleep(chance.expovariate(1 / _SECONDS_TO_THINK))
        control = choose(board, chance)
        start = time.perf_counter()
        board = await use(person, board, control)
        times.append(time.perf_counter() - start)


async def _play_too(person: Person, game: str, *, hints: bool = False) -> None:
    """Make one move after another."""
    chance = random.Random(game)  # noqa: S311  which legal move is played, not a secret
    board = await _sit_down(person, game)
    while True:
        await asyncio.sleep(chance.expovariate(1 / _SECONDS_TO_THINK))
        if hints and "Hint" in board.buttons:
            board = await (await person.press(board, "Hint")).final()
        board = await play_on(person, board, chance)


async def _ask_for_hints(person: Person, game: str) -> None:
    """Ask for a hint before every move."""
    await _play_too(person, game, hints=True)


async def _wish_for_deals(person: Person, _game: str) -> None:
    """Look for one hard deal after another, and give each up for the next."""
    while True:
        board = await (await person.slash(HERE, "deal accordion", difficulty=_HARDEST)).final(_PATIENCE)
        if labels.RESIGN_AND_DEAL in board.buttons:
            await (await person.press(board, labels.RESIGN_AND_DEAL)).final(_PATIENCE)


async def _review(person: Person, reviews: int) -> list[float]:
    """Play games to their end and have each reviewed; return the seconds that each review took."""
    times: list[float] = []
    chance = random.Random(_REVIEWER)  # noqa: S311  which legal move is played, not a secret
    for _ in range(reviews):
        board = await deal(person, "accordion")
        while labels.REVIEW not in board.buttons:
            board = await play_on(person, board, chance)
        start = time.perf_counter()
        await (await person.press(board, labels.REVIEW)).final(_PATIENCE)
        times.append(time.perf_counter() - start)
    return times


async def _sit_down(person: Person, game: str) -> Message:
    """Deal a game to somebody who may have another one in play, and gives that up."""
    reply = await person.slash(HERE, f"deal {find_game(game).family}", variant=game)
    board = shown(reply)
    if labels.RESIGN_AND_DEAL in board.buttons:
        board = await (await person.press(board, labels.RESIGN_AND_DEAL)).final()
    return board
