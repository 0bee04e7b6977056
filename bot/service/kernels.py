"""The solvers' machine code, loaded and, where need be, compiled while the bot already plays."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bot.service.steadiness import spare_what_is_loaded
from bot.solvers.jit import CannotCompile, forget_sources, ready
from bot.solvers.registry import PACKAGES, compile_package

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

log = logging.getLogger(__name__)

_NICE = 10
"""How far the compiler stands back behind all that has to answer people."""


@asynccontextmanager
async def kernels_in_background() -> AsyncIterator[None]:
    """Get the kernels ready while the block runs; leaving it stops that, also amid compiling.

    Every process does so for itself; what one has compiled the others on the machine load.
    """
    getting_ready = asyncio.create_task(get_ready())
    try:
        yield
    finally:
        getting_ready.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await getting_ready


async def get_ready() -> None:
    """Load every package of kernels; compile those first that never were on this machine.

    Nobody waits for it: until a package is loaded, and where that fails, the plain search answers.
    """
    missing = [package for package in PACKAGES if not await asyncio.to_thread(ready, package)]
    failed: dict[str, CannotCompile] = {}
    for package in sorted(PACKAGES, key=missing.__contains__):
        try:
            if package in missing:
                which = missing.index(package) + 1, len(missing), package
                log.info("Compiling the solvers, %d of %d: %s …; meanwhile the plain search answers.", *which)
                await _compile_apart(package)
            # In a thread, because the compiler's library alone takes a good part of a second to load.
            await asyncio.to_thread(compile_package, package)
            await asyncio.to_thread(forget_sources)
        except CannotCompile as error:
            failed[package] = error
    spare_what_is_loaded()
    if failed:
        why = next(iter(failed.values()))
        log.warning("The plain search stands in for the solvers %s: %s", ", ".join(failed), why)
    else:
        log.info("The solvers are ready.")


async def _compile_apart(package: str) -> None:
    """Compile a package into the cache, in a process of its own: compiling would hold Python's lock here."""
    command = [sys.executable, "-m", "bot.solvers", package]
    # In a group of its own, it does not hear the terminal's Ctrl-C: it is ended here.
    process = await asyncio.create_subprocess_exec(
        *command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, process_group=0
    )
    try:
        os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
        _, told = await process.communicate()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    if process.returncode:
        *_, reason = told.decode(errors="replace").splitlines() or [f"exit code {process.returncode}"]
        raise CannotCompile(reason)
