"""Thinking on a cluster: what becomes of it when workers and the scheduler come and go."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine.games import find_game
from bot.service.thinking import cluster_workers
from bot.service.thinking.solver_threads import SolverThreads
from bot.service.wish import Wish, find
from bot.solvers import registry
from bot.solvers.protocols import Limit
from bot.solvers.registry import packages_for
from tests.clusters import Cluster, changed, hurry
from tests.gates import gate
from tests.stalling import stalling_at
from tests.worker_processes import workers_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.slow

LATE = find_game("late-binding")
NEEDED = packages_for(LATE)
_PREPARE_ONLY = f"from bot.service.thinking import cluster_workers; cluster_workers.PACKAGES = {NEEDED}"
"""What a worker runs first: to load the solvers of all games takes longer than all that is asked of it."""


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Do not wait long for absent schedulers and workers, think with one solver, and read what is logged."""
    hurry(monkeypatch)
    monkeypatch.setattr(cluster_workers, "_AGAIN", 0.2)
    monkeypatch.setattr(registry, "_AT_HAND", {name: registry._AT_HAND[name] for name in NEEDED})
    caplog.set_level("INFO", "bot")


@pytest.fixture
def port() -> int:
    """Return a port on which a scheduler can be started more than once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def worker_of(running: Cluster, **options: Any) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Start a worker that prepares no more than these tests need, while the block runs."""
    return running.worker(preload=_PREPARE_ONLY, **options)


@contextlib.contextmanager
def thinking_on(address: str) -> Iterator[SolverThreads]:
    """Give a bot's solvers with a cluster at an address."""
    threads = SolverThreads(address)
    try:
        yield threads
    finally:
        threads.close()


async def think(threads: SolverThreads, think: Callable[..., Any], *args: Any) -> Any:
    """Have the bot's own job done."""
    return await threads.ahead(LATE, think, *args)


async def thought_by(threads: SolverThreads, *workers: int) -> None:
    """Wait until one of these processes thinks; without any, until one of this machine does."""
    async with asyncio.timeout(60):
        while await think(threads, os.getpid) not in (workers or workers_of(os.getpid())):  # noqa: ASYNC110  no event tells
            await asyncio.sleep(0.05)


async def logged(caplog: pytest.LogCaptureFixture, text: str) -> None:
    """Wait until something is logged, in one line and once."""
    async with asyncio.timeout(60):
        while not any(text in record.message for record in caplog.records):  # noqa: ASYNC110  no event tells
            await asyncio.sleep(0.05)
    assert sum(text in record.message for record in caplog.records) == 1
    assert all("\n" not in record.message and not record.exc_info for record in caplog.records)


@pytest.mark.usefixtures("own_workers")
async def test_a_cluster_thinks_for_the_bot(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A cluster thinks for the bot with all its threads, and no process is started here."""
    with (
        Cluster(tmp_path) as running,
        worker_of(running, threads=2) as worker,
        thinking_on(running.address) as threads,
        gate(tmp_path) as closed,
    ):
        await logged(caplog, f"The cluster at {running.address} thinks for the bot, with 2 threads.")
        found = await asyncio.gather(
            *(think(threads, find, LATE, Wish(winnable=True), Limit(seconds=60)) for _ in range(8))
        )
        assert len(set(found)) == 8
        both = asyncio.gather(*(think(threads, Path.read_bytes, closed.path) for _ in range(2)))
        await closed.reached_by(worker.pid, jobs=2)
        closed.open()
        await both
        assert not workers_of(os.getpid())


async def test_a_lost_scheduler_is_replaced_until_it_is_back(
    tmp_path: Path, port: int, caplog: pytest.LogCaptureFixture
) -> None:
    """A lost scheduler's work is done here until it is back, without a restart of the bot."""
    with thinking_on(f"tcp://127.0.0.1:{port}") as threads:
        await logged(caplog, "No scheduler answers")
        await thought_by(threads)
        with (
            Cluster(tmp_path / "one", port) as running,
            worker_of(running) as worker,
            gate(tmp_path) as closed,
        ):
            await thought_by(threads, worker.pid)
            answer = asyncio.create_task(think(threads, Path.read_bytes, closed.path))
            await closed.reached_by(worker.pid)
            running.scheduler.kill()
            closed.open()
            await answer
        await logged(caplog, "is lost: start it again, and its workers. Meanwhile the bot thinks")
        await thought_by(threads)
        with Cluster(tmp_path / "two", port) as running, worker_of(running) as worker:
            await thought_by(threads, worker.pid)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        (b"pickle-protocol", "No scheduler answers at {}: start one"),
        (b"run_function", "The scheduler at {} is lost: start it again"),
    ],
    ids=["greeted", "examined"],
)
async def test_a_scheduler_that_stalls_is_given_up_until_it_goes_on(
    word: bytes, sentence: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A scheduler that stalls is given up until it goes on, and the log says so once each time."""
    with (
        Cluster(tmp_path) as running,
        worker_of(running) as worker,
        stalling_at(word, running) as address,
        thinking_on(address) as threads,
    ):
        await logged(caplog, sentence.format(address))
        await thought_by(threads)
        running.scheduler.send_signal(signal.SIGCONT)
        await thought_by(threads, worker.pid)
        assert len(caplog.records) == 2, caplog.messages


async def test_what_a_stalled_scheduler_was_doing_is_done_here(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a stalled scheduler was doing is done here, and it is used again when it goes on."""
    with (
        Cluster(tmp_path) as running,
        worker_of(running) as worker,
        thinking_on(running.address) as threads,
        gate(tmp_path) as closed,
    ):
        await thought_by(threads, worker.pid)
        answer = asyncio.create_task(think(threads, Path.read_bytes, closed.path))
        await closed.reached_by(worker.pid)
        running.scheduler.send_signal(signal.SIGSTOP)
        closed.open()
        await answer
        await thought_by(threads)
        await logged(caplog, "is lost: start it again, and its workers. Meanwhile the bot thinks")
        running.scheduler.send_signal(signal.SIGCONT)
        await thought_by(threads, worker.pid)
        assert len(caplog.records) == 3, caplog.messages


async def test_the_work_of_a_killed_worker_is_done_by_another(tmp_path: Path) -> None:
    """The work of a killed worker is done by one that is left, or by this machine if none is."""
    with (
        Cluster(tmp_path) as running,
        worker_of(running) as one,
        worker_of(running) as two,
        thinking_on(running.address) as threads,
    ):
        left = {one.pid: one, two.pid: two}
        for name in ("first", "last"):
            await thought_by(threads, *left)
            with gate(tmp_path, name) as closed:
                answers = [think(threads, Path.read_bytes, closed.path) for _ in range(4)]
                thoughts = asyncio.gather(*answers)
                left.pop(await closed.reached_by(*left)).send_signal(signal.SIGKILL)
                closed.open()
                await thoughts
        await thought_by(threads)


async def test_a_worker_that_hangs_is_given_up_until_it_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A worker that hangs is named and given up until it goes on, and another does its work."""
    with (
        Cluster(tmp_path) as running,
        worker_of(running) as one,
        worker_of(running) as two,
        thinking_on(running.address) as threads,
        gate(tmp_path) as closed,
    ):
        async with asyncio.timeout(60):
            while threads._workers.places < 2:  # noqa: ASYNC110  no event tells
                await asyncio.sleep(0.05)
        answers = asyncio.gather(*(think(threads, Path.read_bytes, closed.path) for _ in range(2)))
        for worker in (one, two):
            await closed.reached_by(worker.pid)
        one.send_signal(signal.SIGSTOP)
        closed.open()
        await answers
        await logged(caplog, "has been silent for 5 seconds: look whether it hangs. It is not used until")
        await thought_by(threads, two.pid)
        one.send_signal(signal.SIGCONT)
        two.kill()
        await thought_by(threads, one.pid)


async def test_a_worker_of_another_version_is_not_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A worker of another version is told and not used, while a right one that joins later is."""
    with (
        Cluster(tmp_path / "cluster") as running,
        worker_of(running, path=changed(tmp_path / "changed")),
        thinking_on(running.address) as threads,
    ):
        await logged(caplog, "and start the scheduler and all workers again. It is not used.")
        await thought_by(threads)
        with worker_of(running) as right:
            await thought_by(threads, right.pid)


async def test_a_scheduler_of_another_version_is_not_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A scheduler of another version is not used, as it would unpickle what the bot sends."""
    with (
        Cluster(tmp_path / "cluster", path=changed(tmp_path / "changed")) as running,
        worker_of(running),
        thinking_on(running.address) as threads,
    ):
        await logged(caplog, "The scheduler has idle-year")
        await thought_by(threads)


async def test_without_dask_the_log_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without Dask the log says how to install it, and this machine thinks."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with thinking_on("tcp://127.0.0.1:1") as threads:
        await logged(caplog, "-m pip install --require-hashes -r requirements-cluster.txt`")
        await thought_by(threads)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.0 400 Bad request\r\n\r\n"])
async def test_something_else_at_the_address_is_one_clear_line(
    answer: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Something else at the scheduler's address is one clear line, and this machine thinks."""
    visits = []

    async def stay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(asyncio.current_task())
        writer.write(answer)
        await reader.read()
        writer.close()

    server = await asyncio.start_server(stay, "127.0.0.1", 0)
    address = f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    with thinking_on(address) as threads:
        await logged(caplog, f"No scheduler answers at {address}")
        await thought_by(threads)
    server.close()
    await asyncio.gather(*filter(None, visits))
