"""A digest of rows, to compare a table with its copy in another kind of database."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import RowMapping

_MODULUS = 2**256


class RowDigest:
    """The sum of the SHA-256 of all rows: text has another order in each database."""

    def __init__(self) -> None:
        self._sum = 0

    def add(self, rows: Iterable[RowMapping]) -> None:
        """Take rows into account, as the values of Python that they were read as."""
        for row in rows:
            digest = hashlib.sha256(repr(tuple(row.values())).encode()).digest()
            self._sum = (self._sum + int.from_bytes(digest)) % _MODULUS

    def __eq__(self, other: object) -> bool:
        """Return whether both were given the same rows, in any order."""
        return isinstance(other, RowDigest) and self._sum == other._sum

    __hash__ = None  # type: ignore[assignment]  # it changes
