"""A worker process, which thinks for the bot that has started it: `python -m bot.service.thinking.worker`.

Pickled thoughts come in through the standard input, and pickled outcomes go out through the standard output.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO

from bot.service.thinking.thought import Thought, carry_out
from bot.solvers.jit import forget_sources

_NICE = 10
"""The worker's niceness: whatever has to answer people goes first."""


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
    outcome = carry_out(thought)
    forget_sources()
    pickle.dump(outcome, outcomes)
    outcomes.flush()


if __name__ == "__main__":
    main()
