"""Kernels: functions that Numba compiles to machine code, once for each machine.

Compiling takes most of a minute, so it is done ahead (`python -m bot.solvers`) and kept in a cache. The cache
of a package of kernels lies under a name made from all that its machine code depends on; nothing stale is
ever loaded. A package is used once its kernels are loaded in this process; until then, and where they cannot
be compiled at all, the plain search does its work: nobody who asks for a solver waits for the compiler.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import importlib
import os
import platform
import shutil
import time
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, cast

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
_SHARED = ("compiled.py", "dealing.py", "planes.py")
"""What the machine code of every package may depend on, beside its own files."""
_COMPLETE = "complete"
"""The file that a cache holds once every kernel of its package is in it; its time is that of the last use."""
_UNUSED = 30 * 86_400  # seconds
_AT_HAND: dict[str, KernelPackage] = {}
"""The packages whose kernels are loaded in this process."""
_KERNELS: list[Any] = []
"""Every kernel of the packages that were imported."""


class CannotCompile(Exception):  # noqa: N818  named as the situation
    """The kernels of a package cannot be had on this machine; the message is the reason, on one line."""


class Count(Protocol):
    """How a package counts the deals of a survey that are won; it leaves Python's lock to other threads."""

    def __call__(self, rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
        """Return how many of the deals with the numbers from `first` on are won; None where it cannot."""


class KernelPackage(Protocol):
    """What every package of kernels offers.

    A package may also have a `count`, which counts the deals that can be won with all cards known, and a
    `fair_count`, which counts those that its fair player wins: each is a `Count`.
    """

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
    numba.config.CACHE_LOCATOR_CLASSES = "bot.solvers.cache_locator.PackageLocator"  # type: ignore[attr-defined]
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    _KERNELS.append(compiled)
    return cast("Callable[P, R]", compiled)


def ready(package: str) -> bool:
    """Whether every kernel of a package is compiled on this machine."""
    try:
        return (cache_of(package) / _COMPLETE).exists()
    except (ImportError, OSError, RuntimeError):
        # Without the compiler or a home there is no cache; compile_package says which of them is missing.
        return False


def load(package: str) -> KernelPackage:
    """Import a package of kernels."""
    return cast("KernelPackage", importlib.import_module(f"bot.solvers.{package}"))


def compile_package(package: str) -> None:
    """Load every kernel of a package into this process, compiling those that the cache does not hold.

    Raise CannotCompile where that fails, whatever the reason: a full disk, or a compiler that does not work.
    """
    try:
        cache_of(package).mkdir(parents=True, exist_ok=True)
        kernels = load(package)
        kernels.warm()
        (cache_of(package) / _COMPLETE).touch()
        _remove_unused()
    except Exception as error:
        raise CannotCompile(f"{type(error).__name__}: {error}".splitlines()[0]) from error
    _AT_HAND[package] = kernels


def forget_sources() -> None:
    """Give back the memory of what only compiling further kernels would need, half of what they take.

    No kernel can be compiled in this process afterwards.
    """
    for each in _KERNELS:
        for overload in each.overloads.values():
            # What LLVM would link into a kernel that calls this one; Numba has no public name for it.
            overload.library._shared_module = None  # noqa: SLF001
    # glibc would keep what was given back for itself; other libraries of C do not need to be asked.
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def packages_of(family: str) -> tuple[str, ...]:
    """Return the names of the packages for a family of games."""
    return tuple(name for name, of in PACKAGES.items() if of == family)


def at_hand(family: str) -> list[KernelPackage]:
    """Return the packages for a family of games whose kernels are loaded in this process."""
    return [_AT_HAND[name] for name in packages_of(family) if name in _AT_HAND]


def _remove_unused() -> None:
    """Remove machine code that nothing has loaded for a while: older versions leave theirs behind."""
    for cache in _base().iterdir():
        mark = cache / _COMPLETE
        if mark.exists() and time.time() - mark.stat().st_mtime > _UNUSED:
            shutil.rmtree(cache, ignore_errors=True)


@functools.cache
def cache_of(package: str) -> Path:
    """Return the directory for the machine code of a package; a name of its own for each version of it."""
    return _base() / f"{package}-{_digest(package)}"


def _base() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "idle-year"


def _digest(package: str) -> str:
    """Name all that the machine code depends on: sources, Python, Numba and the processor."""
    from llvmlite.binding import get_host_cpu_name

    told = hashlib.sha256(f"{platform.python_version()} {version('numba')}".encode())
    told.update(get_host_cpu_name().encode())
    shared = [_HERE / name for name in _SHARED]
    for source in sorted([*shared, *(_HERE / package).rglob("*.py")]):
        told.update(f"{source.relative_to(_HERE)}\n".encode() + source.read_bytes())
    return told.hexdigest()[:16]
