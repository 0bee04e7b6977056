"""Loads the solvers' machine code, compiling it if need be, while the bot is already running."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

from bot.engine.games import ALL
from bot.service.kernels.preparation import Preparation
from bot.service.thinking.own_process import own_path, python
from bot.service.thinking.steadiness import spare_what_is_loaded
from bot.solvers.jit import CannotCompile, forget_sources, ready
from bot.solvers.registry import PACKAGES, compile_package, packages_for

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

log = logging.getLogger(__name__)

Show: TypeAlias = "Callable[[Preparation], Awaitable[None]]"
"""Shows how far compiling has come, until it is done or cancelled."""

_NICE = 10
"""The compiler's niceness: whatever has to answer people goes first."""

_LOADED_IN = 0.5
"""Seconds to load an already compiled package on the machine of `Package.compiled_in`."""


@asynccontextmanager
async def kernels_in_background(show: Show | None = None) -> AsyncIterator[Preparation]:
    """Get the kernels ready while the block runs; leaving it stops that, even in the middle of compiling.

    Every process does this for itself, loading what another on the same machine has already compiled. The
    yielded object tracks progress; `show` displays it if anything must be compiled.
    """
    preparation = Preparation()
    getting_ready = asyncio.create_task(get_ready(preparation, show))
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
    command = [*python("bot.service.kernels.compiler"), package]
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
