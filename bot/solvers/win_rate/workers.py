"""Workers that count parts of a survey, one per core: threads if a kernel does the work, else processes."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager

from bot.solvers.jit import CannotCompile
from bot.solvers.registry import compile_package, packages_of

CORES = os.cpu_count() or 1


@contextmanager
def threads() -> Iterator[Executor]:
    """Yield workers in this process; leaving waits for the work they have begun."""
    executor = ThreadPoolExecutor(CORES)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def processes(*families: str) -> Iterator[Executor]:
    """Yield workers that have loaded the kernels for some families; leaving terminates them in mid-work."""
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(CORES, multiprocessing.get_context("spawn"), _load_kernels, families)
    try:
        with _deaf_to_interrupts():
            started = [executor.submit(os.getpid) for _ in range(CORES)]
        wait(started)
        yield executor
    finally:
        # This waits for the workers, which are terminated meanwhile, and for a thread of the executor, which
        # would otherwise close, as the program exits, what Python still writes to.
        with ThreadPoolExecutor(1) as closing:
            closed = closing.submit(executor.shutdown, cancel_futures=True)
            # The executor may just have started another one.
            while workers := set(multiprocessing.active_children()) - others:
                for worker in workers:
                    worker.terminate()
                for worker in workers:
                    worker.join()
        closed.result()


def _load_kernels(*families: str) -> None:
    for family in families:
        with contextlib.suppress(CannotCompile):  # the command already said so
            for package in packages_of(family):
                compile_package(package)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Make new processes ignore Ctrl-C, which the terminal sends to all; their parent will end them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
