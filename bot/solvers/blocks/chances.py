"""What fair players here share: a random stream for each position, and the error of a count."""

from __future__ import annotations

import hashlib
from math import sqrt

import numpy as np


def stream_of(position: object) -> np.uint64:
    """Return the start of the random stream of a position, the same on every machine."""
    digest = hashlib.sha256(repr(position).encode()).digest()
    return np.uint64(int.from_bytes(digest[:8], "big"))


def error_of(wins: int, samples: int) -> float:
    """Return the standard error of a share (Wilson's, which is never 0)."""
    share = wins / samples
    return sqrt(share * (1 - share) / samples + 1 / (4 * samples**2)) / (1 + 1 / samples)
