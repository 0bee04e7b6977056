"""Where Numba keeps a kernel's machine code: by the name of its file rather than its location.

The name of a package's cache follows from all its sources, so all copies of the bot on a machine can share
it: a new checkout, or a container whose cache is kept, need not compile again.
"""

from __future__ import annotations

from pathlib import Path

from numba.core.caching import UserProvidedCacheLocator

_SOLVERS = Path(__file__).parent


class PackageLocator(UserProvidedCacheLocator):
    """Find the machine code of a kernel in Numba's `CACHE_DIR`."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return `napoleon.beam` for a file of a package, whatever directory the bot is in."""
        path = Path(py_file).resolve()
        return ".".join(path.relative_to(_SOLVERS.resolve()).with_suffix("").parts)
