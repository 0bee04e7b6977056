"""A bot in a process of its own and the people who play with it, for `idleyear bench load`."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.bench.bots.bot_process import bot_process
from bot.bench.people.load_players import NEED_NOTHING, Course, Player
from bot.bench.percentiles import percentiles
from small_discord import NotResponding, SmallDiscord

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from bot.bench.bots.bot_process import BotProcess, Running, Used
    from bot.bench.people.load_players import Deed


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
