"""When each shard was connected: requests while it was not are answered by nobody."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from small_discord import SmallDiscord

_OFTEN = 0.02  # seconds


class Absence(NamedTuple):
    """A time during which a shard was not there, in seconds of `time.monotonic`."""

    shard: int
    begin: float
    end: float


class Presence:
    """Records all absences while it watches."""

    def __init__(self, local: SmallDiscord, shards: int) -> None:
        self._local = local
        self._shards = range(shards)
        self._gone: dict[int, float] = {}
        self._absences: list[Absence] = []

    async def watch(self) -> None:
        """Run until cancelled."""
        while True:
            here, now = self._local.shards_online, time.monotonic()
            for shard in self._shards:
                if shard not in here:
                    self._gone.setdefault(shard, now)
                elif shard in self._gone:
                    self._absences.append(Absence(shard, self._gone.pop(shard), now))
            await asyncio.sleep(_OFTEN)

    def was_away(self, shard: int, since: float, seconds: float) -> bool:
        """Return whether a shard was away at some moment of a period."""
        absences = [*self._absences, *(Absence(gone, at, float("inf")) for gone, at in self._gone.items())]
        return any(
            each.shard == shard and each.begin <= since + seconds and each.end >= since - _OFTEN
            for each in absences
        )
