"""What workers do: the thoughts they are handed, which are plain values, and the process that has them.

Pickled thoughts come in through its standard input, and pickled outcomes go out through its standard output,
with a None before them every few seconds that it thinks: whatever is silent longer hangs.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple

from bot.engine.errors import GameError
from bot.engine.rules import AnyRules
from bot.solvers.jit import CannotCompile, forget_sources
from bot.solvers.registry import at_hand, compile_package

_NICE = 10
"""The worker's niceness: whatever has to answer people goes first."""
_SIGN_OF_LIFE = 5.0  # seconds


class ThoughtFailed(Exception):  # noqa: N818  named as the situation
    """A worker met an error that nobody expected; the message is its traceback."""


class Thought(NamedTuple):
    """A function of this package to call elsewhere; it and its arguments are pickled."""

    think: Callable[..., Any]
    args: tuple[Any, ...]
    packages: tuple[str, ...]
    """The kernels to think with: those loaded in the bot's process, so that both find the same."""


class Outcome(NamedTuple):
    """What came of a thought."""

    value: Any = None
    fault: str | None = None
    """The traceback, if it failed."""

    def result(self) -> Any:
        """Return the value; raise ThoughtFailed if there is none."""
        if self.fault is not None:
            raise ThoughtFailed(self.fault)
        return self.value


def thought_about(rules: AnyRules, think: Callable[..., Any], *args: Any) -> Thought:
    """Return the thought of calling a function about a game, with the solvers that are ready here."""
    return Thought(think, args, tuple(at_hand(rules.family)))


def carry_out(thought: Thought) -> Outcome:
    """Think in this process; an error becomes part of the outcome, because not every one can be pickled."""
    try:
        load_kernels(thought.packages)
        return Outcome(thought.think(*thought.args))
    except Exception:  # noqa: BLE001  whatever it is, the bot's process raises and logs it
        return Outcome(fault=traceback.format_exc())


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
    # A service manager signals all processes of the bot; while it leaves, people still get their answers.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    outcomes = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not garble them
    thinker = ThreadPoolExecutor(1)
    while True:
        try:
            thought: Thought = pickle.load(sys.stdin.buffer)  # noqa: S301  only the bot writes there
        except EOFError:
            os._exit(0)
        thinker.submit(_answer, thought, outcomes)


def _answer(thought: Thought, outcomes: BinaryIO) -> None:
    with _signs_of_life(outcomes):
        outcome = carry_out(thought)
        forget_sources()
    _write(outcome, outcomes)


@contextmanager
def _signs_of_life(outcomes: BinaryIO) -> Iterator[None]:
    """Tell the bot again and again, while the block runs, that this process does not hang."""
    done = threading.Event()

    def tell() -> None:
        while not done.wait(_SIGN_OF_LIFE):
            _write(None, outcomes)

    telling = threading.Thread(target=tell, name="signs of life", daemon=True)
    telling.start()
    try:
        yield
    finally:
        done.set()
        telling.join()


def _write(what: Outcome | None, outcomes: BinaryIO) -> None:
    pickle.dump(what, outcomes)
    outcomes.flush()
