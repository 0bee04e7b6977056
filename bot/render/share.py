"""How a game went, for others to read: score, help, time, strip or squares, but neither cards nor moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.families import family_of
from bot.render.language import _, commas, n_, worded
from bot.render.names import game_name
from bot.render.ranks import SIGNS, clock, duration, score_in_words
from bot.render.review import (
    a_square,
    counts_text,
    nobody_text,
    squares_in_words,
    squares_text,
    tells_moves_apart,
)
from bot.service.game import Game
from bot.service.review import Light, Review
from bot.store import RESIGNED, Kind, Result
from idle_year.engine.rules import Outcome
from idle_year.engine.session import Session
from idle_year.engine.wording import sentence
from idle_year.solvers.protocols import Answer

_LONGEST_CODE = 45
"""As long as the code of any deal that the bot makes up."""
POSTING, POSTED = sentence("Posting …"), sentence("Posted.")
ONLY_YOU = sentence("This server doesn't let apps from outside post, so only you can read it.")
NOT_POSTED = sentence("If you don't see it here, it wasn't posted: use `/share` again.")
RESIGNED_AT_ONCE = sentence("resigned before the first move")
_WHO = re.compile(r"<@[0-9]{1,20}> · ")
_SIGNS_OF_MARKDOWN = re.compile(r"^-# |\*\*|`")
_TENTHS = 10
_BARS = "▁▂▃▄▅▆▇█"
_MEASURES = {
    # Translators: what bars or numbers count, after each tenth of a game's moves
    "piles": sentence("piles left, tenth by tenth"),
    "cards": sentence("cards left, tenth by tenth"),
    "points": sentence("points, tenth by tenth"),
    "foundation_cards": sentence("cards on the aces, tenth by tenth"),
}
"""What the bars of a strip are, by the name of a score's first part."""
STILL_ON = sentence("This game isn't over yet: finish it, then share how it went.")
NOT_PLAYED = sentence("There's nothing to share: you didn't play a move of this game here.")


class Shared(NamedTuple):
    """All that is told about a game."""

    game: Game
    result: Result
    review: Review | None
    """None while others still play the deal: it would tell them where the game was lost. Also None if other
    moves led to the result, as the game has been reopened since."""
    occasion: Occasion
    streak: int = 0
    """Of the daily that it was: the days in a row on which its player has finished one."""

    @property
    def joinable(self) -> bool:
        """Whether whoever reads it can be dealt the same: those who are in a race have that to themselves."""
        return self.game.day is not None or not self.occasion.sealed


def share_text(shared: Shared, style: Style) -> str:
    """Return what others may read about a game, or its player's own preview of that."""
    lines = [
        f"**{_title(shared)}**",
        f"<@{shared.game.seat.owner}> · {_result(shared)}",
        *_told(shared, style),
        *_code(shared),
    ]
    return style.say("\n".join(lines))


def plain_text(text: str) -> str:
    """Return a post's text to be pasted anywhere: without its player, and nothing in it is bold or small."""
    lines = [_SIGNS_OF_MARKDOWN.sub("", line) for line in _WHO.sub("", text).splitlines()]
    return "\n".join([f"Idle Year · {lines[0]}", *lines[1:]])


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
    review = shared.review
    if review is not None and tells_moves_apart(review):
        return _squares(review.lights, style)
    told = [] if shared.result.from_before else [_strip_line(shared.game.session, style)]
    if review is not None and review.opening is Answer.LOST:
        told.append(nobody_text(style))
    return told


def _strip_line(session: Session[Any], style: Style) -> str:
    """Return a strip with what it measures, as bars or as its numbers."""
    measured = _MEASURES[session.rules.score(session.state).parts[0][0]]
    if style.spoken:
        # Translators: {measured} is such as "piles left, tenth by tenth"
        return _("{measured}: {numbers}", measured=measured, numbers=commas(map(str, strip(session))))
    return f"`{bars(session)}` {worded(measured)}"


def _squares(lights: Sequence[Light], style: Style) -> list[str]:
    counts = counts_text(lights, spoken=style.spoken)
    # Translators: {counts} says how many squares there are of each kind
    legend = n_(
        "{n} move a square: {counts}", "{n} moves a square: {counts}", a_square(lights), counts=counts
    )
    return [squares_in_words(lights) if style.spoken else squares_text(lights), f"-# {legend}"]


def _title(shared: Shared) -> str:
    name, part_of = game_name(shared.game.rules), shared.occasion.title
    return f"{name} · {part_of}" if part_of else name


def result_line(game: Game, result: Result) -> str:
    """Return the result as `🏆 1 pile · unaided · 9 min`."""
    return " · ".join([_ended(game, result), _how(result), duration(result.seconds)])


def _result(shared: Shared) -> str:
    """Return a result as `🏆 1 pile · 82 moves · 3:04 · unaided · 4 days in a row`."""
    game, result = shared.game, shared.result
    facts = [
        _ended(game, result),
        n_("{n} move", "{n} moves", result.moves),
        clock(result.seconds),
        _how(result),
    ]
    if shared.streak > 1:
        # Translators: on which somebody has finished a daily
        facts.append(n_("{n} day in a row", "{n} days in a row", shared.streak))
    return " · ".join(facts)


def _ended(game: Game, result: Result) -> str:
    reached, goal = score_in_words(game.rules, result.left), family_of(game.rules).points
    if goal is not None and result.outcome != Outcome.WON:
        # Translators: such as "32 of 61 points": how many there are, and how many would have won
        reached = _("{points} of {goal} points", points=abs(result.left), goal=goal)
    if result.outcome != RESIGNED:
        return f"{SIGNS.get(result.outcome, '')}{reached}"
    # Translators: {score} is such as "12 piles"
    return _("resigned at {score}", score=reached) if result.moves else worded(RESIGNED_AT_ONCE)


def _how(result: Result) -> str:
    if result.kind == Kind.PRACTICE:
        return _("practice")
    return _("assisted") if result.assisted else _("unaided")


def _code(shared: Shared) -> list[str]:
    """Return the line with which anyone deals the same cards; none while the deal is sealed."""
    code = shared.game.code
    if shared.occasion.sealed or len(code) > _LONGEST_CODE:
        return []
    return ["-# " + _("Play the same deal: {code}", code=f"`{code}`")]
