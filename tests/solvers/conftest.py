"""Kernels that are compiled before the first test that needs one."""

from __future__ import annotations

import pytest

from bot.solvers.compiled import PACKAGES, compile_package, ready


@pytest.fixture(scope="session", autouse=True)
def kernels() -> None:
    """Compile what the cache does not hold yet: seconds once, nothing afterwards."""
    for package in PACKAGES:
        if not ready(package):
            compile_package(package)
