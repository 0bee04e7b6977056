"""Thinking in processes of its own: what becomes of it if one is killed, or the bot is."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from bot.service.thinking.fair_pool import Urgency
from bot.service.thinking.own_process import own_path, python
from bot.service.thinking.solver_threads import SolverThreads
from bot.service.thinking.worker import CannotLoad, Thought, ThoughtFailed
from bot.service.thinking.workers import Interrupted
from bot.service.wish import Wish, find
from idle_year.engine.games import find_game
from idle_year.solvers.protocols import Limit
from tests.worker_processes import await_end, gives_way, is_worker, workers_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_workers")]

ADA = 1
LATE = find_game("late-binding")
_TOO_LITTLE = 40 * 2**20  # bytes


async def think(threads: SolverThreads, think: Callable[..., Any], *args: Any) -> Any:
    """Have Ada's one job done in one slice."""
    with threads.in_slices(ADA, Urgency.ANSWER) as slices:
        return await slices.run(LATE, think, *args)


async def thinking(threads: SolverThreads) -> tuple[asyncio.Task[Any], int]:
    """Have a worker think for two seconds; return that, and its process id."""
    task = asyncio.create_task(think(threads, time.sleep, 2))
    return task, await started()


async def started(besides: int = 0) -> int:
    """Wait for another worker than the one before; return its process id."""
    async with asyncio.timeout(60):
        while not (found := [pid for pid in workers_of(os.getpid()) if pid != besides]):  # noqa: ASYNC110  no event tells
            await asyncio.sleep(0.01)
    return found[0]


async def test_it_happens_elsewhere_and_gives_way(threads: SolverThreads) -> None:
    """Thinking happens in one other process, at a lower priority than the bot's."""
    there = {await think(threads, os.getpid) for _ in range(3)}
    assert there == set(workers_of(os.getpid()))
    (worker,) = there
    assert gives_way(*(os.getpriority(os.PRIO_PROCESS, each) for each in (worker, 0)))


async def test_another_bot_in_the_folder_is_not_mistaken_for_this(
    threads: SolverThreads, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A package called bot in the folder where the bot is started is not mistaken for this one."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").write_text("raise SystemExit('This is not Idle Year.')")
    monkeypatch.chdir(tmp_path)
    assert await think(threads, _solver) != "Search"


async def test_it_has_the_solvers_that_are_ready_here(
    threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker has the solvers that are ready here, and the plain search as long as there is none."""
    monkeypatch.setattr("idle_year.solvers.registry._AT_HAND", {})
    assert await think(threads, _solver) == "Search"
    monkeypatch.undo()
    assert await think(threads, _solver) != "Search"


async def test_it_loads_the_solvers_that_it_is_asked_for_and_no_others(threads: SolverThreads) -> None:
    """A worker loads the solver of the game that it is asked about, and no other one."""
    assert await think(threads, _loaded) == ["accordion.open"]


def _loaded() -> list[str]:
    from idle_year.solvers.registry import PACKAGES, is_loaded

    return [*filter(is_loaded, PACKAGES)]


async def test_a_solver_that_will_be_asked_is_loaded_before(threads: SolverThreads) -> None:
    """A worker loads the solver of a game in play before anybody asks it, once."""
    threads.expect(LATE)
    threads.expect(LATE)
    worker = await started()
    async with asyncio.timeout(600):
        while _ask_anybody(threads, _loaded) != ["accordion.open"]:  # noqa: ASYNC110  no event tells
            await asyncio.sleep(0.01)
    assert [*workers_of(os.getpid())] == [worker]


def _ask_anybody(threads: SolverThreads, think: Callable[..., Any]) -> Any:
    """Have a worker think without any solver of its own."""
    return threads._workers.think_shortly(Thought(think, (), ()))


async def test_a_worker_that_cannot_answer_is_not_waited_for(threads: SolverThreads) -> None:
    """A worker that cannot hand out its answer ends."""
    async with asyncio.timeout(60):
        with pytest.raises(Interrupted):
            await think(threads, _unspeakable)


def _unspeakable() -> Any:
    return lambda: None  # cannot be pickled


async def test_a_hint_does_not_wait_for_a_long_job(threads: SolverThreads) -> None:
    """A hint is found beside a long job, in the same process, which takes memory only once."""
    answer, worker = await thinking(threads)
    assert await threads.quickly(2, threads.ask, LATE, os.getpid) == worker
    assert not answer.done()
    await answer


async def test_a_solver_that_finds_no_memory_is_refused_and_the_bot_goes_on(
    threads: SolverThreads, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A solver for which memory is too small is refused with a line in the log, and the bot goes on."""
    with monkeypatch.context() as small:
        small.setattr("bot.service.thinking.workers.python", _confined)
        with pytest.raises((CannotLoad, Interrupted)):
            await think(threads, os.getpid)
    assert caplog.records
    assert not any(record.exc_info or "\n" in record.getMessage() for record in caplog.records)
    assert isinstance(await think(threads, os.getpid), int)


def _confined(function: str) -> list[str]:
    """Return the command that calls a function with too little memory for any solver."""
    *command, call = python(function)
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_DATA, ({_TOO_LITTLE}, {_TOO_LITTLE}))"
    return [*command, f"{limit}; {call}"]


def _solver() -> str:
    from idle_year.solvers.registry import solver_for

    return type(solver_for(LATE)).__name__


async def test_a_killed_worker_is_replaced_and_its_job_begun_anew(
    threads: SolverThreads, caplog: pytest.LogCaptureFixture
) -> None:
    """A killed worker is replaced and its job begun anew, with one line in the log."""
    answer, worker = await thinking(threads)
    os.kill(worker, signal.SIGKILL)
    await answer
    assert [record.message for record in caplog.records] == [
        "A worker process was killed while it was thinking. Another takes its place."
    ]
    assert await think(threads, os.getpid) != worker


async def test_a_worker_that_nobody_needs_is_ended(
    threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that has had nothing to do for so many looks is ended, and the next job has a new one."""
    monkeypatch.setattr("bot.service.thinking.workers._LOOK_SECONDS", 0.01)
    worker = await think(threads, os.getpid)
    await_end(worker)
    assert await think(threads, os.getpid) != worker


async def test_a_job_that_kills_workers_is_refused(threads: SolverThreads) -> None:
    """A job that kills a second worker is refused, and the next job has a new worker."""
    answer, first = await thinking(threads)
    os.kill(first, signal.SIGKILL)
    os.kill(await started(first), signal.SIGKILL)
    with pytest.raises(Interrupted):
        await answer
    assert isinstance(await think(threads, os.getpid), int)


async def test_a_worker_killed_while_idle_is_not_missed(threads: SolverThreads) -> None:
    """A worker killed while idle is replaced for the next job."""
    worker = await think(threads, os.getpid)
    os.kill(worker, signal.SIGKILL)
    await_end(worker)
    assert await think(threads, os.getpid) != worker


async def test_an_error_tells_where_it_happened(threads: SolverThreads) -> None:
    """An error in a worker tells where it happened there, and the worker goes on."""
    with pytest.raises(ThoughtFailed, match=r"in find(.|\n)*AttributeError"):
        await think(threads, find, LATE, Wish(winnable=True), None)
    assert await think(threads, find, LATE, Wish(winnable=True), Limit(seconds=60))


async def test_what_is_printed_there_garbles_nothing(threads: SolverThreads) -> None:
    """Whatever is printed in a worker garbles no answer."""
    assert await think(threads, print, "something") is None
    assert await think(threads, abs, -1) == 1


async def test_leaving_ends_it_at_once() -> None:
    """A bot that leaves ends its worker at once, whatever that was thinking about."""
    threads = SolverThreads()
    answer, worker = await thinking(threads)
    threads.close()
    assert not is_worker(worker)
    with pytest.raises(asyncio.CancelledError):
        await answer


_BOT = """
import asyncio, os, time
from idle_year.engine.games import find_game
from bot.service.thinking.solver_threads import SolverThreads
from tests.worker_processes import gives_way, workers_of

async def play():
    threads = SolverThreads()
    thinking = asyncio.create_task(threads.ahead(find_game("late-binding"), time.sleep, 60))
    while not (found := workers_of(os.getpid())):
        await asyncio.sleep(0.01)
    print(*found, flush=True)
    await thinking

asyncio.run(play())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["kill", "no handler"])
def test_it_ends_with_a_bot_that_was_killed(how: signal.Signals) -> None:
    """A worker ends with a bot that was killed, in the middle of a thought."""
    with subprocess.Popen([sys.executable, "-c", _BOT], stdout=subprocess.PIPE, text=True) as bot:  # noqa: S603  ours
        assert bot.stdout is not None
        worker = int(bot.stdout.readline())
        bot.send_signal(how)
        bot.wait(10)
    await_end(worker)


def test_a_worker_loads_no_database() -> None:
    """Code that runs in worker processes loads no database, which would cost 40 MB in each."""
    thinking = "thinking.worker thinking.own_process review wish seeds survey survey_on_cluster"
    code = "import sys; " + "; ".join(f"import bot.service.{module}" for module in thinking.split())
    code += "; print('sqlalchemy' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], env=own_path(), capture_output=True, check=True)  # noqa: S603  our own code
    assert told.stdout == b"False\n"


def test_a_worker_whose_bot_was_killed_ends_in_silence() -> None:
    """A worker ends without a traceback if the bot has just been killed that it tells what it thought."""
    with _worker() as worker:
        assert worker.stdout is not None
        worker.stdout.close()
        _hand_over(worker, pickle.dumps((1, Thought(time.sleep, (0,), ()))))
        assert _last_words(worker) == b""


@pytest.mark.parametrize("share", [0, 0.01, 0.5, 0.99])
def test_a_worker_whose_bot_was_killed_as_it_handed_over_a_thought_ends_in_silence(share: float) -> None:
    """A worker ends without a traceback if the bot was killed before it had written all of a thought."""
    thought = pickle.dumps((1, Thought(time.sleep, (0, "x" * 100_000), ())))
    with _worker() as worker:
        _hand_over(worker, thought[: round(share * len(thought))])
        assert worker.stdin is not None
        worker.stdin.close()
        assert _last_words(worker) == b""


def _worker() -> subprocess.Popen[bytes]:
    """Start a worker whose bot is this test."""
    return subprocess.Popen(  # noqa: S603  our own module
        python("bot.service.thinking.worker:main"),
        env=own_path(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _hand_over(worker: subprocess.Popen[bytes], written: bytes) -> None:
    assert worker.stdin is not None
    worker.stdin.write(written)
    worker.stdin.flush()


def _last_words(worker: subprocess.Popen[bytes]) -> bytes:
    """Return what a worker has told as it ended in good order."""
    try:
        assert worker.wait(60) == 0
    finally:
        worker.kill()
    assert worker.stderr is not None
    return worker.stderr.read()
