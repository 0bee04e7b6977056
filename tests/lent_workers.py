"""Worker processes that one test after the other is lent: to start one takes longer than most thoughts.

They are the bot's own, and so is whatever hands them out, waits for them and replaces them.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.service.thinking import workers
from bot.service.thinking.solver_threads import think_nothing
from bot.service.thinking.worker import Conclusion, Thought
from idle_year.solvers import registry
from tests.pace import no_tests_own

_Own = workers._Worker


class Idle:
    """The workers that nobody uses just now, each with the kernels it has loaded."""

    def __init__(self) -> None:
        self._all: list[tuple[_Own, set[str]]] = []

    def take(self) -> tuple[_Own, set[str]]:
        """Return a worker that has no solver that the bot has not: it would find more than a new one."""
        for each in self._all:
            if each[1] <= registry._AT_HAND.keys() and each[0].is_alive():
                self._all.remove(each)
                return each
        return _Own(), set()

    def give_back(self, worker: _Own, loaded: set[str]) -> None:
        """Keep a worker for the next test."""
        self._all.append((worker, loaded))

    def end(self) -> None:
        """End them all."""
        while self._all:
            _end(self._all.pop()[0])


def _end(worker: _Own) -> None:
    with no_tests_own():
        worker.end()


_IDLE = Idle()


@pytest.fixture(scope="session")
def idle_workers() -> Iterator[Idle]:
    """Keep workers until the tests are over: the same ones for every folder."""
    yield _IDLE
    _IDLE.end()


@pytest.fixture(autouse=True)
def lent_workers(idle_workers: Idle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lend workers to the bot instead of having it start and end its own."""

    class Lent:
        """A worker that is ended only in the middle of a thought, and otherwise given back.

        What it only loads it goes on loading: else one test after the other would start a worker in vain.
        """

        def __init__(self) -> None:
            self._worker, self._loaded = idle_workers.take()
            self._thoughts: list[Thought] = []  # those that it has now, and one that cost it its life
            self._ended = False

        def think(self, thought: Thought) -> Conclusion:
            self._thoughts.append(thought)
            self._loaded.update(thought.packages)
            conclusion = self._worker.think(thought)
            self._thoughts.remove(thought)
            return conclusion

        def is_alive(self) -> bool:
            return self._worker.is_alive()

        def end(self) -> None:
            thinks = any(thought.think is not think_nothing for thought in self._thoughts)
            if thinks or not self.is_alive():
                _end(self._worker)
            elif not self._ended:
                idle_workers.give_back(self._worker, self._loaded)
            self._ended = True

    monkeypatch.setattr(workers, "_Worker", Lent)


@pytest.fixture
def own_workers(lent_workers: None, idle_workers: Idle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the bot start and end its own workers, and no others be there: the test is about them."""
    idle_workers.end()
    monkeypatch.setattr(workers, "_Worker", _Own)
