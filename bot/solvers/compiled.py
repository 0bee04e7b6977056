"""Kernels: functions that Numba compiles to machine code, once for each machine.

Compiling takes most of a minute, so it is done ahead (`python -m bot.solvers`) and kept in a cache. The cache
of a package of kernels lies under a name made from all that its machine code depends on; nothing stale is
ever loaded, and a package whose cache is not complete is not used: the plain search does its work meanwhile.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import platform
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine.rules import AnyRules
    from bot.solvers.fair import AnyPlayer
    from bot.solvers.verdict import AnySolver

P = ParamSpec("P")
R = TypeVar("R")

PACKAGES = {
    "accordion": "accordion",
    "compulsory": "accordion",
    "blocks": "marriage",
    "concertina": "marriage",
    "dealt": "marriage",
    "pyramid": "pyramid",
    "napoleon": "napoleon",
    "cribbage": "cribbage",
}
"""The packages under `bot.solvers` that hold kernels, each with the family of its games."""

_HERE = Path(__file__).parent
_COMPLETE = "complete"
"""The file that a cache holds once every kernel of its package is in it."""


class KernelPackage(Protocol):
    """What every package of kernels offers."""

    def solver(self, rules: AnyRules) -> AnySolver | None:
        """Return a solver for a game, or None where the package has none."""

    def player(self, rules: AnyRules) -> AnyPlayer | None:
        """Return a fair player for a game, or None where the package has none."""

    def warm(self) -> None:
        """Run every kernel once, with arguments of the types that are ever used."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of a package of kernels on its first call, without Python's lock, into the cache."""
    # Here, not above: Numba takes a second to load, and most commands never need it.
    import numba

    package = function.__module__.removeprefix("bot.solvers.").split(".")[0]
    numba.config.CACHE_DIR = str(cache_of(package))  # type: ignore[attr-defined]  # made at import
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast("Callable[P, R]", compiled)


def ready(package: str) -> bool:
    """Whether every kernel of a package is compiled on this machine."""
    return (cache_of(package) / _COMPLETE).exists()


def load(package: str) -> KernelPackage:
    """Import a package of kernels."""
    return cast("KernelPackage", importlib.import_module(f"bot.solvers.{package}"))


def compile_package(package: str) -> None:
    """Compile every kernel of a package, or load those that the cache holds."""
    cache_of(package).mkdir(parents=True, exist_ok=True)
    load(package).warm()
    (cache_of(package) / _COMPLETE).touch()


@functools.cache
def cache_of(package: str) -> Path:
    """Return the directory for the machine code of a package; a name of its own for each version of it."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "idle-year" / f"{package}-{_digest(package)}"


def _digest(package: str) -> str:
    """Name all that the machine code depends on: sources, where they lie, Python, Numba and the processor."""
    from llvmlite.binding import get_host_cpu_name

    told = hashlib.sha256(f"{_HERE} {platform.python_version()} {version('numba')}".encode())
    told.update(get_host_cpu_name().encode())
    # A package may use what lies beside it for all of them, such as the shuffle.
    for source in sorted([*_HERE.glob("*.py"), *(_HERE / package).rglob("*.py")]):
        told.update(source.read_bytes())
    return told.hexdigest()[:16]
