"""How every command ends: with an exit code of docs/command-line.md, also if nobody can or wants to read.

Nothing is imported here that takes time: Ctrl-C may come while a command still loads what it needs.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable
from typing import TextIO

_FAILED = 2
_INTERRUPTED = 128 + signal.SIGINT
NOBODY_READS = 128 + signal.SIGPIPE


def ended(command: Callable[[], int]) -> int:
    """Run a command and return its exit code; an OSError that is not about what it prints is ours."""
    output = sys.stdout  # typer puts another one in its place when nobody reads
    try:
        code = _run(command)
        output.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        if _can_print(output):
            raise
        if isinstance(error, BrokenPipeError):
            return NOBODY_READS
        with contextlib.suppress(OSError):
            print(f"Error: The output cannot be written: {error.strerror}.", file=sys.stderr)
        return _FAILED
    return code


def ended_as_process(command: Callable[[], int]) -> int:
    """Run the command of this process and return its exit code: after it, Python exits without a word."""
    _open_streams()
    code = ended(command)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        _forget_unwritten(stream)
    return code


def _run(command: Callable[[], int]) -> int:
    """Run a command; typer and argparse end the process themselves after completing, and with their help."""
    try:
        return command()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # typer would have that end with 1
            raise end.__context__ from None
        return end.code if isinstance(end.code, int) else 0


def _can_print(output: TextIO) -> bool:
    try:
        output.write("\n")
        output.flush()
    except OSError:
        return False
    return True


def _open_streams() -> None:
    """Put something in place of streams that the shell has closed, as with `>&-`: the output fails then.

    Letters that the output's encoding lacks, such as suits in Latin-1, are written as their numbers.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _forget_unwritten(stream: TextIO) -> None:
    """Keep Python from trying once more, as it exits, to write what cannot be written."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
