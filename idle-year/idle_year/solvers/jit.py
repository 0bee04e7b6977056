"""Just-in-time compilation: kernels are functions that Numba compiles to machine code, once per machine.

Compiling takes most of a minute, so it is done ahead (`python -m idle_year.solvers`) and cached. The cache of
a package of kernels lies under a name derived from all that its machine code depends on, so nothing stale is
ever loaded.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import os
import platform
import shutil
import stat
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast
from uuid import uuid4

P = ParamSpec("P")
R = TypeVar("R")

_HERE = Path(__file__).parent
_SHARED = "kernels"
"""The package on which all other packages' machine code may depend, besides their own files and this one."""
_RULES = "engine"
"""Where kernels find numbers such as that of the columns: Numba freezes them in the machine code."""
_COMPLETE = "complete"
"""The file that marks a cache as holding every kernel of its package: it lists the files and their sizes.

Its time is that of the last use.
"""
_UNUSED = 30 * 86_400  # seconds
_PROCESSOR = "x86-64-v2" if platform.machine() in ("x86_64", "AMD64") else "generic"
"""The processor that all machine code is made for, whatever it runs on: an image holds it for everybody.

Nobody has met a PC that cannot run it, one of before 2009.
"""
_FEATURES = ""
"""What Numba is to use of a processor beyond that: nothing."""
_SHIPPED = _HERE.parents[1] / "compiled" / "idle-year"
"""Machine code that came along: a container's image holds what was compiled when it was built.

It is copied into the cache, as Numba loads nothing from a folder that it may not write to.
"""
_IN_THE_WAY = (ImportError, OSError, RuntimeError, ValueError)
"""What Python raises where there is no cache, such as without the compiler or a home directory."""
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_FAST_WITH_CONSTANTS = {"accordion.open", "cribbage", "marriage.pairs"}
"""Packages whose kernels are compiled anew for each constant passed to them, which makes them faster by a
tenth to a third. The others are as fast without, and compile in two thirds of the time."""
_KERNELS: list[Any] = []
"""Every kernel of the imported packages."""


class CannotCompile(Exception):  # noqa: N818  named as the situation
    """The kernels of a package cannot be compiled on this machine; the message is the reason, on one line."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of a package of kernels on its first call, without the GIL, into the cache.

    Functions whose name begins with an underscore can be called only by kernels.
    """
    # Imported here because Numba takes a second to load, and most commands never need it.
    import numba

    from idle_year.solvers.cache import SafeCache

    _free_pass_managers()
    package = function.__module__.removeprefix("idle_year.solvers.").rpartition(".")[0]
    numba.config.CACHE_DIR = str(cache_of(package))  # type: ignore[attr-defined]  # made at import
    numba.config.CACHE_LOCATOR_CLASSES = "idle_year.solvers.cache.PackageLocator"  # type: ignore[attr-defined]
    numba.config.CPU_NAME = _PROCESSOR  # type: ignore[attr-defined]
    numba.config.CPU_FEATURES = _FEATURES  # type: ignore[attr-defined]
    # Wrappers for Python (of private kernels) and for C (of all) are never used and slow to compile.
    private = function.__name__.startswith("_")
    options: dict[str, Any] = {"no_cpython_wrapper": private, "no_cfunc_wrapper": True}
    compiled = numba.njit(nogil=True, error_model="numpy", **options)(function)
    compiled._cache = SafeCache(function)  # noqa: SLF001  what `cache=True` would do with Numba's own class
    if package not in _FAST_WITH_CONSTANTS:
        _without_constants(compiled)
    _KERNELS.append(compiled)
    return cast("Callable[P, R]", compiled)


def _free_pass_managers() -> None:
    """Have the compiler free what it makes for each function, or that would be most of the memory it takes.

    The method that frees it is there, but llvmlite's classes inherit an empty one before it.
    """
    from llvmlite.binding import newpassmanagers as llvm

    for manager in (llvm.FunctionPassManager, llvm.ModulePassManager):
        manager._dispose = llvm.NewPassManager._dispose  # noqa: SLF001  llvmlite has no other way


def _without_constants(compiled: Any) -> None:
    """Make a kernel compile once per argument type, whatever constants are passed to it."""
    from numba.core.types import unliteral

    plain: Callable[[Any], Any] = unliteral
    find = compiled.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return find(tuple(map(plain, args)), {name: plain(each) for name, each in kws.items()})

    compiled.get_call_template = get_call_template


def ready(package: str) -> bool:
    """Whether every kernel of a package is compiled on this machine, and no file of it is cut short."""
    try:
        cache = cache_of(package)
        told = (cache / _COMPLETE).read_text("utf-8").splitlines()
        return bool(told) and all(_is_whole(cache, *line.rpartition(" ")[::2]) for line in told)
    except _IN_THE_WAY:  # compile_package says what is missing
        return False


def begin_cache(package: str) -> None:
    """Prepare the cache directory for a package, with the machine code that came along, if any did.

    Raise CannotCompile if others may write to it: loading what they put there would run it.
    """
    _base().mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(PermissionError):  # not ours, which is said below
        _base().chmod(0o700)
    for folder in (_base(), cache_of(_SHARED), cache_of(package)):
        folder.mkdir(mode=0o700, exist_ok=True)
        _check_is_ours(folder)
    if not ready(package):
        _take_shipped(cache_of(_SHARED))
        _take_shipped(cache_of(package))


def ready_or_shipped(package: str) -> bool:
    """Whether a package is compiled, or came along and is in the cache from now on."""
    try:
        begin_cache(package)
    except (CannotCompile, *_IN_THE_WAY):  # compile_package says what is wrong
        return False
    return ready(package)


def _check_is_ours(folder: Path) -> None:
    told = folder.stat()
    if told.st_mode & _OTHERS_WRITE or told.st_uid not in (0, os.geteuid()):
        raise CannotCompile(f"Others may write to {folder}, so nothing is loaded from it: delete it.")


def _take_shipped(cache: Path) -> None:
    """Copy what came along of a cache, perhaps beside other processes: whole files, the mark last."""
    shipped = _SHIPPED / cache.name
    files = [file for file in shipped.rglob("*") if file.is_file()]
    for file in sorted(files, key=lambda file: file.name == _COMPLETE):
        place = cache / file.relative_to(shipped)
        place.parent.mkdir(exist_ok=True)
        copy = place.with_name(f"{place.name}.{uuid4().hex}")
        try:
            shutil.copyfile(file, copy)
            copy.replace(place)
        finally:
            copy.unlink(missing_ok=True)


def finish_cache(package: str) -> None:
    """Mark a cache as holding every kernel of its package; remove caches that have long been unused."""
    cache = cache_of(package)
    if ready(package):
        (cache / _COMPLETE).touch()
    else:
        (cache / _COMPLETE).write_text(_sizes(cache), "utf-8")
    os.utime(cache_of(_SHARED))
    _remove_unused()


def _sizes(cache: Path) -> str:
    """List the files of a cache with their sizes, as the disk knows them after a power cut."""
    files = (*cache.rglob("*.nbi"), *cache.rglob("*.nbc"))
    return "".join(sorted(f"{file.relative_to(cache)} {file.stat().st_size}\n" for file in files))


def _is_whole(cache: Path, name: str, size: str) -> bool:
    """Whether a file of a cache is there; an index grows when a kernel meets arguments of other types."""
    there = (cache / name).stat().st_size
    return there == int(size) or (name.endswith(".nbi") and there > int(size))


def forget_sources() -> None:
    """Free memory that only further compilation would need, half of what the kernels take.

    No kernel can be compiled in this process afterwards.
    """
    for each in _KERNELS:
        for overload in each.overloads.values():
            # What LLVM would link into a kernel that calls this one; Numba has no public name for it.
            overload.library._shared_module = None  # noqa: SLF001
    # glibc would otherwise keep the freed memory; other C libraries need no such hint.
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _remove_unused() -> None:
    """Remove machine code that has not been loaded for a while, left behind by older versions.

    Without a mark, it's that of shared kernels, or what was left when a compiler was interrupted. That of
    this version stays: the bot may have been off for long, or the clock may be ahead.
    """
    for cache in _base().iterdir():
        mark = cache / _COMPLETE
        used = mark if mark.exists() else cache
        with contextlib.suppress(FileNotFoundError):  # another process may have removed it
            if time.time() - used.stat().st_mtime > _UNUSED and cache != cache_of(_package_of(cache)):
                shutil.rmtree(cache, ignore_errors=True)


def _package_of(cache: Path) -> str:
    return cache.name.rpartition("-")[0]


@functools.cache
def cache_of(package: str) -> Path:
    """Return the directory for the machine code of a package; each version has its own."""
    return _base() / f"{package}-{_digest(package)}"


def _base() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "idle-year"


def _digest(package: str) -> str:
    """Hash everything that the machine code depends on: sources, Python, the compiler and the processor."""
    compiler = [version(name) for name in ("numba", "llvmlite", "numpy")]
    depends = [platform.python_version(), *compiler, platform.machine(), _PROCESSOR, _FEATURES]
    told = hashlib.sha256(" ".join(depends).encode())
    folders = (_HERE.parent / _RULES, _HERE / _SHARED, _HERE.joinpath(*package.split(".")))
    sources = {_HERE / "jit.py", *(source for folder in folders for source in folder.rglob("*.py"))}
    for source in sorted(sources):
        told.update(f"{source.relative_to(_HERE.parent)}\n".encode() + source.read_bytes())
    return told.hexdigest()[:16]
