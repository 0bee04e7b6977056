"""Interpreter settings that keep other work in the process from holding up the event loop for long."""

from __future__ import annotations

import gc
import os
import sys

_SECONDS_A_TURN = 0.0005
"""How long a thread may hold the GIL; Python's default of 5 ms is noticeable."""
_NICE = 10
"""How much nicer a solver's thread is than the event loop's."""


def take_short_turns() -> None:
    """Make threads switch quickly, so that the event loop hardly waits for a solver."""
    sys.setswitchinterval(_SECONDS_A_TURN)


def give_way() -> None:
    """Lower the priority of this thread, so that the event loop gets a core before it."""
    if sys.platform == "linux":  # elsewhere it would be that of the whole process
        os.nice(_NICE)


def spare_what_is_loaded() -> None:
    """Exempt all present objects, which are there to stay, from garbage collection.

    Scanning the libraries and the compiler takes a tenth of a second, during which nobody gets an answer.
    """
    gc.freeze()
