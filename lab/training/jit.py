"""Kernels that only training needs: compiled anew by each process, in seconds of its many minutes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function on its first call, with the arithmetic of the solvers' kernels."""
    compiled: Any = numba.njit(error_model="numpy")(function)
    return cast("Callable[P, R]", compiled)
