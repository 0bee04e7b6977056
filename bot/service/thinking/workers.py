"""Whoever thinks at length for the bot: a cluster while there is one, else processes of this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.service.thinking.cluster_workers import ClusterWorkers, Unreachable
from bot.service.thinking.local_workers import LocalWorkers

if TYPE_CHECKING:
    from bot.service.thinking.thought import Outcome, Thought

MOST_PLACES = 32
"""Thoughts handed out at the same time, however large a cluster is: for each, a thread of the bot waits."""


class Workers:
    """Processes outside the bot's own; `cluster` is the address of a Dask scheduler, if any."""

    def __init__(self, cluster: str | None = None) -> None:
        self._local = LocalWorkers()
        self._cluster = ClusterWorkers(cluster) if cluster else None

    @property
    def places(self) -> int:
        """How many can think at the same time, at least one."""
        there = self._cluster.places if self._cluster else 0
        return min(there, MOST_PLACES) or self._local.places

    def think(self, thought: Thought) -> Any:
        """Have a worker think, and wait for what it returns, in any thread but the event loop's.

        What a lost cluster leaves undone is done here. Raise Interrupted if worker processes are killed or
        closed, ThoughtFailed if the thought itself fails.
        """
        return self._outcome(thought).result()

    def close(self) -> None:
        """End the processes of this machine, and leave the cluster."""
        self._local.close()
        if self._cluster:
            self._cluster.close()

    def _outcome(self, thought: Thought) -> Outcome:
        if self._cluster and self._cluster.places:
            try:
                return self._cluster.think(thought)
            except Unreachable:
                pass
        return self._local.think(thought)
