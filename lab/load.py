"""`load`: the bot while more and more people play.

An empty bot, a bot that echoes boards and Idle Year take turns, each in a process of its own. This process
holds what is around them: a small Discord for each, and the people.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Annotated, Any, NamedTuple

import typer

from bot.cli.terminal import AsJson, print_json, print_line, progress_bar
from idle_year.engine.wording import counted
from lab.bots import BOARDS, GAMES, BoardEcho, at_rest, prepare_solvers
from lab.echo_bot import echo_bot
from lab.figures import Seconds, percentiles
from lab.players import (
    NEED_NOTHING,
    Course,
    Deed,
    Player,
    do_anything,
    find_echo,
    make_move,
    press_echo,
    sit_down,
)
from lab.processes import BotProcess, Running, Used, bot_process
from small_discord import NotResponding, SmallDiscord

_WARM_UP = 400
"""Presses before anything is measured."""
_NAMES = {"echo": "empty echo", "board": "board echo", "move": "move", "anything": "anything"}
_TURNS = 5
"""How often the bots take turns for each number of players: other programs then slow all of them alike."""
_TEN = 10
"""How many people warm the bot up, and make the moves after which the memory is looked at."""
_PARTS = 10
"""In how many parts they make them; as many moves as in one part come before, to warm up."""


Crowds = Annotated[
    list[int],
    typer.Option("--players", min=1, max=10_000, help="How many play; repeat it for more than one."),
]
Pace = Annotated[float, typer.Option(min=0, max=3600, help="How long a player thinks, on average.")]
Moves = Annotated[
    int,
    typer.Option(min=0, max=10**7, help="After how many moves to look at the memory; 0: never."),
]


def load(
    players: Crowds = [1, 10, 100, 1000],  # noqa: B006  typer's own way
    pace: Pace = 3,
    seconds: Seconds = 20,
    moves: Moves = 100_000,
    as_json: AsJson = False,
) -> None:
    """Time the bot in a process of its own while more and more people play, next to bots that only echo."""
    prepare_solvers(GAMES)
    plan, done = Plan(players, pace, seconds, moves), itertools.count(1)
    with progress_bar("measurements", plan.steps) as show:
        figures = asyncio.run(_measure(plan, lambda: show(next(done))))
    if as_json:
        print_json(figures)
        return
    tell_load(figures)


class Plan(NamedTuple):
    """What to measure."""

    players: Sequence[int]
    pace: float
    """Seconds for which a player thinks, on average; 0: each presses as fast as answers come."""
    seconds: float
    """How long each bot is measured with each number of players."""
    moves: int
    """How many moves are made to see how the memory grows; 0: none."""

    @property
    def steps(self) -> int:
        """How often a measurement reports that it goes on."""
        return (_TURNS + 1) * len(self.players) + (_PARTS + 1 if self.moves else 0)


def tell_load(figures: dict[str, Any]) -> None:
    """Print a paragraph for each number of players, and a line about memory."""
    pace = f"each a press every {figures['pace']:g} s" if figures["pace"] else "as fast as answers come"
    for load in figures["load"]:
        players = counted(load["players"], "player")
        print_line(f"{players}, {pace}, {figures['seconds']:g} s with each bot:")
        for part, name in _NAMES.items():
            print_line(f"  {name:10}  {_in_words(load[part])}")
        for other, name in (("to_echo", "an empty echo"), ("to_board", "an echo of a board")):
            processor, p50 = (load[other][figure] for figure in ("processor_ms", "p50_ms"))
            times = f"{processor:.2f} times {name} in processor time, {p50:.2f} at the median"
            print_line(f"  a move takes {times}")
    if memory := figures["memory"]:
        before, after, moves = memory["before_mib"], memory["after_mib"], memory["moves"]
        grown = f"{after / before - 1:+.1%}" if before else "unknown"
        print_line(f"memory: {before:.1f} MiB, and {after:.1f} after {moves} moves: {grown}")


def _in_words(part: dict[str, Any]) -> str:
    answers = f"{part['answers_per_second']:6.1f} answers/s"
    waits = f"{part['p50_ms']:7.2f} ms at the median, {part['p99_ms']:7.2f} at p99"
    solvers = f" and {part['solvers_ms']:.2f} of solvers" if part["solvers_ms"] else ""
    used = f"{part['processor_ms']:.2f} ms of processor time{solvers} each, {part['memory_mib']:.0f} MiB"
    failures = f"; {part['unanswered']} unanswered, {part['refused']} refused"
    return f"{answers}, {waits}, {used}" + (failures if part["unanswered"] or part["refused"] else "")


class _Tables(NamedTuple):
    echo: Table
    board: Table
    move: Table


async def _measure(plan: Plan, step: Callable[[], object]) -> dict[str, Any]:
    """Return figures for each number of players, and of memory; raise CannotMeasure if a bot does not run."""
    async with _tables(max(*plan.players, _TEN)) as tables:
        load = [await _beside_echoes(tables, players, plan, step) for players in plan.players]
        # Only now: from here on, people play other games as well.
        await tables.move.press(_WARM_UP, Playing(do_anything), _TEN)
        for figures in load:
            tally = Tally()
            await tables.move.play(figures["players"], plan.seconds, Playing(do_anything, plan.pace), tally)
            figures["anything"] = tally.figures
            step()
        memory = await _memory(tables.move, plan.moves, step) if plan.moves else None
    return {"pace": plan.pace, "seconds": plan.seconds, "load": load, "memory": memory}


@asynccontextmanager
async def _tables(people: int) -> AsyncIterator[_Tables]:
    """Start the bots, and press until they are warm."""
    async with AsyncExitStack() as stack:
        stack.enter_context(_without_warnings())
        runs = (
            (echo_bot, find_echo),
            (partial(at_rest, games=GAMES, make=BoardEcho), sit_down),
            (partial(at_rest, games=GAMES), sit_down),
        )
        tables = _Tables(*[await stack.enter_async_context(table(people, *each)) for each in runs])
        await tables.echo.press(_WARM_UP, Playing(press_echo))
        await tables.board.press(BOARDS + _WARM_UP, Playing(make_move))
        await tables.move.press(_WARM_UP, Playing(make_move))
        yield tables


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Keep the small Discord quiet about answers that come too late: they are counted."""
    log = logging.getLogger("small_discord")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


async def _beside_echoes(
    tables: _Tables, players: int, plan: Plan, step: Callable[[], object]
) -> dict[str, Any]:
    """Measure moves, and beside them both kinds of echoes."""
    tallies = {name: Tally() for name in _Tables._fields}
    for _ in range(_TURNS):
        for name, at in tables._asdict().items():
            how = Playing(press_echo if at is tables.echo else make_move, plan.pace)
            await at.play(players, plan.seconds / _TURNS, how, tallies[name])
        step()
    figures: dict[str, Any] = {name: tally.figures for name, tally in tallies.items()}
    ratios = {f"to_{other}": _ratio(figures, other) for other in ("echo", "board")}
    return {"players": players, **figures, **ratios}


def _ratio(figures: dict[str, Any], other: str) -> dict[str, float]:
    """Return how many times as much a move takes as an echo."""
    return {name: figures["move"][name] / figures[other][name] for name in ("processor_ms", "p50_ms")}


async def _memory(at: Table, moves: int, step: Callable[[], object]) -> dict[str, float]:
    """Return the memory before and after so many moves, made as fast as answers come."""
    how, part = Playing(make_move), -(-moves // _PARTS)
    await at.press(part, how, _TEN)
    step()
    before = await at.bot.used()
    for _ in range(_PARTS):
        await at.press(part, how, _TEN)
        step()
    after = await at.bot.used()
    return {"moves": part * _PARTS, "before_mib": before.mebibytes, "after_mib": after.mebibytes}


class Playing(NamedTuple):
    """How people play."""

    choose: Callable[[Player], Deed]
    """What a player does next."""
    pace: float = 0
    """Seconds for which a player thinks, on average; 0: each presses as fast as answers come."""


class Tally:
    """What happened while people played, and what that took."""

    def __init__(self) -> None:
        self._times: defaultdict[str, list[float]] = defaultdict(list)
        """Milliseconds to each answer, by what was asked; without an answer, how long Discord waited."""
        self._unanswered = self._refused = 0
        self._took = self._seconds = self._apart = self._mebibytes = 0.0

    @property
    def asked(self) -> int:
        """How much was asked for."""
        return sum(map(len, self._times.values()))

    async def note(self, player: Player, deed: Deed) -> None:
        """Let a player do something, and note how it went."""
        start = time.perf_counter()
        try:
            await deed.do(player)
        except NotResponding:
            self._unanswered += 1
        else:
            self._refused += deed not in NEED_NOTHING and not player.can_go_on
        self._times[deed.name].append((time.perf_counter() - start) * 1000)

    def took(self, seconds: float, before: Used, after: Used) -> None:
        """Note how long it took, and what the bot used for it."""
        self._took += seconds
        self._seconds += after.seconds - before.seconds
        self._apart += after.apart - before.apart
        self._mebibytes = after.mebibytes

    @property
    def figures(self) -> dict[str, Any]:
        """All of it; `refused` are answers that left a player with nothing to press."""
        every = percentiles([each for times in self._times.values() for each in times])
        return {
            "asked": self.asked,
            "unanswered": self._unanswered,
            "refused": self._refused,
            "answers_per_second": (self.asked - self._unanswered) / self._took,
            "p50_ms": every["p50"],
            "p99_ms": every["p99"],
            "processor_ms": self._seconds * 1000 / self.asked,
            "solvers_ms": self._apart * 1000 / self.asked,
            "memory_mib": self._mebibytes,
            "by_kind": {name: percentiles(each) | {"asked": len(each)} for name, each in self._times.items()},
        }


class Table:
    """A bot and its people, who sit down once they are needed."""

    def __init__(
        self, bot: BotProcess, people: Sequence[Player], sit_down: Callable[[Player], Awaitable[None]]
    ) -> None:
        self.bot = bot
        self._people = people
        self._sit_down = sit_down
        self._seated = 0

    async def seat(self, count: int) -> Sequence[Player]:
        """Return the first so many people."""
        for player in self._people[self._seated : count]:
            await _until_answered(self._sit_down, player)
        self._seated = max(self._seated, count)
        return self._people[:count]

    async def press(self, presses: int, how: Playing, people: int = 1) -> None:
        """Let people press so often in all, as fast as answers come."""
        left, tally = iter(range(presses)), Tally()

        async def go_on(player: Player) -> None:
            for _ in left:
                await tally.note(player, how.choose(player))

        await asyncio.gather(*map(go_on, await self.seat(people)))

    async def play(self, people: int, seconds: float, how: Playing, tally: Tally) -> None:
        """Let people play for some seconds, and until anything was asked."""
        players = await self.seat(people)
        before, start = await self.bot.used(), time.perf_counter()
        await asyncio.gather(*(_play(player, start + seconds, how, tally) for player in players))
        tally.took(time.perf_counter() - start, before, await self.bot.used())


@asynccontextmanager
async def table(
    people: int, run: Running, sit_down: Callable[[Player], Awaitable[None]]
) -> AsyncIterator[Table]:
    """Open a small Discord with so many people, and run a bot on it; raise CannotMeasure if that fails."""
    names = [f"Player {number}" for number in range(people)]
    local, course = SmallDiscord(people=names), Course()  # in memory: its write speed is not the bot's
    async with bot_process(local, run) as bot:
        yield Table(bot, [Player(local.person(name), course) for name in names], sit_down)


async def _until_answered(sit_down: Callable[[Player], Awaitable[None]], player: Player) -> None:
    while True:
        with suppress(NotResponding):
            return await sit_down(player)


async def _play(player: Player, until: float, how: Playing, tally: Tally) -> None:
    while True:
        think = player.chance.expovariate(1 / how.pace) if how.pace else 0.0
        await asyncio.sleep(min(think, max(0.0, until - time.perf_counter())))
        if time.perf_counter() >= until and tally.asked:
            return
        await tally.note(player, how.choose(player))
