"""What the tests of commands share."""

from __future__ import annotations

import pytest

from bot.solvers.compiled import compile_package, packages_of


@pytest.fixture(scope="session")
def kernels() -> None:
    """Load the kernels of two families, so that no command has to say that it compiles them."""
    for package in (*packages_of("accordion"), *packages_of("napoleon")):
        compile_package(package)
