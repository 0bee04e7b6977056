"""What a process does so that its event loop is never held for long by what goes on beside it."""

from __future__ import annotations

import gc
import sys

_SECONDS_A_TURN = 0.0005
"""How long a thread may keep everybody else waiting; Python's own 5 ms are felt."""


def take_short_turns() -> None:
    """Have threads change quickly, so that the event loop hardly waits for a solver."""
    sys.setswitchinterval(_SECONDS_A_TURN)


def spare_what_is_loaded() -> None:
    """Never look for garbage among all that there is now, which is there to stay.

    To look through the libraries and the compiler takes a tenth of a second, in which nobody gets an answer.
    """
    gc.freeze()
