"""Long thinking while its process is killed, or the bot is stopped."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING

import pytest

from tests.flow.boards import play_out, reviewed
from tests.flow.bot_process import bot_process, until
from tests.worker_processes import is_worker, workers_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.flow.conftest import Parlour

LONG_ENOUGH = 60.0
"""Seconds: the bot takes ten at the most, and a busy machine is not its fault."""


@pytest.mark.slow
@pytest.mark.usefixtures("own_workers")
async def test_a_review_survives_its_worker(parlour: Parlour) -> None:
    """A review whose worker is killed is taken over by another one, and is the same."""
    before = await reviewed(parlour.ada, await play_out(parlour.ada))
    (worker,) = workers_of(os.getpid())
    os.kill(worker, signal.SIGSTOP)
    board = await play_out(parlour.ada)
    review = asyncio.create_task(reviewed(parlour.ada, board))
    await asyncio.sleep(0.5)
    assert not review.done()
    os.kill(worker, signal.SIGKILL)
    assert (await review).text == before.text


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_bot_that_stops_leaves_no_worker(how: signal.Signals, tmp_path: Path) -> None:
    """A bot that stops in the middle of a review leaves no worker behind."""
    async with bot_process(tmp_path) as a_bot:
        ada = a_bot.local.person("Ada")
        board = await play_out(ada)
        review = asyncio.create_task(reviewed(ada, board))
        await until(lambda: bool(workers_of(a_bot.process.pid)))
        (worker,) = workers_of(a_bot.process.pid)
        os.kill(worker, signal.SIGSTOP)
        a_bot.process.send_signal(how)
        async with asyncio.timeout(LONG_ENOUGH):
            assert await a_bot.process.wait() == 0
        assert not is_worker(worker)
        review.cancel()
    assert [line for line in a_bot.log if "Traceback" in line] == []
