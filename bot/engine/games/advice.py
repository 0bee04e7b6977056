"""Printed advice on how to play well."""

from __future__ import annotations

SWEEPERS = (
    "Choose a rank of which most cards lie near the right end of the row, and keep all four for the end: "
    "Wikipedia and Solitaire Till Dawn call them sweepers. Put nothing onto them; bring them together at the "
    "end of the row, and sweep up the rest with them."
)
DEAL_FIRST = (
    "Deal everything (`d*`) before you move anything, says Solitaire Till Dawn: you can plan only with cards "
    f"that you see. {SWEEPERS}"
)
