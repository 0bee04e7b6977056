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
    """Ends the current task when SIGTERM comes, and the process soon after, whatever still runs.

    Python waits for every thread before it exits, and a solver cannot be interrupted; nothing that one has
    not told yet is of use any more. The databases survive an exit at any moment.
    """

    def __init__(self) -> None:
        self._asked = False

    def heed(self) -> None:
        """Handle SIGTERM from now on, for the task that calls this."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  for the type checker: a coroutine runs in a task
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._begin, task)

    def finish(self) -> None:
        """Exit at once if SIGTERM has come: all is saved and closed, only threads may be left."""
        if self._asked:
            _exit()

    def _begin(self, task: asyncio.Task[None]) -> None:
        if self._asked:
            return
        self._asked = True
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
