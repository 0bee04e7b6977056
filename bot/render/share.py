"""How a game went, for others to read: score, help, time and squares, but neither cards nor moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.leaderboard import SIGNS, duration, score_in_words
from bot.render.review import a_square, counts_text, squares_in_words, squares_text
from bot.service.game import Game
from bot.service.review import Light, Review
from bot.solvers.protocols import Answer
from bot.store import RESIGNED, Kind, Result

_LONGEST_CODE = 45
"""As long as the code of any deal that the bot makes up."""
POSTING, POSTED = "Posting …", "Posted."
ONLY_YOU = "This server doesn't let apps from outside post, so only you can read it."
NOT_POSTED = "It wasn't posted: use `/share` again."
STILL_ON = "This game isn't over yet: finish it, then share how it went."
NOT_PLAYED = "There's nothing to share: you didn't play a move of this game here."


class Shared(NamedTuple):
    """All that is told about a game."""

    game: Game
    result: Result
    review: Review | None
    """None while others still play the deal: it would tell them where the game was lost. Also None if other
    moves led to the result, as the game has been reopened since."""
    occasion: Occasion


def share_text(shared: Shared, style: Style) -> str:
    """Return what others may read about a game, or its player's own preview of that."""
    lines = [
        f"**{_title(shared)}**",
        f"<@{shared.game.seat.owner}> · {result_line(shared.game, shared.result)}",
        *(_looked_back(shared.review, style) if shared.review else []),
        *_code(shared),
    ]
    return style.say("\n".join(lines))


def _looked_back(review: Review, style: Style) -> list[str]:
    nobody = ["-# Nobody could have won this deal (proven)."] if review.opening is Answer.LOST else []
    return [*_squares(review.lights, style), *nobody]


def _squares(lights: Sequence[Light], style: Style) -> list[str]:
    return [
        squares_in_words(lights) if style.spoken else squares_text(lights),
        f"-# {a_square(lights)} moves a square: {counts_text(lights, spoken=style.spoken)}",
    ]


def _title(shared: Shared) -> str:
    name, part_of = shared.game.rules.name, shared.occasion.title
    return f"{name} · {part_of}" if part_of else name


def result_line(game: Game, result: Result) -> str:
    """Return the result as `🏆 1 pile · unaided · 9 min`."""
    reached = score_in_words(game.rules, result.left)
    resigned = f"resigned at {reached}" if result.moves else "resigned before the first move"
    ended = resigned if result.outcome == RESIGNED else f"{SIGNS.get(result.outcome, '')}{reached}"
    how = "practice" if result.kind == Kind.PRACTICE else "assisted" if result.assisted else "unaided"
    return " · ".join([ended, how, duration(result.seconds)])


def _code(shared: Shared) -> list[str]:
    """Return the line with which anyone deals the same cards; none while the deal is sealed."""
    code = shared.game.code
    if shared.occasion.sealed or len(code) > _LONGEST_CODE:
        return []
    return [f"-# Play the same deal: `{code}`"]
