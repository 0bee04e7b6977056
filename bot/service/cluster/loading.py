"""Loading kernels in a worker, for which some thought or survey has just asked."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.solvers.jit import CannotCompile
from bot.solvers.registry import compile_package

if TYPE_CHECKING:
    from collections.abc import Iterable

_LOADING = threading.Lock()
"""Held while kernels are loaded, because all threads of a worker ask for them at once."""
_loaded: set[str] = set()


def load_kernels(packages: Iterable[str]) -> None:
    """Load packages of kernels, compiling those not in the cache; raise GameError if one cannot be compiled.

    The plain search would settle less, so the answer would depend on which machine gave it.
    """
    with _LOADING:
        for package in packages:
            if package not in _loaded:
                _load(package)
                _loaded.add(package)


def _load(package: str) -> None:
    try:
        compile_package(package)
    except CannotCompile as error:
        raise GameError(
            f"The worker on {socket.gethostname()} cannot compile the solver `{package}` ({error}): "
            "mend that or stop the worker."
        ) from error
