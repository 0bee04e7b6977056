"""Whoever thinks at length for the bot: a cluster while there is one, else processes of this machine."""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import subprocess
import threading
from collections.abc import Callable
from typing import IO, Any

from bot.service.errors import Refusal
from bot.service.thinking.cluster_workers import ClusterWorkers, Unreachable
from bot.service.thinking.own_process import own_path, python
from bot.service.thinking.worker import Outcome, Thought

log = logging.getLogger(__name__)
MOST_PLACES = 32
"""Thoughts handed out at the same time, however large a cluster is: for each, a thread of the bot waits."""
_MOST_PROCESSES = 4
"""Processes at most, each of which takes as much memory as the solvers that it has loaded."""
_TRIES = 2
"""How many workers a thought may cost: it could be what kills them."""


_LOOK = 1.0
"""Seconds between looks at which workers are silent."""
_SILENCE = 30
"""Looks after which a silent worker hangs: seconds that the bot itself was awake, and not stopped as well."""


class Interrupted(Refusal):
    """The process that was thinking about a request has been killed, more than once or with the bot."""


class _WorkerEnded(Exception):  # noqa: N818  named as the situation
    """A worker process has ended before its answer."""


class Workers:
    """Processes outside the bot's own; `cluster` is the address of a Dask scheduler, if any."""

    def __init__(self, cluster: str | None = None, pause: Callable[[float], object] | None = None) -> None:
        """Have workers looked at after pauses; `pause` waits for some seconds, by the real clock if None."""
        self._local = _LocalWorkers(pause)
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

    def __init__(self, pause: Callable[[float], object] | None) -> None:
        self.places = max(1, min((os.cpu_count() or 1) - 1, _MOST_PROCESSES))
        """How many can think at the same time."""
        self._room = threading.Semaphore(self.places)
        self._lock = threading.Lock()
        self._all: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._closing = threading.Event()
        self._pause = pause or self._closing.wait
        self._looking: threading.Thread | None = None

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
            self._closing.set()
            for worker in self._all:
                worker.end()

    def _take(self) -> _Worker:
        with self._lock:
            if self._closing.is_set():
                raise Interrupted
            while self._idle:
                worker = self._idle.pop()
                if worker.is_alive():
                    return worker
                worker.end()
                self._all.discard(worker)
            worker = _Worker()
            self._all.add(worker)
            self._begin_to_look()
            return worker

    def _begin_to_look(self) -> None:
        if self._looking is None:
            self._looking = threading.Thread(target=self._look_around, name="silent workers", daemon=True)
            self._looking.start()

    def _look_around(self) -> None:
        """End workers that hang, until the bot leaves; whoever waits for one begins anew with another."""
        while not self._closing.is_set():
            self._pause(_LOOK)
            with self._lock:
                for worker in self._all:
                    worker.look()

    def _lose(self, worker: _Worker) -> None:
        with self._lock:
            worker.end()
            self._all.discard(worker)
            if not self._closing.is_set():
                log.warning("A worker process was killed while it was thinking. Another takes its place.")


class _Worker:
    """A process that runs `main` of `worker.py`."""

    def __init__(self) -> None:
        # In its own process group it does not receive the terminal's Ctrl-C: it ends with the bot.
        self._process = subprocess.Popen(  # noqa: S603  our own module
            python("bot.service.thinking.worker:main"),
            env=own_path(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,
        )
        self._thinks = False
        self._silent = 0
        """Looks since it was heard of, while it thinks."""

    def think(self, thought: Thought) -> Outcome:
        """Send a thought and wait for its outcome; raise _WorkerEnded if the process ended before."""
        written = pickle.dumps(thought)
        thoughts, outcomes = self._pipes()
        try:
            self._silent, self._thinks = 0, True
            thoughts.write(written)
            thoughts.flush()
            return self._outcome(outcomes)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            raise _WorkerEnded from error
        finally:
            self._thinks = False

    def _outcome(self, outcomes: IO[bytes]) -> Outcome:
        while (heard := pickle.load(outcomes)) is None:  # noqa: S301  our own process wrote it
            self._silent = 0
        outcome: Outcome = heard
        return outcome

    def look(self) -> None:
        """Kill the process if it thinks and has been silent for too long; a stopped one dies of that, too."""
        if not self._thinks:
            return
        self._silent += 1
        if self._silent == _SILENCE:
            log.warning("A worker process has been silent for %d seconds, and is ended.", _SILENCE)
            self._process.kill()

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
