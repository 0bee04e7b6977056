"""Shrinking a counterexample to the smallest position with a false claim, which is easiest to investigate."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.engine.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.engine.rules import AnyRules

_PARTS = re.compile(r"[A2-9TJQK][CDHS](?:/\d+)?|/\d+|!|=\d+|[|-]")
"""What can be left out of a position, or be replaced by an empty place."""


def shrunk(rules: AnyRules, state: Any, is_false: Callable[[Any], bool]) -> Any:
    """Leave cards and marks out of a position for as long as some claim about it is still false."""
    for smaller in _smaller(rules, state):
        if is_false(smaller):
            return shrunk(rules, smaller, is_false)
    return state


def _smaller(rules: AnyRules, state: Any) -> Iterator[Any]:
    """Yield the positions that remain when one part is left out."""
    text = rules.notation.write_position(state)
    for part in _PARTS.finditer(text):
        for instead in ("", "-"):
            shorter = text[: part.start()] + instead + text[part.end() :]
            try:
                read = rules.notation.read_position(shorter)
            except GameError:
                continue
            if len(rules.notation.write_position(read)) < len(text):
                yield read
