"""By which servers a process goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Shards(NamedTuple):
    """The shards of a process, among all that there are."""

    ids: Sequence[int]
    total: int
