"""How many of our files one press enters: whoever follows it reads no more than these."""

from __future__ import annotations

import asyncio
import math
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import find_game
from tests.controls import first, make
from tests.flow.boards import deal
from tests.flow.conftest import HERE, Parlour

_ROOT = Path(__file__).parents[2]
_OURS = tuple(f"{_ROOT / folder}/" for folder in ("idle-year/idle_year", "bot", "cogs"))


class Entered:
    """Notes the files of ours in which a function is called, in every thread started since it was made."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self._noting = False

    def note(self, frame: FrameType, event: str, _arg: object) -> None:
        """Note a call, as a profiler is told of it."""
        name = frame.f_code.co_filename
        if self._noting and event == "call" and name.startswith(_OURS):
            self.files.add(str(Path(name).relative_to(_ROOT)))

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what is called while the block runs."""
        self.files.clear()
        self._noting = True
        sys.setprofile(self.note)
        try:
            yield
        finally:
            sys.setprofile(None)
            self._noting = False


@pytest.fixture
def entered() -> Iterator[Entered]:
    """Provide what notes files, before any thread of the bot is started."""
    noting = Entered()
    threading.setprofile(noting.note)
    yield noting
    threading.setprofile(None)


@pytest.fixture
async def quiet(entered: Entered, parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> Parlour:
    """Provide a bot that does nothing but answer, with a worker that has loaded the solver already."""
    monkeypatch.setattr("bot.service.thinking.solver_threads._KEPT", math.inf)
    monkeypatch.setattr("bot.service.thinking.workers._LOOK_SECONDS", 3600.0)  # for workers that hang
    dailies, threads = parlour.bot.services.dailies, parlour.bot.services.threads
    await dailies.of(dailies.today, FAMILIES[0])
    threads._expected["accordion"] = 0.0  # it is expected, and nothing is begun that might end later
    await asyncio.to_thread(threads.ask, find_game("accordion"), len, ())
    for task in parlour.bot._in_background:
        task.cancel()
    return parlour


@pytest.mark.slow
async def test_a_move_enters_forty_seven_files_at_most(entered: Entered, quiet: Parlour) -> None:
    """A move opens at most forty-seven files, from the gateway to the database and back to Discord."""
    board = await deal(quiet.ada)
    await quiet.settle()
    with entered.noting():
        reply = await make(quiet.ada, board, first(board))
        await quiet.settle()
    assert reply.message is not None
    assert len(entered.files) <= 47, sorted(entered.files)


@pytest.mark.slow
async def test_a_daily_enters_fifty_eight_files_at_most(entered: Entered, quiet: Parlour) -> None:
    """Dealing a daily to somebody who has not played it opens at most fifty-eight files."""
    with entered.noting():
        board = await (await quiet.ada.slash(HERE, "daily play")).final()
        await quiet.settle()
    assert "Undo" in board.buttons
    assert len(entered.files) <= 58, sorted(entered.files)
