"""Eligibility: the games that these kernels support, and what may leave in them, as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.engine.games.leaving import Blocks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.games.marriage import Marriage

LONGEST = 8
"""The most cards in a block of pairs."""
_ONE_OR_TWO, _EVEN = 0b110, 0b101010100
_TARGET = 2
"""Cards left after a win: the ends of the row, which never leave."""
_MOST_PACKS = 2


class Permit(NamedTuple):
    """Which blocks may leave between two matching cards; in a set of sizes bit n stands for n cards."""

    any_cards: int
    """Sizes of blocks that may hold any cards: only 1 and 2."""
    pairs: int
    """Sizes of blocks whose cards must match in pairs: even, up to LONGEST."""


def permit_of(rules: Marriage) -> Permit | None:
    """Return what may leave in a game, or None if the interval algorithm does not support it.

    It does not solve a game that forces removals either: there the order of dealing matters. Two packs are
    supported with all cards in sight, and a redeal with one pack and no other special rule.

    Runs of one suit are omitted. They change nothing if one or two cards may leave as well: in a run of
    three the middle card stands between two of its suit and may leave alone, and so on until two are left.
    """
    if not isinstance(rules.leaving, Blocks) or rules.compulsory or rules.target != _TARGET:
        return None
    if rules.packs > _MOST_PACKS or (rules.packs > 1 and (rules.singly or rules.redeal)):
        return None
    if rules.redeal and (rules.singly or rules.ends):
        return None
    leaving = rules.leaving
    permit = Permit(_sizes(leaving.any_cards), _sizes(leaving.pairs))
    unknown = permit.any_cards & ~_ONE_OR_TWO or permit.pairs & ~_EVEN or permit.any_cards & permit.pairs
    run_matters = leaving.suit_run and permit.any_cards != _ONE_OR_TWO
    too_wide = rules.packs > 1 and permit.pairs
    return None if unknown or run_matters or too_wide else permit


def _sizes(sizes: Iterable[int]) -> int:
    return sum(1 << size for size in sizes)
