"""The calendar of dailies as text: a row of squares for each week, or in words what was played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from bot.engine.games import games_of
from bot.engine.wording import counted
from bot.render.cards import Style
from bot.render.daily import day_in_words
from bot.service.calendar import Calendar, Mark

_SQUARES = {Mark.WON: "🟦", Mark.FINISHED: "🟨", Mark.LATER: "🔶", Mark.MISSED: "⬜"}
"""Told apart by how light they are, and orange by its shape, as in a review."""
_NONE = "▪️"
_MEANINGS = {
    Mark.WON: "won",
    Mark.FINISHED: "finished",
    Mark.LATER: "finished later",
    Mark.MISSED: "not finished",
}
_WEEK = 7
_EMPTY = "No daily is over yet: `/daily play` deals today's."
_HOW = "-# Choose a day to play its deal: as practice, it counts nowhere."


def calendar_text(calendar: Calendar, style: Style) -> str:
    """Return how the dailies of the last weeks went for their player."""
    head = f"### {games_of(calendar.family)[0].name} · your last sixty dailies"
    if not calendar.marks:
        return f"{head}\n{_EMPTY}"
    told = _in_words(calendar) if style.spoken else _in_squares(calendar)
    return style.say("\n".join([head, *told, _HOW]))


def days_text(first: date, last: date) -> str:
    """Return the label of a list of days: `Play a day: 26 Oct to 19 Nov`."""
    return f"Play a day: {first.day} {first:%b} to {last.day} {last:%b}"


def day_choice(day: date, mark: Mark) -> str:
    """Return a day as a choice in a list: `Fri 20 November · not finished`."""
    return f"{day:%a} {day_in_words(day)} · {_MEANINGS[mark]}"


def _in_squares(calendar: Calendar) -> Iterator[str]:
    """Yield a row for each week from Monday to Sunday, then what the squares mean."""
    marks = calendar.marks
    first, last = min(marks), max(marks)
    monday = first - timedelta(first.weekday())
    while monday <= last:
        week = [day for each in range(_WEEK) if (day := monday + timedelta(each)) <= last]
        row = "".join(_SQUARES[marks[day]] if day in marks else _NONE for day in week)
        yield f"`{monday.day:>2} {monday:%b}` {row}"
        monday += timedelta(_WEEK)
    yield "-# " + " · ".join(f"{_SQUARES[mark]} {meaning}" for mark, meaning in _MEANINGS.items())


def _in_words(calendar: Calendar) -> Iterator[str]:
    """Yield the days of each kind; of those not finished only how many, as the lists below name them."""
    for mark, meaning in _MEANINGS.items():
        days = [day_in_words(day) for day, each in calendar.marks.items() if each is mark]
        if mark is Mark.MISSED:
            yield f"**{meaning.capitalize()}.** {counted(len(days), 'day')}"
        elif days:
            yield f"**{meaning.capitalize()}.** {', '.join(days)}"
