"""Information sets: all deals that look the same to a player. The random stream depends on nothing else."""

from __future__ import annotations

import hashlib

import numpy as np


def seed_of(known: str) -> np.uint64:
    """Return the start of the random stream for what a player knows: 64 bits, the same on every machine."""
    return np.uint64(int.from_bytes(hashlib.sha256(known.encode()).digest()[:8], "big"))
