"""What fair players here share: a random stream for each position."""

from __future__ import annotations

import hashlib

import numpy as np


def stream_of(position: object) -> np.uint64:
    """Return the start of the random stream of a position, the same on every machine."""
    digest = hashlib.sha256(repr(position).encode()).digest()
    return np.uint64(int.from_bytes(digest[:8], "big"))
