"""`flood`: what one person who floods the bot costs everybody else.

People play in peace first; then one more person asks for very much at once, and they play on. The small
Discord that sends the flood gets slower by that alone. So each flood is sent twice, to new bots in processes
of their own: one that is deaf to that person, and the bot as it is. What the second adds is what it costs.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import NamedTuple

from bot.cli.terminal import AsJson, print_json, progress_bar
from lab.bots import GAMES, deaf_to, deal, idle_year, play_on, prepare_solvers
from lab.figures import Players, Seconds, percentiles, tell_times
from lab.processes import bot_process
from small_discord import Message, NotResponding, Person, SmallDiscord
from tests.controls import HERE

_SECONDS_TO_THINK = 0.4
"""How long somebody takes for a move, on average."""
_PAUSE = 0.002
"""Seconds from one request of a flood to the next: faster, and the small Discord would be what is slow."""
_VILLAIN, _STARTER = "Villain", "Starter"


class Flood(NamedTuple):
    """Requests that one person makes at once."""

    times: int
    ask: Callable[[Person, Message], Coroutine[None, None, object]]
    """What is asked; the message is that of a race in the channel."""


FLOODS: Mapping[str, Flood] = {
    "deals": Flood(2000, lambda person, _: person.slash(HERE, "deal accordion")),
    "autocompletes": Flood(5000, lambda person, _: person.autocomplete(HERE, "move", "moves")),
    "hints": Flood(200, lambda person, _: person.slash(HERE, "hint")),
    "race joins": Flood(200, lambda person, race: person.press(race, "Join race")),
}


def flood(players: Players = 20, seconds: Seconds = 10, as_json: AsJson = False) -> None:
    """Time presses while one other person asks for thousands of things at once."""
    prepare_solvers(GAMES)
    figures: dict[str, dict[str, dict[str, float]]] = {}
    with progress_bar("floods", len(FLOODS)) as show:
        for done, (name, each) in enumerate(FLOODS.items(), 1):
            figures[f"{each.times} {name}"] = asyncio.run(_measure(each, players, seconds))
            show(done)
    if as_json:
        print_json(figures)
        return
    for name, found in figures.items():
        tell_times({f"{name}, {when}": times for when, times in found.items()}, as_json=False)


async def _measure(flood: Flood, people: int, seconds: float) -> dict[str, dict[str, float]]:
    """Time people's presses in peace, beside a flood that the bot does not hear, and beside one that it does.

    Each takes so many seconds from the start of the flood; in peace, twice as many. Return milliseconds from
    a press to its answer.
    """
    peace, unheard = await _beside(flood, people, seconds, heard=False)
    more_peace, heard = await _beside(flood, people, seconds, heard=True)
    found = {"in peace": peace + more_peace, "beside it, unheard": unheard, "beside it": heard}
    return {when: percentiles(times) for when, times in found.items()}


async def _beside(
    flood: Flood, people: int, seconds: float, *, heard: bool
) -> tuple[list[float], list[float]]:
    """Return the milliseconds of each press before and from the start of a flood, with a new bot."""
    players = [f"Player {number}" for number in range(people)]
    local = SmallDiscord(people=[*players, _VILLAIN, _STARTER])  # in memory
    villain, starter = local.person(_VILLAIN), local.person(_STARTER)
    run = idle_year if heard else partial(deaf_to, unheard=int(villain.user.id))
    async with bot_process(local, partial(run, games=GAMES)):
        race = await (await starter.slash(HERE, "race start", game="accordion")).final()
        if heard:
            await deal(villain, "accordion")
        boards = {
            local.person(name): await deal(local.person(name), GAMES[number % len(GAMES)])
            for number, name in enumerate(players)
        }
        await _play(boards, seconds / 2)  # by then everything is loaded
        peace = await _play(boards, seconds)
        flooding = asyncio.create_task(_pour(flood, villain, race))
        beside = await _play(boards, seconds)
        await flooding
    return peace, beside


async def _pour(flood: Flood, villain: Person, race: Message) -> None:
    """Ask so many times without waiting for an answer, which need not come."""
    asked = []
    for _ in range(flood.times):
        asked.append(asyncio.create_task(flood.ask(villain, race)))
        await asyncio.sleep(_PAUSE)
    for each in asked:
        with contextlib.suppress(NotResponding):
            await each


async def _play(boards: dict[Person, Message], seconds: float) -> list[float]:
    """Let people play any moves for some seconds; return the milliseconds that each press took."""
    times: list[float] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(_press(person, boards, until, times) for person in boards))
    return times


async def _press(person: Person, boards: dict[Person, Message], until: float, times: list[float]) -> None:
    chance = random.Random(person.user.name)  # noqa: S311  which legal move is played, not a secret
    while time.perf_counter() < until:
        await asyncio.sleep(chance.expovariate(1 / _SECONDS_TO_THINK))
        start = time.perf_counter()
        with contextlib.suppress(NotResponding):  # counts as the seconds that Discord waits
            boards[person] = await play_on(person, boards[person], chance)
        times.append((time.perf_counter() - start) * 1000)
