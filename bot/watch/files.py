"""Open files, and connections, which count as such: as many as may be, and few words if they run out."""

from __future__ import annotations

import errno
import logging
import resource

from bot.store.once_a_minute import OnceAMinute

_MANY = 65_536
"""More are of no use, and some systems that grant any number take their time over them."""
_OUT_OF_FILES = {errno.EMFILE, errno.ENFILE}
_FILES = "files"


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
        self._lines = OnceAMinute()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a record; if it is about files, say so in one line."""
        error = record.exc_info[1] if record.exc_info else None
        if not (isinstance(error, OSError) and error.errno in _OUT_OF_FILES):
            return True
        if self._lines.held_back(_FILES) is None:
            return False
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        record.msg, record.args, record.exc_info = (
            "No more files or connections can be opened: this process may have %d. Those that wait are "
            "served once others close.",
            (most,),
            None,
        )
        return True
