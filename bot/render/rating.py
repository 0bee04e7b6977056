"""The board of puzzles, as text for Discord."""

from __future__ import annotations

from collections.abc import Collection

from bot.render.cards import Style
from bot.render.leaderboard import board_text
from bot.service.rating import PuzzleBoard
from bot.store import PuzzlePlace

_RULE = "Solving a puzzle raises your rating, failing lowers it; hard ones raise it more and lower it less."
_LISTED = "Everybody begins at 1500, and is listed after some thirty puzzles, once the rating is sure."
_EMPTY = "Nobody is listed yet. `/puzzle play` deals you a puzzle."


def ratings_text(
    found: PuzzleBoard, style: Style, *, hidden: bool, gone: Collection[int] = frozenset()
) -> str:
    """Return a page of the board of puzzles with the user's own place; `hidden` if they chose to be.

    Players who are `gone` from the server are not listed.
    """
    text = board_text("Puzzles", found, _facts, _EMPTY, hidden=hidden, gone=gone)
    return style.say(f"{text}\n-# {_RULE}\n-# {_LISTED}")


def _facts(place: PuzzlePlace) -> str:
    return f"rating {place.rating}"
