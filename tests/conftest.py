"""What tests of more than one floor need."""

from __future__ import annotations

import pytest

from bot.solvers.compiled import PACKAGES, compile_package


@pytest.fixture(scope="session")
def kernels() -> None:
    """Load every kernel; compiling what the cache does not hold yet takes most of a minute, once."""
    for package in PACKAGES:
        compile_package(package)
