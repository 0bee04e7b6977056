"""The files in which Numba keeps machine code: named after modules, and made to survive a power cut."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from numba.core.caching import FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator

_SOLVERS = Path(__file__).parent


class PackageLocator(UserProvidedCacheLocator):
    """Find the machine code of a kernel in Numba's `CACHE_DIR`."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return `napoleon.beam` for a file of a package, whatever directory the bot is in."""
        path = Path(py_file).resolve()
        return ".".join(path.relative_to(_SOLVERS.resolve()).with_suffix("").parts)


after_saving: list[Callable[[], None]] = []
"""What to do whenever a kernel has been compiled and saved."""
_CUT_SHORT = (EOFError, pickle.UnpicklingError)
"""What Python raises for a file that is empty, ends too early, or holds zeros instead."""


class SafeCache(FunctionCache):
    """A kernel's machine code; what cannot be read is compiled again, where Numba would raise an error."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # it is Numba's
        self._cache_file = _SafeFiles(  # type: ignore[no-untyped-call]
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def save_overload(self, sig: object, data: object) -> None:
        """Save a compiled kernel."""
        super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        for each in after_saving:
            each()


class _SafeFiles(IndexDataCacheFile):
    def _load_index(self) -> dict[Any, str]:
        try:
            index: dict[Any, str] = super()._load_index()  # type: ignore[no-untyped-call]
        except _CUT_SHORT:
            return {}
        return index

    def _load_data(self, name: str) -> Any:
        try:
            return super()._load_data(name)  # type: ignore[no-untyped-call]
        except _CUT_SHORT as error:
            raise FileNotFoundError(name) from error

    @contextmanager
    def _open_for_write(self, path: str) -> Iterator[IO[bytes]]:
        """Open a file that gets its name only once all of it is on the disk."""
        with super()._open_for_write(path) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
