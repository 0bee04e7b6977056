"""Whoever thinks at length for the bot: a cluster while there is one, else processes of this machine."""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import subprocess
import threading
from typing import IO, Any

from bot.service.errors import Refusal
from bot.service.thinking.cluster_workers import ClusterWorkers, Unreachable
from bot.service.thinking.own_process import own_path, python
from bot.service.thinking.thought import Outcome, Thought

log = logging.getLogger(__name__)
MOST_PLACES = 32
"""Thoughts handed out at the same time, however large a cluster is: for each, a thread of the bot waits."""
_MOST_PROCESSES = 4
"""Processes at most, each of which takes as much memory as the solvers that it has loaded."""
_TRIES = 2
"""How many workers a thought may cost: it could be what kills them."""


class Interrupted(Refusal):
    """The process that was thinking about a request has been killed, more than once or with the bot."""


class _WorkerEnded(Exception):  # noqa: N818  named as the situation
    """A worker process has ended before its answer."""


class Workers:
    """Processes outside the bot's own; `cluster` is the address of a Dask scheduler, if any."""

    def __init__(self, cluster: str | None = None) -> None:
        self._local = _LocalWorkers()
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


class _LocalWorkers:
    """A worker for every core but one, each started when it is first needed, and again after it was killed.

    May be used by any thread.
    """

    def __init__(self) -> None:
        self.places = max(1, min((os.cpu_count() or 1) - 1, _MOST_PROCESSES))
        """How many can think at the same time."""
        self._room = threading.Semaphore(self.places)
        self._lock = threading.Lock()
        self._all: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._closed = False

    def think(self, thought: Thought) -> Outcome:
        """Have a worker think, and wait for it; raise Interrupted if that kills workers, or on leaving."""
        with self._room:
            for _ in range(_TRIES):
                worker = self._take()
                try:
                    outcome = worker.think(thought)
                except _WorkerEnded:
                    self._lose(worker)
                else:
                    self._idle.append(worker)
                    return outcome
        raise Interrupted

    def close(self) -> None:
        """End all workers at once, whatever they are doing."""
        with self._lock:
            self._closed = True
            for worker in self._all:
                worker.end()

    def _take(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise Interrupted
            while self._idle:
                worker = self._idle.pop()
                if worker.is_alive():
                    return worker
                worker.end()
                self._all.discard(worker)
            worker = _Worker()
            self._all.add(worker)
            return worker

    def _lose(self, worker: _Worker) -> None:
        with self._lock:
            worker.end()
            self._all.discard(worker)
            if not self._closed:
                log.warning("A worker process was killed while it was thinking. Another takes its place.")


class _Worker:
    """A process that runs `worker.py`."""

    def __init__(self) -> None:
        # In its own process group it does not receive the terminal's Ctrl-C: it ends with the bot.
        self._process = subprocess.Popen(  # noqa: S603  our own module
            python("bot.service.thinking.worker"),
            env=own_path(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,
        )

    def think(self, thought: Thought) -> Outcome:
        """Send a thought and wait for its outcome; raise _WorkerEnded if the process ended before."""
        written = pickle.dumps(thought)
        thoughts, outcomes = self._pipes()
        try:
            thoughts.write(written)
            thoughts.flush()
            outcome: Outcome = pickle.load(outcomes)  # noqa: S301  our own process wrote it
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            raise _WorkerEnded from error
        return outcome

    def is_alive(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def end(self) -> None:
        """End the process, which has nothing to save."""
        self._process.kill()
        self._process.wait()
        for pipe in self._pipes():
            with contextlib.suppress(OSError):  # part of a thought may be left in it
                pipe.close()

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        assert self._process.stdin is not None  # noqa: S101  for the type checker: both were asked for
        assert self._process.stdout is not None  # noqa: S101
        return self._process.stdin, self._process.stdout
