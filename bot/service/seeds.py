"""Seeds that nobody can guess."""

from __future__ import annotations

import secrets

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another one
_LENGTH = 17
"""84 bits: whoever sees some cards of a deal could try out all seeds that are much shorter."""


def random_seed() -> str:
    """Make up a seed that nobody can guess and anybody can type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
