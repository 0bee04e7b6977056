"""The calendar of dailies as text: a row of squares for each week, or in words what was played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from bot.engine.wording import sentence
from bot.render.cards import Style
from bot.render.language import SHORT, WITH_WEEKDAY, _, capital, commas, day_and_month, n_, worded
from bot.render.names import family_name
from bot.service.calendar import Calendar, Mark

_SQUARES = {Mark.WON: "🟦", Mark.FINISHED: "🟨", Mark.LATER: "🔶", Mark.MISSED: "⬜"}
"""Told apart by how light they are, and orange by its shape, as in a review."""
_NONE = "▪️"
_MEANINGS = {
    # Translators: these four are what became of the daily of a day
    Mark.WON: sentence("won"),
    Mark.FINISHED: sentence("finished"),
    Mark.LATER: sentence("finished later"),
    Mark.MISSED: sentence("not finished"),
}
_WEEK = 7
_EMPTY = sentence("No daily is over yet: `/daily play` deals today's.")
_HOW = sentence("Choose a day to play its deal: as practice, it counts nowhere.")


def calendar_text(calendar: Calendar, style: Style) -> str:
    """Return how the dailies of the last weeks went for their player."""
    head = "### " + " · ".join([family_name(calendar.family), _("your last sixty dailies")])
    if not calendar.marks:
        return f"{head}\n{worded(_EMPTY)}"
    told = _in_words(calendar) if style.spoken else _in_squares(calendar)
    return style.say("\n".join([head, *told, f"-# {worded(_HOW)}"]))


def days_text(first: date, last: date) -> str:
    """Return the label of a list of days: `Play a day: 26 Oct to 19 Nov`."""
    start, end = day_and_month(first, SHORT), day_and_month(last, SHORT)
    # Translators: above a list of days, from the first to the last
    return _("Play a day: {first} to {last}", first=start, last=end)


def day_choice(day: date, mark: Mark) -> str:
    """Return a day as a choice in a list: `Fri 20 November · not finished`."""
    return f"{day_and_month(day, WITH_WEEKDAY)} · {worded(_MEANINGS[mark])}"


def _in_squares(calendar: Calendar) -> Iterator[str]:
    """Yield a row for each week from Monday to Sunday, then what the squares mean."""
    marks = calendar.marks
    first, last = min(marks), max(marks)
    weeks = range((first - timedelta(first.weekday())).toordinal(), last.toordinal() + 1, _WEEK)
    mondays = [date.fromordinal(week) for week in weeks]
    names = [day_and_month(monday, SHORT) for monday in mondays]
    width = max(map(len, names))
    for monday, name in zip(mondays, names, strict=True):
        week = [day for each in range(_WEEK) if (day := monday + timedelta(each)) <= last]
        row = "".join(_SQUARES[marks[day]] if day in marks else _NONE for day in week)
        yield f"`{name:>{width}}` {row}"
    yield "-# " + " · ".join(f"{_SQUARES[mark]} {worded(meaning)}" for mark, meaning in _MEANINGS.items())


def _in_words(calendar: Calendar) -> Iterator[str]:
    """Yield the days of each kind; of those not finished only how many, as the lists below name them."""
    for mark, meaning in _MEANINGS.items():
        days = [day_and_month(day) for day, each in calendar.marks.items() if each is mark]
        if days or mark is Mark.MISSED:
            told = n_("{n} day", "{n} days", len(days)) if mark is Mark.MISSED else commas(days)
            # Translators: what became of dailies, "Won" or "Not finished", and of which days they are
            yield _("**{meaning}.** {days}", meaning=capital(worded(meaning)), days=told)
