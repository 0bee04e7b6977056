"""Seeds that nobody can guess."""

from __future__ import annotations

import secrets

from bot.engine.rules import AnyRules

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two that look alike
_LENGTH = 17
"""84 bits: with much shorter seeds, somebody who sees some cards of a deal could try them all."""


def random_seed() -> str:
    """Return a random seed that nobody can guess and anybody can type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def playable_seed(rules: AnyRules) -> str:
    """Return such a seed for a deal that is not lost at first sight, as 7 in 10 deals of Push Pin are."""
    while True:
        seed = random_seed()
        if rules.hopeless(rules.start(seed)) is None:
            return seed
