"""The solvers' machine code, compiled if need be while the bot is already running.

The bot's own process never loads it: workers do, each package when they are first asked for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.service.thinking.own_process import allowed_memory, own_path, python
from bot.service.thinking.solver_threads import spare_what_is_loaded
from idle_year.engine.rules import AnyRules
from idle_year.solvers.jit import CannotCompile, ready_or_shipped
from idle_year.solvers.registry import PACKAGES, note_compiled, packages_for

if TYPE_CHECKING:  # it knows the database, which the command line and workers do without
    from bot.service.background import Background

log = logging.getLogger(__name__)
Show: TypeAlias = "Callable[[Preparation], Awaitable[None]]"
"""Shows how far compiling has come, until it is done or cancelled."""
_NICE = 10
"""The compiler's niceness: the process that answers people goes first."""
_PAUSES = (60.0, 300.0, 900.0, 3600.0)
"""Seconds until compilers that were killed are tried again: the first time, the second, …, any later one."""
_KILLED = "the compiler was killed, as happens where memory runs out"
_ENOUGH = 400 * 2**20
"""Bytes of memory without which that is of no use: the bot and the compiler take 300 to 470 MiB."""
_AS_FORESEEN = 10.0
"""Seconds that dampen the first measurements, so that a package loaded in no time predicts nothing."""
_MORE, _LEAST = 0.25, 5.0
"""An overdue package is expected to take this share of its elapsed time longer, at least so many seconds."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class _Killed(CannotCompile):
    """The compiler was killed, most likely because memory ran out; there may be more of it later."""


class Lack(NamedTuple):
    """A game whose solver is missing."""

    rules: AnyRules
    ready: datetime | None
    """About when the solver will be ready; None if it cannot be prepared on this machine."""


class Preparation:
    """Tracks packages of kernels as they get ready one after the other; `kernels` reports to it.

    Until something is reported, nothing is being prepared and nothing is lacking.
    """

    def __init__(self, now: Callable[[], datetime] = _utc_now) -> None:
        self._now = now
        self._coming: dict[str, float] = {}
        self._failed: set[str] = set()
        self._count = 0
        self._expected = self._took = _AS_FORESEEN
        self._began = self._since = now()
        self.arrived = asyncio.Event()
        """Set whenever a package becomes ready; the waiter clears it."""

    def expect(self, seconds: Mapping[str, float]) -> None:
        """Begin: these packages get ready in this order, each taking so many seconds on a reference machine.

        How much faster or slower this machine is becomes clear once the first of them is ready.
        """
        self._coming, self._count = dict(seconds), len(seconds)
        self._began = self._since = self._now()

    def settle(self, package: str, *, failed: bool = False) -> None:
        """Note that a package is ready, or has `failed` for as long as this process runs."""
        now = self._now()
        self._expected += self._coming.pop(package)
        self._took += (now - self._since).total_seconds()
        self._since = now
        if failed:
            self._failed.add(package)
        else:
            self.arrived.set()

    def put_off(self, package: str) -> None:
        """Note that a package has come to nothing, and is tried again after all others."""
        self._coming[package] = self._coming.pop(package)
        self._since = self._now()

    def pause(self, seconds: float) -> None:
        """Note that the next package is begun in so many seconds only."""
        self._since = self._now() + timedelta(seconds=seconds)

    def lacking(self, rules: AnyRules) -> Lack | None:
        """Return what a game lacks and when that should be ready; None if nothing is lacking."""
        packages = packages_for(rules)
        awaited = [package for package in self._coming if package in packages]
        if awaited:
            return Lack(rules, self._now() + timedelta(seconds=self._left(awaited[-1])))
        return None if self._failed.isdisjoint(packages) else Lack(rules, None)

    @property
    def over(self) -> bool:
        """Whether nothing is being prepared."""
        return not self._coming

    @property
    def number(self) -> tuple[int, int]:
        """The number of the package that is getting ready, counted from 1, and the total."""
        return self._count - len(self._coming) + 1, self._count

    @property
    def left(self) -> float:
        """About how many seconds are left until all are ready."""
        return 0.0 if self.over else self._left(next(reversed(self._coming)))

    @property
    def share(self) -> float:
        """About how much of the work is done, 0 to 1."""
        passed = (self._now() - self._began).total_seconds()
        return passed / (passed + self.left) if passed > 0 else float(self.over)

    def _left(self, last: str) -> float:
        """Return about how many seconds are left until a package is ready, including those before it."""
        gone = (self._now() - self._since).total_seconds()
        current, *later = self._coming
        # If the current one is overdue, reckon as though it had become ready just now.
        overdue = (self._took + gone) / (self._expected + self._coming[current])
        pace = max(self._took / self._expected, overdue)
        left = max(self._coming[current] * pace - gone, gone * _MORE, _LEAST)
        if last == current:
            return left
        return left + pace * sum(self._coming[each] for each in later[: later.index(last) + 1])


@asynccontextmanager
async def kernels_in_background(
    background: Background, show: Show | None = None
) -> AsyncIterator[Preparation]:
    """Get the kernels ready while the block runs; leaving it stops that, even in the middle of compiling.

    Every process does this for itself, but what another on the same machine has compiled is not compiled
    again. The yielded object tracks progress; `show` displays it if anything must be compiled.
    """
    preparation = Preparation()
    (getting_ready,) = background.start({"preparing the solvers": partial(get_ready, preparation, show)})
    try:
        yield preparation
    finally:
        await _end(getting_ready)


async def get_ready(preparation: Preparation, show: Show | None = None) -> None:
    """Compile every package of kernels that is not yet compiled on this machine, one after the other.

    Nobody waits for this: until a package is compiled, or if that fails, the plain search answers.
    """
    missing = await asyncio.to_thread(_missing)
    for package in PACKAGES:
        if package not in missing:
            note_compiled(package)
    preparation.arrived.set()
    preparation.expect({package: PACKAGES[package].compiled_in for package in missing})
    showing = asyncio.ensure_future(show(preparation)) if show is not None and missing else None
    try:
        await _prepare(missing, preparation)
    finally:
        if showing is not None:
            await _end(showing)


async def _prepare(missing: Sequence[str], preparation: Preparation) -> None:
    """Compile packages until none is left but those that cannot be."""
    failed: dict[str, CannotCompile] = {}
    for killed_before in count():
        killed = await _compile_each(missing, preparation, failed)
        if not killed:
            break
        pause = _PAUSES[min(killed_before, len(_PAUSES) - 1)]
        log.warning(
            "The plain search stands in for the solvers %s, tried again in %d min: %s",
            ", ".join(killed),
            pause / 60,
            _KILLED,
        )
        preparation.pause(pause)
        await asyncio.sleep(pause)
        missing = killed
    spare_what_is_loaded()
    if failed:
        why = next(iter(failed.values()))
        log.warning("The plain search stands in for the solvers %s: %s", ", ".join(failed), why)
    else:
        log.info("The solvers are ready.")


async def _compile_each(
    packages: Sequence[str], preparation: Preparation, failed: dict[str, CannotCompile]
) -> list[str]:
    """Compile packages one after the other, logging progress; return those whose compiler was killed.

    Those that cannot be compiled are `failed` from then on.
    """
    killed = []
    for package in packages:
        log.info(
            "Compiling the solvers, %d of %d: %s …; meanwhile the plain search answers. "
            "All are ready in about %d s.",
            *preparation.number,
            package,
            preparation.left,
        )
        try:
            await _compile_apart(package)
            note_compiled(package)
        except CannotCompile as error:
            if isinstance(error, _Killed) and allowed_memory() >= _ENOUGH:
                log.warning("The solver %s is put off until the others are ready: %s.", package, _KILLED)
                killed.append(package)
                preparation.put_off(package)
                continue
            failed[package] = error
        preparation.settle(package, failed=package in failed)
    return killed


def _missing() -> list[str]:
    """Return the packages that are neither compiled yet nor came with the bot, in their order."""
    return [package for package in PACKAGES if not ready_or_shipped(package)]


async def _end(task: asyncio.Future[None]) -> None:
    """Cancel a task and wait until it has cleaned up."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _compile_apart(package: str) -> None:
    """Compile a package in a process of its own; raise CannotCompile if that fails.

    Here it would hold the GIL, and what the compiler takes stays taken.
    """
    command = [*python("bot.service.thinking.own_process:compile_for_bot"), package]
    # In its own process group it does not receive the terminal's Ctrl-C: it is ended here, or with the bot.
    try:
        process = await asyncio.create_subprocess_exec(
            *command, env=own_path(), stdin=PIPE, stdout=DEVNULL, stderr=PIPE, process_group=0
        )
    except OSError as error:  # such as too little memory for one more process
        raise CannotCompile(str(error)) from error
    try:
        with contextlib.suppress(ProcessLookupError):  # a Ctrl-C may end it before it has a group of its own
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
        told = await _read(process)
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    if process.returncode == -signal.SIGKILL:
        raise _Killed(_KILLED)
    if process.returncode:
        *_, reason = told.splitlines() or [f"exit code {process.returncode}"]
        raise CannotCompile(reason)


async def _read(process: asyncio.subprocess.Process) -> str:
    """Return what a process tells of errors, once it has ended.

    Its input stays open meanwhile, which `communicate` would close.
    """
    assert process.stderr is not None  # noqa: S101  for the type checker: it was asked for
    told = await process.stderr.read()
    await process.wait()
    return told.decode(errors="replace")
