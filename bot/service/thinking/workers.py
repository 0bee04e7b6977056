"""The worker processes: started when there is something to think about, watched, and replaced."""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import subprocess
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import count
from typing import IO, Any

from bot.service.errors import Refusal
from bot.service.thinking.own_process import allowed_memory, own_path, python
from bot.service.thinking.worker import CannotLoad, Conclusion, Thought

log = logging.getLogger(__name__)
_MOST_PROCESSES = 4
"""Processes at most."""
_FOR_THE_BOT, _FOR_A_WORKER = 300 * 2**20, 120 * 2**20
"""Bytes of memory for the bot and its system, and for each worker with all solvers."""
_TRIES = 2
"""How many workers a thought may cost: it could be what kills them."""
_LOOK_SECONDS = 10.0
"""Time between looks at which workers have nothing to do."""
_NEEDED = 30
"""Looks after which a worker that has had nothing to do is ended."""


class Interrupted(Refusal):
    """The process that was thinking about a request has been killed, more than once or with the bot."""


class _WorkerEnded(Exception):
    """A worker process has ended before its answer."""


class Workers:
    """Processes outside the bot's own, each started when it is first needed, and again after it was killed.

    There are as many as cores but one, fewer where memory is small. Each has one long thought at a time, and
    short ones beside it: a process for those alone would take as much memory again. Whoever has had nothing
    to think for minutes is ended. May be used by any thread but the event loop's.
    """

    def __init__(self) -> None:
        room = max(0, allowed_memory() - _FOR_THE_BOT) // _FOR_A_WORKER
        self.places = max(1, min((os.cpu_count() or 1) - 1, _MOST_PROCESSES, room))
        """How many can think at length at the same time; whoever has more to think about waits."""
        self._lock = threading.Lock()
        self._all: list[_Place] = []
        self._closing = threading.Event()
        self._looking: threading.Thread | None = None

    def think(self, thought: Thought) -> Any:
        """Have a worker think at length, and wait for what it returns.

        Raise Interrupted if worker processes are killed or closed, CannotLoad if one cannot have the kernels,
        ThoughtFailed if the thought itself fails.
        """
        return self._think(thought, is_long=True)

    def think_shortly(self, thought: Thought) -> Any:
        """Have a worker think for less than two seconds, beside whatever else it thinks."""
        return self._think(thought, is_long=False)

    def close(self) -> None:
        """End all workers at once, whatever they are doing."""
        with self._lock:
            self._closing.set()
            for place in self._all:
                place.worker.end()

    def _think(self, thought: Thought, *, is_long: bool) -> Any:
        for _ in range(_TRIES):
            place = self._take(is_long)
            try:
                return _value(place.worker.think(thought))
            except _WorkerEnded:
                self._lose(place)
            finally:
                self._give_back(place, is_long)
        raise Interrupted

    def _take(self, is_long: bool) -> _Place:
        """Return a worker that is free for a thought, the idlest if there are several, or a new one."""
        with self._lock:
            if self._closing.is_set():
                raise Interrupted
            for place in [place for place in self._all if not place.worker.is_alive()]:
                place.worker.end()
                self._all.remove(place)
            free = [place for place in self._all if not (is_long and place.thinks_at_length)]
            place = min(free, key=lambda place: place.thoughts) if free else self._begin()
            place.thoughts += 1
            place.thinks_at_length |= is_long
            return place

    def _begin(self) -> _Place:
        try:
            place = _Place(_Worker())
        except OSError as error:  # such as too little memory for one more process
            log.warning("No worker process can be started: %s.", error)
            raise CannotLoad from None
        self._all.append(place)
        self._begin_to_look()
        return place

    def _give_back(self, place: _Place, is_long: bool) -> None:
        with self._lock:
            place.thoughts -= 1
            place.thinks_at_length &= not is_long
            place.idle = 0

    def _begin_to_look(self) -> None:
        if self._looking is None:
            self._looking = threading.Thread(target=self._look_around, name="idle workers", daemon=True)
            self._looking.start()

    def _look_around(self) -> None:
        """End workers that nobody has needed for minutes, until the bot leaves."""
        while not self._closing.wait(_LOOK_SECONDS):
            with self._lock:
                for place in [place for place in self._all if not place.thoughts]:
                    place.idle += 1
                    if place.idle >= _NEEDED:
                        place.worker.end()
                        self._all.remove(place)

    def _lose(self, place: _Place) -> None:
        with self._lock:
            place.worker.end()
            if place not in self._all:  # somebody else has lost the same one
                return
            self._all.remove(place)
            if not self._closing.is_set():
                log.warning("A worker process was killed while it was thinking. Another takes its place.")


def _value(conclusion: Conclusion) -> Any:
    if conclusion.lack is not None:
        log.warning("A solver cannot be loaded. %s", conclusion.lack)
    return conclusion.result()


@dataclass(eq=False)
class _Place:
    """A worker, and what it has to do."""

    worker: _Worker
    thoughts: int = 0
    thinks_at_length: bool = False
    idle: int = 0
    """Looks since it had anything to do."""


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
        self._lock = threading.Lock()
        """Held while a thought is written, and while its number is given."""
        self._numbers = count()
        self._awaited: dict[int, Future[Conclusion]] = {}
        self._has_ended = False
        threading.Thread(target=self._listen, name="worker's conclusions", daemon=True).start()

    def think(self, thought: Thought) -> Conclusion:
        """Send a thought and wait for its conclusion; raise _WorkerEnded if the process ended before.

        Several threads may do so at once.
        """
        conclusion: Future[Conclusion] = Future()
        thoughts, _ = self._pipes()
        with self._lock:
            if self._has_ended:
                raise _WorkerEnded
            number = next(self._numbers)
            written = pickle.dumps((number, thought))
            self._awaited[number] = conclusion
            try:
                thoughts.write(written)
                thoughts.flush()
            except (OSError, ValueError) as error:
                del self._awaited[number]
                raise _WorkerEnded from error
        return conclusion.result()

    def _listen(self) -> None:
        """Hand on conclusions until the process ends; whoever still waits then is told."""
        try:
            with contextlib.suppress(OSError, EOFError, ValueError, pickle.UnpicklingError):
                self._hand_on()
        finally:  # whatever ends this, nobody may wait for ever
            self._process.kill()
            self._refuse_all()

    def _hand_on(self) -> None:
        _, conclusions = self._pipes()
        while True:
            number, conclusion = pickle.load(conclusions)  # noqa: S301  our own process wrote it
            self._awaited.pop(number).set_result(conclusion)

    def _refuse_all(self) -> None:
        with self._lock:
            for awaited in self._awaited.values():
                awaited.set_exception(_WorkerEnded())
            self._awaited.clear()
            self._has_ended = True

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
