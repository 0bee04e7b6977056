"""The heartbeats that a client owes the gateway."""

import asyncio
from collections.abc import Callable

STALL = 1.0
"""How late a timer may go off, in seconds, before this process itself counts as held up."""


class Pulse:
    """Calls `stopped` once no heartbeat has come for some seconds.

    Time in which this process stood still does not count, as in a debugger: it may have kept the client, too.
    """

    def __init__(self, seconds: float, stopped: Callable[[], None]) -> None:
        self._seconds = seconds
        self._stopped = stopped
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(seconds, self._lapsed)

    def beat(self) -> None:
        """Take a heartbeat, and wait for the next."""
        self.end()
        self._timer = self._loop.call_later(self._seconds, self._lapsed)

    def end(self) -> None:
        """Wait no more."""
        self._timer.cancel()

    def _lapsed(self) -> None:
        if self._loop.time() - self._timer.when() > STALL:
            self.beat()
        else:
            self._stopped()
