"""A worker process, which thinks for the bot that has started it: `python -m bot.service.thinking.worker`.

Pickled thoughts come in through the standard input, and pickled outcomes go out through the standard output,
with a None before them every few seconds that the worker thinks: whatever is silent longer hangs.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import BinaryIO

from bot.service.thinking.thought import Outcome, Thought, carry_out
from bot.solvers.jit import forget_sources

_NICE = 10
"""The worker's niceness: whatever has to answer people goes first."""

_SIGN_OF_LIFE = 5.0  # seconds


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


if __name__ == "__main__":
    main()
