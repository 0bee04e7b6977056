"""The measurement behind `idleyear bench load`: the bot while more and more people play.

An empty bot, a bot that echoes boards and Idle Year take turns, each in a process of its own. This process
holds what is around them: a small Discord for each, and the people.
"""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.bench.bots.bots import BOARDS, BoardEcho, at_rest
from bot.bench.bots.echo_bot import echo_bot
from bot.bench.bots.stage import GAMES
from bot.bench.measurements.load_table import Playing, Table, Tally, table
from bot.bench.people.load_players import do_anything, find_echo, make_move, press_echo, sit_down

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence

_WARM_UP = 2 * BOARDS
"""Presses before anything is measured."""
_TURNS = 5
"""How often the bots take turns for each number of players: other programs then slow all of them alike."""
_TEN = 10
"""How many people warm the bot up, and make the moves after which the memory is looked at."""
_PARTS = 10
"""In how many parts they make them; as many moves as in one part come before, to warm up."""


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


class _Tables(NamedTuple):
    echo: Table
    board: Table
    move: Table


async def measure(plan: Plan, step: Callable[[], object]) -> dict[str, Any]:
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
        await tables.board.press(_WARM_UP, Playing(make_move))
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
