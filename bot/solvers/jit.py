"""Just-in-time compilation: kernels are functions that Numba compiles to machine code, once for each machine.

Compiling takes most of a minute, so it is done ahead (`python -m bot.solvers`) and kept in a cache. The cache
of a package of kernels lies under a name made from all that its machine code depends on; nothing stale is
ever loaded.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import platform
import shutil
import time
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")

_HERE = Path(__file__).parent
_SHARED = "kernels"
"""The package on which the machine code of every other one may depend, beside its own files and this one."""
_COMPLETE = "complete"
"""The file that a cache holds once every kernel of its package is in it; its time is that of the last use."""
_UNUSED = 30 * 86_400  # seconds
_FAST_WITH_CONSTANTS = {"accordion_open", "cribbage", "removals_pairs"}
"""Packages whose kernels are compiled anew for each constant that others pass: that makes them quicker by a
tenth to a third. Those of the others are as quick without, and compile in two thirds of the time."""
_KERNELS: list[Any] = []
"""Every kernel of the packages that were imported."""


class CannotCompile(Exception):  # noqa: N818  named as the situation
    """The kernels of a package cannot be had on this machine; the message is the reason, on one line."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of a package of kernels on its first call, without Python's lock, into the cache.

    One whose name begins with an underscore can be called by kernels alone.
    """
    # Here, not above: Numba takes a second to load, and most commands never need it.
    import numba

    package = function.__module__.removeprefix("bot.solvers.").split(".")[0]
    numba.config.CACHE_DIR = str(cache_of(package))  # type: ignore[attr-defined]  # made at import
    numba.config.CACHE_LOCATOR_CLASSES = "bot.solvers.cache_locator.PackageLocator"  # type: ignore[attr-defined]
    # What only kernels call needs no way in from Python, and no kernel one from C: they take long to compile.
    private = function.__name__.startswith("_")
    options: dict[str, Any] = {"no_cpython_wrapper": private, "no_cfunc_wrapper": True}
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    if package not in _FAST_WITH_CONSTANTS:
        _without_constants(compiled)
    _KERNELS.append(compiled)
    return cast("Callable[P, R]", compiled)


def _without_constants(compiled: Any) -> None:
    """Have a kernel compiled once for each type of argument, whatever constants others pass."""
    from numba.core.types import unliteral

    plain: Callable[[Any], Any] = unliteral
    find = compiled.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return find(tuple(map(plain, args)), {name: plain(each) for name, each in kws.items()})

    compiled.get_call_template = get_call_template


def ready(package: str) -> bool:
    """Whether every kernel of a package is compiled on this machine."""
    try:
        return (cache_of(package) / _COMPLETE).exists()
    except (ImportError, OSError, RuntimeError):
        # Without the compiler or a home there is no cache; compile_package says which of them is missing.
        return False


def begin_cache(package: str) -> None:
    """Make room for the machine code of a package."""
    cache_of(package).mkdir(parents=True, exist_ok=True)


def finish_cache(package: str) -> None:
    """Note that a cache holds every kernel of its package; remove those that nothing has used for long."""
    (cache_of(package) / _COMPLETE).touch()
    _remove_unused()


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
    sources = {_HERE / "jit.py", *(_HERE / _SHARED).rglob("*.py"), *(_HERE / package).rglob("*.py")}
    for source in sorted(sources):
        told.update(f"{source.relative_to(_HERE)}\n".encode() + source.read_bytes())
    return told.hexdigest()[:16]
