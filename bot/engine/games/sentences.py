"""Sentences about how cards are dealt, shared by the rules of several families."""

from __future__ import annotations

ALL_LAID_OUT = "All 52 cards are laid out in a row, face up."
SINGLY = "One card is turned up, the others follow one at a time (`d`)."
