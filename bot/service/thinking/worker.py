"""What workers do: the thoughts they are handed, which are plain values, and the process that has them.

Pickled thoughts come in through its standard input, each with a number, and pickled conclusions go out
through its standard output, with the number of their thought, as soon as they are there.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from bot.service.errors import Refusal
from bot.service.thinking.own_process import die_first, give_back_code
from idle_year.engine.errors import GameError
from idle_year.engine.rules import AnyRules
from idle_year.solvers.jit import CannotCompile, forget_sources
from idle_year.solvers.registry import compile_package, is_loaded, to_load

_NICE = 10
"""The worker's niceness: whatever has to answer people goes first."""
_THREADS = 3
"""Thoughts at the same time: a long one, and a few that are short."""
_SECONDS_A_TURN = 0.0005
"""How long one thought may hold the GIL while another waits for it: a hint is short."""
_LOADING = threading.Lock()
_COMPILER = "libllvmlite"
"""The library that loads kernels, whose code is as large as all of them."""


class ThoughtFailed(Exception):
    """A worker met an error that nobody expected; the message is its traceback."""


class CannotLoad(Refusal):
    """A worker cannot load the solver of a game, most likely because memory is short."""


class Thought(NamedTuple):
    """A function of this package to call elsewhere; it and its arguments are pickled."""

    think: Callable[..., Any]
    args: tuple[Any, ...]
    packages: tuple[str, ...]
    """The kernels to think with, which are loaded if they have not been asked for before."""


class Conclusion(NamedTuple):
    """What came of a thought."""

    value: Any = None
    fault: str | None = None
    """The traceback, if it failed."""
    lack: str | None = None
    """Why the kernels could not be loaded, if that failed."""

    def result(self) -> Any:
        """Return the value; raise CannotLoad or ThoughtFailed if there is none."""
        if self.lack is not None:
            raise CannotLoad
        if self.fault is not None:
            raise ThoughtFailed(self.fault)
        return self.value


def thought_about(rules: AnyRules, think: Callable[..., Any], *args: Any) -> Thought:
    """Return the thought of calling a function about a game, with the solvers that are ready here."""
    return Thought(think, args, to_load(rules))


def carry_out(thought: Thought) -> Conclusion:
    """Think in this process; an error is part of the conclusion, because not every one can be pickled."""
    try:
        load_kernels(thought.packages)
    except (GameError, MemoryError) as error:
        return Conclusion(lack=str(error) or type(error).__name__)
    try:
        return Conclusion(thought.think(*thought.args))
    except Exception:  # noqa: BLE001  whatever it is, the bot's process raises and logs it
        return Conclusion(fault=traceback.format_exc())


def load_kernels(packages: Iterable[str]) -> None:
    """Load packages of kernels, compiling those not in the cache; raise GameError if one cannot be compiled.

    The plain search would settle less, so the answer would depend on which machine gave it.
    """
    for package in packages:
        try:
            compile_package(package)
        except CannotCompile as error:
            raise GameError(
                f"The worker on {socket.gethostname()} cannot compile the solver `{package}` ({error}): "
                "mend that or stop the worker."
            ) from error


def main() -> None:
    """Think until the bot closes the input, or has ended itself; then end at once, in mid-thought."""
    os.nice(_NICE)
    die_first()
    sys.setswitchinterval(_SECONDS_A_TURN)
    # A service manager signals all processes of the bot; while it leaves, people still get their answers.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    conclusions = _Conclusions()
    thinkers = ThreadPoolExecutor(_THREADS)
    while True:
        try:
            number, thought = pickle.load(sys.stdin.buffer)  # noqa: S301  only the bot writes there
        except (EOFError, pickle.UnpicklingError):  # the bot may have been killed as it wrote
            os._exit(0)
        thinkers.submit(_answer, number, thought, conclusions).add_done_callback(_end_with_error)


class _Conclusions:
    """What goes out, from any thread."""

    def __init__(self) -> None:
        self._pipe = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        self._lock = threading.Lock()
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not garble it

    def write(self, what: tuple[int, Conclusion]) -> None:
        with self._lock:
            try:
                pickle.dump(what, self._pipe)
                self._pipe.flush()
            except BrokenPipeError:  # the bot was killed a moment ago
                os._exit(0)


def _answer(number: int, thought: Thought, conclusions: _Conclusions) -> None:
    if not all(map(is_loaded, thought.packages)):
        _load(thought.packages)
    conclusions.write((number, carry_out(thought)))


def _end_with_error(answered: Future[None]) -> None:
    """End the process if it could not answer, as where no thread can be started: the bot waits for it."""
    if (error := answered.exception()) is not None:
        print(f"A worker process ends: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(1)


def _load(packages: Iterable[str]) -> None:
    """Load kernels, one thread at a time, and give back what only that needs."""
    with _LOADING, contextlib.suppress(GameError, MemoryError):  # whoever thinks meets it again
        load_kernels(packages)
        forget_sources()
        give_back_code(_COMPILER)
