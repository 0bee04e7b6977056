"""The solvers' machine code, loaded and if need be compiled while the bot is already running."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.engine.games import ALL
from bot.engine.rules import AnyRules
from bot.service.thinking.own_process import own_path, python
from bot.service.thinking.solver_threads import spare_what_is_loaded
from bot.solvers.jit import CannotCompile, forget_sources, ready
from bot.solvers.registry import PACKAGES, compile_package, packages_for, packages_of

if TYPE_CHECKING:  # it knows the database, which the command line and workers do without
    from bot.service.background import Background

log = logging.getLogger(__name__)
Show: TypeAlias = "Callable[[Preparation], Awaitable[None]]"
"""Shows how far compiling has come, until it is done or cancelled."""
_NICE = 10
"""The compiler's niceness: whatever has to answer people goes first."""
_LOADED_IN = 0.5
"""Seconds to load an already compiled package on the machine of `Package.compiled_in`."""
_AS_FORESEEN = 10.0
"""Seconds that dampen the first measurements, so that a package loaded in no time predicts nothing."""
_MORE, _LEAST = 0.25, 5.0
"""An overdue package is expected to take this share of its elapsed time longer, at least so many seconds."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


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
        self._packages: Mapping[str, tuple[str, ...]] = {}
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

    def assign(self, packages: Mapping[str, tuple[str, ...]]) -> None:
        """Note which packages each game needs, by its id; a game not listed waits for all of its family's."""
        self._packages = packages

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

    def lacking(self, rules: AnyRules) -> Lack | None:
        """Return what a game lacks and when that should be ready; None if nothing is lacking."""
        packages = self._packages.get(rules.id, packages_of(rules.family))
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

    Every process does this for itself, loading what another on the same machine has already compiled. The
    yielded object tracks progress; `show` displays it if anything must be compiled.
    """
    preparation = Preparation()
    (getting_ready,) = background.start({"preparing the solvers": partial(get_ready, preparation, show)})
    try:
        yield preparation
    finally:
        await _end(getting_ready)


async def get_ready(preparation: Preparation, show: Show | None = None) -> None:
    """Load every package of kernels; then compile and load those not yet compiled on this machine.

    Nobody waits for this: until a package is loaded, or if that fails, the plain search answers.
    """
    missing = [package for package in PACKAGES if not await asyncio.to_thread(ready, package)]
    in_turn = sorted(PACKAGES, key=missing.__contains__)
    work = {package: PACKAGES[package].compiled_in for package in missing}
    preparation.expect(dict.fromkeys(in_turn, _LOADED_IN) | work)
    showing = asyncio.ensure_future(show(preparation)) if show is not None and missing else None
    try:
        await _prepare(in_turn, missing, preparation)
    finally:
        if showing is not None:
            await _end(showing)


async def _prepare(in_turn: Sequence[str], missing: Sequence[str], preparation: Preparation) -> None:
    """Get packages ready one after the other, logging progress."""
    with contextlib.suppress(CannotCompile):  # then each package fails below, and says why
        preparation.assign(await asyncio.to_thread(_packages_for_all))
    failed: dict[str, CannotCompile] = {}
    for package in in_turn:
        try:
            if package in missing:
                log.info(
                    "Compiling the solvers, %d of %d: %s …; meanwhile the plain search answers. "
                    "All are ready in about %d s.",
                    missing.index(package) + 1,
                    len(missing),
                    package,
                    preparation.left,
                )
                await _compile_apart(package)
            # In a thread, because the compiler's library alone takes most of a second to load.
            await asyncio.to_thread(compile_package, package)
            await asyncio.to_thread(forget_sources)
        except CannotCompile as error:
            failed[package] = error
        preparation.settle(package, failed=package in failed)
    spare_what_is_loaded()
    if failed:
        why = next(iter(failed.values()))
        log.warning("The plain search stands in for the solvers %s: %s", ", ".join(failed), why)
    else:
        log.info("The solvers are ready.")


def _packages_for_all() -> dict[str, tuple[str, ...]]:
    return {rules.id: packages_for(rules) for rules in ALL.values()}


async def _end(task: asyncio.Future[None]) -> None:
    """Cancel a task and wait until it has cleaned up."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _compile_apart(package: str) -> None:
    """Compile a package into the cache, in a separate process: compiling here would hold the GIL."""
    command = [*python("bot.service.thinking.own_process:compile_for_bot"), package]
    # In its own process group it does not receive the terminal's Ctrl-C: it is ended here, or with the bot.
    process = await asyncio.create_subprocess_exec(
        *command, env=own_path(), stdin=PIPE, stdout=DEVNULL, stderr=PIPE, process_group=0
    )
    assert process.stderr is not None  # noqa: S101  for the type checker: it was asked for
    try:
        with contextlib.suppress(ProcessLookupError):  # a Ctrl-C may end it before it has a group of its own
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
        # Its input stays open meanwhile, which `communicate` would close.
        told = await process.stderr.read()
        await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    if process.returncode:
        *_, reason = told.decode(errors="replace").splitlines() or [f"exit code {process.returncode}"]
        raise CannotCompile(reason)
