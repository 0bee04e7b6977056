"""The files in which Numba keeps a kernel's machine code, made to survive a power cut."""

from __future__ import annotations

import os
import pickle
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from numba.core.caching import FunctionCache, IndexDataCacheFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

_CUT_SHORT = (EOFError, pickle.UnpicklingError)
"""What Python raises for a file that is empty, ends too early, or holds zeros instead."""


class SafeCache(FunctionCache):
    """A kernel's machine code; what cannot be read is compiled again, where Numba would raise an error."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # it is Numba's
        self._cache_file = _SafeFiles(  # type: ignore[no-untyped-call]
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )


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
