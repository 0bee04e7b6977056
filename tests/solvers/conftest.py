"""Every test of solvers has the kernels."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _loaded(kernels: None) -> None:
    """Load them before the first test."""
