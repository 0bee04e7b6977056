"""Leaderboards of a game, a month and puzzles as text for Discord, and what managers read of theirs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from bot.render.cards import Style
from bot.render.language import _, joined, n_, worded
from bot.render.names import game_name
from bot.service.race import Standing
from bot.service.ranks import A_PAGE, Hidden, Leaderboard, Month, MonthBoard, Period, PuzzleBoard
from bot.store import BEST_OF_A_FAMILY, NO_TIEBREAK, DailyPlace, MonthPlace, Place, PuzzlePlace, Result
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules, Outcome, in_words
from idle_year.engine.wording import sentence, spelt
from idle_year.solvers.difficulty import HARDEST

Ranked: TypeAlias = Place | DailyPlace | Standing
"""A result in any list."""
AnyPlace: TypeAlias = Ranked | MonthPlace | PuzzlePlace
MEDALS = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}
SIGNS: Mapping[str, str] = {Outcome.WON: "🏆 ", Outcome.MINOR_WIN: "⭐ "}
"""Signs before a score, by how the game ended; most scores have none."""
NO_SERVER = sentence("Leaderboards belong to a server: ask for one there.")
PERIODS = {
    Period.TODAY: sentence("today"),
    Period.MONTH: sentence("this month"),
    Period.ALL: sentence("all time"),
}
HOW_RANKED = sentence("Wins come first, and unaided results before assisted ones (🛟: undo, hint or check).")
DAYS_ARE_UTC = sentence("Days are UTC.")
WHY_HIDDEN = {
    Hidden.BY_CHOICE: sentence("You've chosen to be hidden: `/settings` puts you back on leaderboards."),
    Hidden.BY_MANAGERS: sentence(
        "You aren't listed: this server's managers have taken you off its leaderboards."
    ),
}
NOT_RANKED = sentence("You're not ranked yet.")
NOBODY = sentence("Nobody is listed yet.")
# Translators: marks the reader's own line in a list, and their bars in a chart
YOU = sentence("you")
# Translators: what is typed, `reset`, stays as it is
NOT_SURE = sentence("Nothing was reset: type reset after `sure` to confirm.")
_EMPTY = sentence("No results yet. `/deal` a game and be the first.")
MONTHS = {Month.THIS: sentence("this month"), Month.LAST: sentence("last month")}
_MOST_POINTS = len(FAMILIES) * BEST_OF_A_FAMILY * HARDEST
# Translators: {best} is how many, as a word or in digits
_RULE_OF_MONTHS = sentence(
    "Points are the stars of dailies won without help: your best {best} of each family, at most {most}.",
    best=spelt(BEST_OF_A_FAMILY),
    most=_MOST_POINTS,
)
_EMPTY_MONTHS = {
    Month.THIS: sentence("Nobody has won a daily without help yet. `/daily play` and be the first."),
    Month.LAST: sentence("Nobody won a daily without help."),
}
_RULE_OF_PUZZLES = sentence(
    "Solving a puzzle raises your rating, failing lowers it; hard ones raise it more and lower it less."
)
_WHO_IS_RATED = sentence(
    "Everybody begins at 1500, and is listed after some thirty puzzles, once the rating is sure."
)
_EMPTY_PUZZLES = sentence("Nobody is listed yet. `/puzzle play` deals you a puzzle.")
EXPORT_FILE = sentence("Every result of this server")
EXPORTED = sentence(
    "Results of deals that others are still playing, in a daily, a race or a puzzle, are left out."
)


def leaderboard_text(
    found: Leaderboard, style: Style, *, hidden: Hidden | None, gone: Collection[int] = frozenset()
) -> str:
    """Return a page of a leaderboard with the user's own place, or why they are `hidden`.

    Players who are `gone` from the server are not listed.
    """
    numbered = enumerate(found.places, start=found.page * A_PAGE + 1)
    listed = [(position, place) for position, place in numbered if place.player not in gone]
    if found.own is not None and found.own not in found.places:
        listed = sorted([*listed, (found.own.number, found.own)])
    shown = [place for _, place in listed]
    lines = [_heading([game_name(found.rules), worded(PERIODS[found.period])], found.page, found.pages)]
    lines += with_gaps(
        (position, _line(found.rules, place, shown) + _you(place, found.own)) for position, place in listed
    )
    if not found.places:
        lines.append(worded(NOBODY if hidden else _EMPTY))
    lines += who_is_missing(found.places, found.own, gone, hidden=hidden)
    lines.append(f"-# {joined(HOW_RANKED, DAYS_ARE_UTC)}")
    return style.say("\n".join(lines))


def month_text(
    found: MonthBoard, style: Style, *, hidden: Hidden | None, gone: Collection[int] = frozenset()
) -> str:
    """Return a page of a month's board with the user's own place, or why they are `hidden`.

    Players who are `gone` from the server are not listed.
    """
    title = " · ".join([_("All games"), worded(MONTHS[found.month])])
    text = _board_text(title, found, _points, _EMPTY_MONTHS[found.month], hidden=hidden, gone=gone)
    return style.say(f"{text}\n-# {joined(_RULE_OF_MONTHS, DAYS_ARE_UTC)}")


def ratings_text(
    found: PuzzleBoard, style: Style, *, hidden: Hidden | None, gone: Collection[int] = frozenset()
) -> str:
    """Return a page of the board of puzzles with the user's own place, or why they are `hidden`.

    Players who are `gone` from the server are not listed.
    """
    text = _board_text(_("Puzzles"), found, _rating, _EMPTY_PUZZLES, hidden=hidden, gone=gone)
    return style.say(f"{text}\n-# {worded(_RULE_OF_PUZZLES)}\n-# {worded(_WHO_IS_RATED)}")


def _board_text(
    title: str,
    found: MonthBoard | PuzzleBoard,
    facts: Callable[[Any], str],
    empty: str,
    *,
    hidden: Hidden | None,
    gone: Collection[int],
) -> str:
    """Return a page of a board that one query ranks, with the user's own place, except for its rule.

    `facts` tells what a place is ranked by. Players who are `gone` from the server are not listed.
    """
    listed = [place for place in found.places if place.player not in gone]
    if found.own is not None and found.own not in found.places:
        listed = sorted([*listed, found.own], key=lambda place: place.position)
    lines = [_heading([title], found.page, found.pages)]
    lines += with_gaps(
        (place.position, _place_line(place, facts(place)) + _you(place, found.own)) for place in listed
    )
    if not found.places:
        lines.append(worded(NOBODY if hidden else empty))  # the one who reads it may have been the first
    lines += who_is_missing(found.places, found.own, gone, hidden=hidden)
    return "\n".join(lines)


def who_is_missing(
    places: Sequence[AnyPlace],
    own: AnyPlace | None,
    gone: Collection[int],
    *,
    hidden: Hidden | None,
) -> list[str]:
    """Say why the reader has no place, and how many on the page have left the server (`gone`)."""
    told: list[str] = [WHY_HIDDEN[hidden]] if hidden else [NOT_RANKED] if own is None and places else []
    left = sum(place.player in gone for place in places)
    if left:
        told.append(
            n_(
                "Not listed: {n} player who left this server.",
                "Not listed: {n} players who left this server.",
                left,
            )
        )
    return [f"-# {worded(line)}" for line in told]


def with_gaps(lines: Iterable[tuple[int, str]]) -> list[str]:
    """Return the texts of lines, each with its position, with an ellipsis wherever positions are left out."""
    told: list[str] = []
    last = None
    for position, line in lines:
        if last is not None and position > last + 1:
            told.append("⋯")
        told.append(line)
        last = position
    return told


def worth(rules: AnyRules, result: Ranked | Result, among: Sequence[Ranked | Result]) -> str:
    """Return what a result is ranked by, in words: `3 piles`, `61 points`.

    If that alone does not tell it from the results listed with it, the next part of the score follows.
    """
    finer = _parts(rules.id)[1:]
    score = score_in_words(rules, result.left)
    if finer and result.tiebreak != NO_TIEBREAK and any(_breaks_tie(result, other) for other in among):
        # Translators: the two parts of a score: "3 piles, 12 cards outside the largest pile"
        return _("{score}, {finer}", score=score, finer=in_words(finer[0], abs(result.tiebreak)))
    return score


def score_in_words(rules: AnyRules, left: int) -> str:
    """Return the first part of a score, as results keep it, in words: `3 piles`, `61 points`."""
    return worded(in_words(_parts(rules.id)[0], abs(left)))


@cache
def _parts(game: str) -> tuple[str, ...]:
    """Return what the parts of a game's scores are called, which is the same for each of its deals."""
    rules = find_game(game)
    return tuple(name for name, _ in rules.score(rules.start("a")).parts)


def _breaks_tie(one: Ranked | Result, other: Ranked | Result) -> bool:
    alike = (one.assisted, one.left) == (other.assisted, other.left)
    return alike and one.tiebreak != other.tiebreak


def duration(seconds: int) -> str:
    """Return a duration in its largest unit: `40 s`, `9 min`, `3 h`, `2 days`."""
    if seconds < 120:
        # Translators: seconds
        return _("{n} s", n=seconds)
    if seconds < 7200:
        # Translators: minutes
        return _("{n} min", n=seconds // 60)
    if seconds < 172_800:
        # Translators: hours
        return _("{n} h", n=seconds // 3600)
    return n_("{n} day", "{n} days", seconds // 86_400)


def clock(seconds: int) -> str:
    """Return a duration as a clock shows it, `3:04`, which tells apart what is less than a minute apart."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def moves_text(place: Place | DailyPlace) -> str:
    """Return how many moves a result took: `51 moves`."""
    return n_("{n} move", "{n} moves", place.moves)


def _heading(facts: Sequence[str], page: int, pages: int) -> str:
    """Return what a board is about, and which page of how many it is if there are several."""
    pages_told = [_("page {page} of {pages}", page=page + 1, pages=pages)] if pages > 1 else []
    return "### " + " · ".join([*facts, *pages_told])


def _you(place: AnyPlace, own: AnyPlace | None) -> str:
    return f" · **{worded(YOU)}**" if place == own else ""


def _line(rules: AnyRules, place: Place, shown: Sequence[Place]) -> str:
    helped = " · 🛟" if place.assisted else ""
    won = "" if place.unwon else SIGNS[Outcome.WON]
    score = f"{won}{worth(rules, place, shown)}"
    facts = f"{score} · {moves_text(place)} · {duration(place.seconds)}{helped}"
    return _place_line(place, facts)


def _place_line(place: Place | MonthPlace | PuzzlePlace, facts: str) -> str:
    return f"`{place.number:>2}` {MEDALS.get(place.number, '')}<@{place.player}> · {facts}"


def _points(place: MonthPlace) -> str:
    points, wins = n_("{n} point", "{n} points", place.points), n_("{n} win", "{n} wins", place.wins)
    return f"{points} · {wins}"


def _rating(place: PuzzlePlace) -> str:
    return _("rating {rating}", rating=place.rating)


def player_hidden(player: int) -> str:
    """Say that a player is on no leaderboard of the server."""
    return _(
        "{player} is on no leaderboard here any more: `/server leaderboard show` undoes it.",
        player=f"<@{player}>",
    )


def player_shown(player: int, *, hides: bool) -> str:
    """Say that a player may be on leaderboards, or has chosen to be hidden from all of them."""
    name = f"<@{player}>"
    if not hides:
        return _("{player} may be on the leaderboards here.", player=name)
    return _(
        "{player} may be on the leaderboards here, but has chosen to hide in /settings.",
        player=name,
    )


def boards_reset(gone: int, rules: AnyRules | None) -> str:
    """Say how many results were taken off the leaderboards, of one game or of all."""
    if rules is None:
        return n_(
            "{n} result was taken off this server's leaderboards.",
            "{n} results were taken off this server's leaderboards.",
            gone,
        )
    return n_(
        "{n} result of {game} was taken off this server's leaderboards.",
        "{n} results of {game} were taken off this server's leaderboards.",
        gone,
        game=rules.name,
    )
