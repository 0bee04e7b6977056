"""Nobody can block the event loop, on which everybody else waits for an answer."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from functools import partial
from typing import TYPE_CHECKING

import pytest
from discord.app_commands import Group

from bot.service.limits import NO_LIMITS
from bot.ui.routes import ROUTES
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from tests.flow.pictures import KEPT
from tests.nasty import INPUTS
from tests.villain import FULL, Villain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from bot.service.limits import Allowed
    from tests.flow.conftest import Parlour

_MOST_EVENTS = 40_000
"""Function calls and returns in one turn of the loop: about a hundredth of a second of work.

The count is the same on every machine, however busy, so that no time need be measured.
"""


@pytest.fixture
def allowed() -> Allowed:
    """Refuse nobody: a villain tries one thing after another."""
    return NO_LIMITS


@pytest.fixture(autouse=True)
def no_spec(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check no requests against Discord's spec: the small Discord would do so on this very loop."""
    monkeypatch.delenv("DISCORD_OPENAPI", raising=False)


class Watchdog:
    """Counts the calls and returns on the loop's thread, from one of its turns to the next."""

    def __init__(self) -> None:
        self.most = 0
        self._events = 0
        self._turn = asyncio.Handle._run.__code__

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Count while the block runs."""
        self.most = self._events = 0
        sys.setprofile(self._see)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _see(self, frame: FrameType, event: str, _arg: object) -> None:
        if frame.f_code is self._turn and event == "call":
            self._events = 0
        self._events += 1
        self.most = max(self.most, self._events)


@pytest.mark.slow
async def test_the_nastiest_inputs_leave_the_loop_to_others(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The nastiest inputs are refused or handled in a thread: no turn of the event loop does much."""
    monkeypatch.setattr("bot.render.cards._FOLDER", KEPT)
    villain, watchdog, found = Villain(parlour.bot, parlour.local, parlour.ada), Watchdog(), {}
    for name, prepare in INPUTS.items():
        work = await prepare(villain)
        with watchdog.watching():
            await work
        found[name] = watchdog.most
    assert {name: most for name, most in found.items() if most > _MOST_EVENTS} == {}


async def test_nothing_that_people_can_use_is_left_out(parlour: Parlour) -> None:
    """Every command and button has its nastiest input here: a new one must be added."""
    commands = {f"/{each.qualified_name}" for each in parlour.bot.tree.walk_commands() if not _is_group(each)}
    used = {name.partition(",")[0] for name in INPUTS}
    assert commands - used == set()
    assert {f"button {verb}" for verb in ROUTES} - used - {"button pick", "button echo"} == set()
    assert "form pick" in used  # which plays the same way as choosing from a list


def _is_group(command: object) -> bool:
    return isinstance(command, Group)


async def test_the_watchdog_sees_what_holds_the_loop() -> None:
    """The watchdog sees that reading the longest game holds the event loop, unless it is in a thread."""
    watchdog, read = Watchdog(), partial(Session.read, find_game("pyramid"), "tuesday", FULL)
    with watchdog.watching():
        read()
    assert watchdog.most > 10 * _MOST_EVENTS
    with watchdog.watching():
        await asyncio.to_thread(read)
    assert watchdog.most < _MOST_EVENTS / 10
