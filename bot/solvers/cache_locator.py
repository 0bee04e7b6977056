"""Where Numba keeps the machine code of a kernel: by the name of its file, not by where that lies.

The cache of a package has a name that follows from all its sources, so that every copy of the bot on a
machine may share it: a new checkout or a container whose cache is kept compiles nothing again.
"""

from __future__ import annotations

from pathlib import Path

from numba.core.caching import UserProvidedCacheLocator

_SOLVERS = Path(__file__).parent


class PackageLocator(UserProvidedCacheLocator):
    """Finds the machine code of a kernel in Numba's `CACHE_DIR`."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return `napoleon.queue` for a file of a package, whatever directory the bot lies in."""
        path = Path(py_file).resolve()
        return ".".join(path.relative_to(_SOLVERS.resolve()).with_suffix("").parts)
