"""Stopping in time: threads that cannot be interrupted do not keep the process."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

_THINKING = """
import asyncio, logging, time
from idle_year.engine.games import find_game
from bot.service.thinking.fair_pool import Urgency
from bot.service.thinking.solver_threads import SolverThreads
from bot.__main__ import Stop

class NotFlushed(logging.Handler):
    def emit(self, record):
        print(record.getMessage(), flush=True)

    def flush(self):
        raise OSError

async def think(threads):
    with threads.in_slices(1, Urgency.ANSWER) as slices:
        await slices.run(find_game("accordion"), time.sleep, 60)

async def play():
    stop.heed()
    threads = SolverThreads()
    thinking = asyncio.gather(think(threads), threads.quickly(2, time.sleep, 60))
    await asyncio.sleep(0.1)
    print("thinking", flush=True)
    try:
        await thinking
    except asyncio.CancelledError:
        threads.close()
        {closing}
        print("closed", flush=True)

logging.getLogger().addHandler(NotFlushed())
stop = Stop()
asyncio.run(play())
stop.finish()
"""


@pytest.mark.parametrize(
    ("how", "closing", "told"),
    [
        (signal.SIGTERM, "pass", "closed\n"),
        pytest.param(signal.SIGINT, "pass", "closed\n", marks=pytest.mark.slow),
        pytest.param(
            signal.SIGTERM,
            "await asyncio.sleep(60)",
            "Not everything has ended within 9 s",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["tidy", "tidy after Ctrl-C", "stuck"],
)
def test_a_solver_that_thinks_for_a_minute_is_left_behind(
    how: signal.Signals, closing: str, told: str
) -> None:
    """A solver that thinks for a minute is left behind when the bot stops, and one line says how it ended.

    That the log cannot be flushed changes nothing.
    """
    command = [sys.executable, "-c", _THINKING.replace("{closing}", closing)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:  # noqa: S603  our own program
        assert process.stdout is not None
        assert process.stdout.readline() == "thinking\n"
        process.send_signal(how)
        assert process.wait(14) == 0
        (line,) = process.stdout.readlines()
    assert line.startswith(told)
