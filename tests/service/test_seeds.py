"""Seeds that nobody can guess."""

from __future__ import annotations

import math

from bot.service.seeds import random_seed


def test_seeds_are_made_up_of_what_cannot_be_misread() -> None:
    """Made-up seeds have no letters that can be misread, and no two are alike."""
    seeds = [random_seed() for _ in range(200)]
    assert not set("".join(seeds)) & set("01oil")
    assert len(set(seeds)) == 200


def test_nobody_can_try_out_all_made_up_seeds() -> None:
    """Made-up seeds are so many that nobody can try all of them: at least 2**80."""
    letters = set("".join(random_seed() for _ in range(500)))
    assert math.log2(len(letters)) * len(random_seed()) >= 80
