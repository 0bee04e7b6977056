"""Seeds that nobody can guess."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another one
_LENGTH = 17
"""84 bits: whoever sees some cards of a deal could try out all seeds that are much shorter."""


def random_seed() -> str:
    """Make up a seed that nobody can guess and anybody can type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def playable_seed(rules: AnyRules) -> str:
    """Make up such a seed for a deal that is not lost at first sight, as 7 in 10 of Push Pin are."""
    while True:
        seed = random_seed()
        if rules.hopeless(rules.start(seed)) is None:
            return seed
