"""The board of puzzles, as text for Discord."""

from __future__ import annotations

from collections.abc import Collection

from bot.engine.wording import sentence
from bot.render.cards import Style
from bot.render.language import _, worded
from bot.render.leaderboard import board_text
from bot.service.ranks import Hidden, PuzzleBoard
from bot.store import PuzzlePlace

_RULE = sentence(
    "Solving a puzzle raises your rating, failing lowers it; hard ones raise it more and lower it less."
)
_LISTED = sentence(
    "Everybody begins at 1500, and is listed after some thirty puzzles, once the rating is sure."
)
_EMPTY = sentence("Nobody is listed yet. `/puzzle play` deals you a puzzle.")


def ratings_text(
    found: PuzzleBoard, style: Style, *, hidden: Hidden | None, gone: Collection[int] = frozenset()
) -> str:
    """Return a page of the board of puzzles with the user's own place, or why they are `hidden`.

    Players who are `gone` from the server are not listed.
    """
    text = board_text(_("Puzzles"), found, _facts, _EMPTY, hidden=hidden, gone=gone)
    return style.say(f"{text}\n-# {worded(_RULE)}\n-# {worded(_LISTED)}")


def _facts(place: PuzzlePlace) -> str:
    return _("rating {rating}", rating=place.rating)
