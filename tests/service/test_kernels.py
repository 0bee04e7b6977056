"""Getting the kernels ready; a whole start is tested with the program."""

from __future__ import annotations

from bot.service.kernels import COMPILED_IN
from bot.solvers.registry import PACKAGES


def test_of_every_package_it_is_known_how_long_it_takes() -> None:
    """Otherwise a first start with it would end in an error."""
    assert set(COMPILED_IN) == set(PACKAGES)
