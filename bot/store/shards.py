"""Which servers belong to a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Shards(NamedTuple):
    """The shards of a process, and how many there are in total."""

    ids: Sequence[int]
    total: int
