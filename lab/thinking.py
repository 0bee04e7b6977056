"""`hints` and `fairness`: what people who have solvers think wait, and what they cost everybody else.

For `hints`, the players, the small Discord and the bot share one process: a bot with a process to itself is
faster. For `fairness`, it has; the small Discord and the players share another, whose work counts as well.
Presses are timed without others, with others who just play, and with others who also ask for one hint after
another; reviews, without and with others who look for hard deals. All of this is one run.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated

import typer

from bot.cli.terminal import AsJson
from bot.render import labels
from idle_year.engine.games import find_game
from lab.bots import GAMES, at_rest, choose, deal, play_on, prepare_solvers, stage, use
from lab.figures import Players, Seconds, percentiles, tell_times
from lab.processes import bot_process
from small_discord import Message, Person, SmallDiscord
from tests.controls import HERE, shown

_SECONDS_TO_THINK_SLOWLY = 3.0
"""How long the others take for a move, on average."""


Hints = Annotated[int, typer.Option(min=1, max=100_000, help="How many hints to ask for in each game.")]
Reviews = Annotated[int, typer.Option(min=1, max=1000, help="How many games to review.")]


def hints(presses: Hints = 50, players: Players = 50, as_json: AsJson = False) -> None:
    """Time hints on the small Discord while others play."""
    prepare_solvers(GAMES)
    tell_times(asyncio.run(_measure_hints(presses, players)), as_json=as_json)


def fairness(
    players: Players = 20, seconds: Seconds = 30, reviews: Reviews = 10, as_json: AsJson = False
) -> None:
    """Time presses while others ask for hints, and reviews while others look for hard deals."""
    prepare_solvers(GAMES)
    tell_times(asyncio.run(_measure_fairness(players, seconds, reviews)), as_json=as_json)


async def _measure_hints(hints: int, players: int) -> dict[str, dict[str, float]]:
    """Ask for this many hints in each game; return milliseconds from the press to the hint."""
    others = [f"Player {number}" for number in range(players)]
    async with stage([*GAMES, *others]) as on:
        askers, crowd = on.people[: len(GAMES)], on.people[len(GAMES) :]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(_play_slowly(person, number)) for number, person in enumerate(crowd)]
            asked = zip(askers, GAMES, strict=True)
            figures = {game: percentiles(await _ask(asker, game, hints)) for asker, game in asked}
            for each in playing:
                each.cancel()
        return figures


async def _play_slowly(person: Person, number: int) -> None:
    """Play random moves in one deal after another, thinking before each."""
    chance = random.Random(number)  # noqa: S311  which legal move is played, not a secret
    game = GAMES[number % len(GAMES)]
    board = await deal(person, game)
    while True:
        await asyncio.sleep(chance.expovariate(1 / _SECONDS_TO_THINK_SLOWLY))
        board = await play_on(person, board, chance)


async def _ask(person: Person, game: str, hints: int) -> list[float]:
    """Press Hint before every move of one deal after another; return the milliseconds to each hint."""
    chance = random.Random(1883)  # noqa: S311  which legal move is played, not a secret
    board = await deal(person, game)
    times: list[float] = []
    while len(times) < hints:
        if "Hint" in board.buttons:
            start = time.perf_counter()
            board = await _hinted(person, board)
            times.append((time.perf_counter() - start) * 1000)
        board = await play_on(person, board, chance)
    return times


async def _hinted(person: Person, board: Message) -> Message:
    """Press Hint, and again where the first of a game says what it costs."""
    told = await (await person.press(board, "Hint")).final()
    return await (await person.press(told, "Hint")).final() if "**Hint**" in told.text else told


_SECONDS_TO_THINK = 0.8
"""How long somebody takes for a move, on average."""
_HARDEST = 5
"""The difficulty that others wish for: most deals don't have it."""
_REVIEWER = "Reviewer"
_PATIENCE = 600.0
"""Seconds to wait for an answer that takes thought."""


async def _measure_fairness(people: int, seconds: float, reviews: int) -> dict[str, dict[str, float]]:
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
            board = await _hinted(person, board)
        board = await play_on(person, board, chance)


async def _ask_for_hints(person: Person, game: str) -> None:
    """Ask for a hint before every move."""
    await _play_too(person, game, hints=True)


async def _wish_for_deals(person: Person, _game: str) -> None:
    """Look for one hard deal after another."""
    while True:
        await (await person.slash(HERE, "deal accordion", difficulty=_HARDEST)).final(_PATIENCE)


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
    """Deal a game to somebody who may have others in play."""
    return shown(await person.slash(HERE, f"deal {find_game(game).family}", variant=game))
