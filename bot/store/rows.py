"""The one reader of open sets: a newer process beside this one may write what this one does not know."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

T = TypeVar("T", bound=StrEnum)


def known(words: type[T], value: str | None) -> T | None:
    """Return the word that a row names, or None if it is none that this program knows."""
    return next((word for word in words if word.value == value), None)
