"""`memory`: what the bot takes with all its processes, the small Discord included.

At rest, after play in every family with hints, reviews and dailies, and at a first start, which compiles all
solvers. Counted is the proportional share (PSS): what processes share counts once.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import random
import resource
import tempfile
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.terminal import AsJson, print_aside, print_json, print_line
from bot.service.errors import Refusal
from bot.service.kernels import get_ready
from lab.bots import GAMES, deal, pictured, play_on, stage
from lab.processes import CannotMeasure, children
from small_discord import Person

_MIB = 2**20
_SETTLED = 3.0
"""Seconds after the last thing that happens at a start."""
_SAMPLED = 0.2
"""Seconds between looks at what is taken."""
_GROUPS = (Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup"))
"""Where control groups are, in version 1 of them and in version 2."""
_LIMITS = ("memory.limit_in_bytes", "memory.max")

Limit = Annotated[
    int | None,
    typer.Option(min=64, help="Let all processes have so many MiB together.", show_default="no limit"),
]
First = Annotated[bool, typer.Option(help="Measure a first start, which takes minutes.")]
Moves = Annotated[int, typer.Option(min=1, max=100_000, help="How many moves to play in each game.")]


def memory(moves: Moves = 100, limit: Limit = None, first: First = True, as_json: AsJson = False) -> None:
    """See how much memory the bot takes at rest, after play and at a first start."""
    figures = _measure(moves, limit)
    if first:
        with tempfile.TemporaryDirectory(prefix="idle-year-bench-") as cache:
            figures |= {f"first start, {name}": most for name, most in _measure(1, limit, cache).items()}
    if as_json:
        print_json(figures)
        return
    for when, mebibytes in figures.items():
        print_line(f"{when}: {mebibytes:.0f} MiB")


def _measure(moves: int, limit: int | None, cache: str | None = None) -> dict[str, float]:
    """Return the MiB that a bot takes when it rests and when people have played, and the most meanwhile."""
    here, there = multiprocessing.get_context("spawn").Pipe()
    told = (there, moves, cache)
    process = multiprocessing.get_context("spawn").Process(target=_live, args=told)
    figures: dict[str, float] = {}
    with _confined(limit) as confine:
        process.start()
        there.close()
        assert process.pid is not None  # noqa: S101  for the type checker: it has been started
        confine(process.pid)
        here.send(None)
        try:
            most = 0.0
            for stage_ in ("at rest", "after play"):
                most = max(most, _most_until(here, process.pid))
                figures[stage_] = _taken(process.pid)
                here.send(None)
            figures["at most"] = max(most, *figures.values())
        except EOFError:
            raise CannotMeasure(f"The bot has ended, with exit code {process.exitcode}.") from None
        finally:
            here.close()
            process.join()
    return figures


def _most_until(line: Connection, pid: int) -> float:
    """Return the most MiB that a process and its children take until it says something."""
    most = 0.0
    while not line.poll(_SAMPLED):
        most = max(most, _taken(pid))
    line.recv()
    return most


def _taken(pid: int) -> float:
    taken = _share(pid) / 1024
    return taken + sum(_taken(child) for child in children(pid))


def _share(pid: int) -> int:
    """Return the KiB that are a process's own or its part of what it shares."""
    with contextlib.suppress(OSError):  # it has ended
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    return 0


class _Confine:
    """Has a limit hold for a process and all that it starts."""

    def __init__(self, limit: int | None, group: Path | None) -> None:
        self._limit = limit
        self._group = group

    def __call__(self, pid: int) -> None:
        if self._limit is None:
            return
        if self._group is not None:
            (self._group / "cgroup.procs").write_text(str(pid))
        else:
            resource.prlimit(pid, resource.RLIMIT_DATA, (self._limit * _MIB,) * 2)


@contextlib.contextmanager
def _confined(limit: int | None) -> Iterator[_Confine]:
    """Have a control group with a limit, if this system lets us, else a limit for each process."""
    group = None if limit is None else _group(limit * _MIB)
    if limit is not None and group is None:
        print_aside("No control group can be made here, so the limit holds for each process by itself.")
    try:
        yield _Confine(limit, group)
    finally:
        if group is not None:
            with contextlib.suppress(OSError):  # a process may still be ending
                group.rmdir()


def _group(limit: int) -> Path | None:
    for root, name in zip(_GROUPS, _LIMITS, strict=True):
        group = root / f"idle-year-{os.getpid()}"
        with contextlib.suppress(OSError):
            group.mkdir()
            try:
                (group / name).write_text(str(limit))
            except OSError:
                group.rmdir()
                continue
            return group
    return None


def _live(line: Connection, moves: int, cache: str | None) -> None:
    line.recv()  # the limit holds now
    if cache is not None:
        os.environ["XDG_CACHE_HOME"] = cache
    with contextlib.suppress(EOFError, OSError):
        asyncio.run(_play(line, moves))


async def _play(line: Connection, moves: int) -> None:
    async with stage(GAMES) as on:
        await pictured(on.bot)
        await get_ready(on.bot.services.preparation)
        await _say(line)
        with contextlib.suppress(Refusal):  # where the limit leaves workers no room
            await on.bot.services.dailies.prepare()
        for person, game in zip(on.people, GAMES, strict=True):
            await _play_game(person, game, moves)
        await _say(line)


async def _play_game(person: Person, game: str, moves: int) -> None:
    """Play random moves in one deal after another, with a hint before every fifth and reviews at the end."""
    chance = random.Random(game)  # noqa: S311  which legal move is played, not a secret
    board = await deal(person, game)
    for number in range(moves):
        if number % 5 == 0 and "Hint" in board.buttons:
            board = await (await person.press(board, "Hint")).final()  # which leaves room for fewer moves
        elif "Review" in board.buttons:
            await (await person.press(board, "Review")).final()
        board = await play_on(person, board, chance)


async def _say(line: Connection) -> None:
    await asyncio.sleep(_SETTLED)
    line.send(None)
    await asyncio.to_thread(line.recv)
