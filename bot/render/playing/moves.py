"""Moves in the words of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.engine.rules import IN_NO_MENU, REDEAL

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules, Move


def does(rules: AnyRules, view: Any, move: Move) -> str:
    """Say what a move does: `8♠ onto K♠`, `deal one card`."""
    if move == REDEAL:
        return rules.table(view).redeal.lower()
    return IN_NO_MENU[move] if move in IN_NO_MENU else rules.choice(view, move).what


def named_move(rules: AnyRules, view: Any, move: Move) -> str:
    """Return what a move does and how it is typed: `8♠ onto K♠ (12<)`, `deal one card (d)`."""
    return f"{does(rules, view, move)} ({rules.notation.write_move(move)})"
