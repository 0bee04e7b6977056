"""Which tests are slow by far without saying so: each wait for them is everybody's."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

_SPENT = "processor seconds"
_ENOUGH = 1000
"""How many tests a run must have to tell which are slow by far: it then is one of all of them."""
_BY_FAR = 300
"""How many times the mean is slow by far: some seconds, while what the bot does meanwhile takes less."""
_LEFT_OUT: list[float] = []
"""Seconds of processes that are no test's own."""


class Pace:
    """Fails a whole run for each test without the mark `slow` that takes far longer than others do.

    It compares processor time with processor time, as other programs leave that alone. Neither what fixtures
    take is counted nor what processes have that are lent from test to test: the next one has it for nothing.
    """

    def __init__(self) -> None:
        self._spent: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Note what a test takes, with the processes that have ended in it."""
        before = _processor_seconds()
        try:
            return (yield)
        finally:
            if not item.get_closest_marker("slow"):
                item.user_properties.append((_SPENT, _processor_seconds() - before))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect what tests took, also in processes running beside us."""
        if report.when == "teardown":
            told = dict(report.user_properties).get(_SPENT)
            self._spent |= {report.nodeid: told} if isinstance(told, float) else {}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail the run if some are slow by far."""
        if self._slow() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name them."""
        for name in self._slow():
            told = f"FAILED {name} - slow by far: make it quicker, or mark it (CONTRIBUTING.md tells which)"
            terminalreporter.write_line(told, red=True)

    def _slow(self) -> list[str]:
        """Return the tests that are slow by far, if there are enough to tell."""
        if len(self._spent) < _ENOUGH:
            return []
        most = _BY_FAR * sum(self._spent.values()) / len(self._spent)
        return [name for name, spent in self._spent.items() if spent > most]


@contextmanager
def no_tests_own() -> Iterator[None]:
    """Count no test's time for a process that ends meanwhile, and may have worked for all of them."""
    before = _of_ended_processes()
    yield
    _LEFT_OUT.append(_of_ended_processes() - before)


def _processor_seconds() -> float:
    return _used(resource.RUSAGE_SELF) + _of_ended_processes() - sum(_LEFT_OUT)


def _of_ended_processes() -> float:
    return _used(resource.RUSAGE_CHILDREN)


def _used(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime
