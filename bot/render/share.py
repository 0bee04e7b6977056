"""How a game went, for others to read: score, help, time, strip or squares, but neither cards nor moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.engine.session import Session
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
_TENTHS = 10
_BARS = "▁▂▃▄▅▆▇█"
_MEASURES = {"foundation_cards": "cards on the aces", "points": "points"}
"""What the bars of a strip are, by the name of a score's first part; other parts are what is left."""
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

    @property
    def joinable(self) -> bool:
        """Whether whoever reads it can be dealt the same: those who are in a race have that to themselves."""
        return self.game.day is not None or not self.occasion.sealed


def share_text(shared: Shared, style: Style) -> str:
    """Return what others may read about a game, or its player's own preview of that."""
    lines = [
        f"**{_title(shared)}**",
        f"<@{shared.game.seat.owner}> · {result_line(shared.game, shared.result)}",
        *_told(shared, style),
        *_code(shared),
    ]
    return style.say("\n".join(lines))


def strip(session: Session[Any]) -> list[int]:
    """Return the first part of a game's score after each tenth of its moves, or each move of a short one."""
    count, rules = len(session.moves), session.rules
    tenths = min(_TENTHS, count)
    ends = (-(-count * tenth // tenths) for tenth in range(1, tenths + 1))
    return [rules.score(session.state_at(end)).parts[0][1] for end in ends]


def bars(session: Session[Any]) -> str:
    """Return a strip as up to ten bars, which tell no colours: `█▇▆▅▅▄▃▂▂▁`."""
    heights = strip(session)
    top = max([*heights, 1])
    return "".join(_BARS[height * (len(_BARS) - 1) // top] for height in heights)


def _told(shared: Shared, style: Style) -> list[str]:
    """Return what is told of the moves: all of them looked back on, or how quickly the game shrank."""
    if shared.review is not None:
        return _looked_back(shared.review, style)
    return [] if shared.result.from_before else [_strip_line(shared.game.session, style)]


def _strip_line(session: Session[Any], style: Style) -> str:
    """Return a strip with what it measures, as bars or as its numbers."""
    name, _ = session.rules.score(session.state).parts[0]
    measured = f"{_MEASURES.get(name, f'{name} left')}, tenth by tenth"
    if style.spoken:
        return f"{measured}: {', '.join(map(str, strip(session)))}"
    return f"`{bars(session)}` {measured}"


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
