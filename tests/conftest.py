"""What tests of more than one floor need."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from bot.solvers.compiled import PACKAGES, compile_package, ready

_WITH_SOLVERS = {"audit", "cli", "flow", "service", "solvers"}
"""The folders whose tests ask solvers: the plain search would take minutes where kernels take none."""


def pytest_configure() -> None:
    """Heed Ctrl-C, and let all that tests start do so: what a shell starts in the background ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test in those folders the kernels."""
    for item in items:
        if isinstance(item, pytest.Function) and _WITH_SOLVERS.intersection(item.path.parts):
            item.fixturenames.insert(0, "kernels")


@pytest.fixture(scope="session")
def kernels() -> None:
    """Load every kernel; compiling what the cache does not hold yet takes some minutes of work, once."""
    missing = [package for package in PACKAGES if not ready(package)]
    # In a process of its own, as the bot does it: the compiler keeps much of the memory that it takes.
    if missing:
        command = [sys.executable, "-m", "bot.solvers", *missing]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  it is ours
    for package in PACKAGES:
        compile_package(package)
