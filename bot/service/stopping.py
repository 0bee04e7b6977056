"""Stopping in time: a service manager that asks the bot to end never has to kill it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading

log = logging.getLogger(__name__)

_LONGEST = 9.0
"""Seconds from the signal to the end at the latest; Docker kills a container after ten."""


class Stop:
    """Ends the current task when SIGTERM or Ctrl-C comes, and the process soon after, whatever still runs.

    Python waits for every thread before it exits, and a solver cannot be interrupted; nothing that one has
    not told yet is of use any more. The databases survive an exit at any moment.
    """

    def __init__(self) -> None:
        self._asked = False

    def heed(self) -> None:
        """Handle the signals from now on, for the task that calls this."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  for the type checker: a coroutine runs in a task
        add = asyncio.get_running_loop().add_signal_handler
        add(signal.SIGTERM, self._begin, signal.SIGTERM, task)
        # In a job that a shell has in the background, Ctrl-C is meant for somebody else.
        if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            add(signal.SIGINT, self._begin, signal.SIGINT, task)

    def finish(self) -> None:
        """Exit at once if a signal has come: all is saved and closed, only threads may be left."""
        if self._asked:
            log.info("Stopped.")
            _exit()

    def _begin(self, which: signal.Signals, task: asyncio.Task[None]) -> None:
        if self._asked:
            return
        self._asked = True
        log.info("Told to stop (%s), which takes ten seconds at the most.", which.name)
        # Python's own handler comes back: Ctrl-C from now on raises KeyboardInterrupt, whatever is going on.
        task.get_loop().remove_signal_handler(signal.SIGINT)
        task.cancel()
        limit = threading.Timer(_LONGEST, _give_up)
        limit.daemon = True
        limit.start()


def _give_up() -> None:
    log.warning("Not everything has ended within %d s: exiting without it. No saved move is lost.", _LONGEST)
    _exit()


def _exit() -> None:
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(0)
