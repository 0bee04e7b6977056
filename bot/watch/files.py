"""Open files, and connections, which count as such: as many as may be, and few words if they run out."""

from __future__ import annotations

import errno
import logging
import resource
import time

_MANY = 65_536
"""More are of no use, and some systems that grant any number take their time over them."""
_OUT_OF_FILES = {errno.EMFILE, errno.ENFILE}
_A_MINUTE = 60.0


def allow_many_files() -> None:
    """Let this process, and those that it starts, open as many files as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MANY if hard == resource.RLIM_INFINITY else min(hard, _MANY)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class OutOfFilesOnceAMinute(logging.Filter):
    """Lets one line a minute through of all that fails because no more files can be opened."""

    def __init__(self) -> None:
        super().__init__()
        self._quiet_until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a record; if it is about files, say so in one line."""
        error = record.exc_info[1] if record.exc_info else None
        if not (isinstance(error, OSError) and error.errno in _OUT_OF_FILES):
            return True
        now = time.monotonic()
        if now < self._quiet_until:
            return False
        self._quiet_until = now + _A_MINUTE
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        record.msg, record.args, record.exc_info = (
            "No more files or connections can be opened: this process may have %d. Those that wait are "
            "served once others close.",
            (most,),
            None,
        )
        return True
