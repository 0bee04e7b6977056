"""Sentences on how cards come onto the table, which the rules of several families share."""

from __future__ import annotations

ALL_LAID_OUT = "All 52 cards are laid out in a row, face up."
SINGLY = "One card is turned up, the others follow one at a time (`d`)."
