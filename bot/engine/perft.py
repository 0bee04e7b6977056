"""Counting lines of play, to check whether two implementations of the same rules agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.rules import Rules, S


def perft(rules: Rules[S], state: S, depth: int) -> int:
    """Count the sequences of `depth` legal moves from a state; raise IllegalMove if the stock is unknown."""
    if depth == 0:
        return 1
    moves = rules.moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(rules, rules.play(state, move), depth - 1) for move in moves)
