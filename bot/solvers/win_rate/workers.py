"""Who counts the parts of a survey: threads where a kernel does the work, else processes; one a core."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.solvers.jit import CannotCompile
from bot.solvers.registry import compile_package, packages_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

CORES = os.cpu_count() or 1


@contextmanager
def threads() -> Iterator[Executor]:
    """Yield workers that share this process; leaving waits for what they have begun."""
    executor = ThreadPoolExecutor(CORES)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def processes(*families: str) -> Iterator[Executor]:
    """Yield workers that have loaded the kernels for some families; leaving ends them amid their work."""
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(CORES, multiprocessing.get_context("spawn"), _load_kernels, families)
    try:
        with _deaf_to_interrupts():
            started = [executor.submit(os.getpid) for _ in range(CORES)]
        wait(started)
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        # The executor may have started one more just now.
        while workers := set(multiprocessing.active_children()) - others:
            for worker in workers:
                worker.terminate()
            for worker in workers:
                worker.join()


def _load_kernels(*families: str) -> None:
    for family in families:
        with contextlib.suppress(CannotCompile):  # the command said so before it began
            for package in packages_of(family):
                compile_package(package)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let new processes ignore Ctrl-C, which the terminal sends to all: their parent is who ends them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
