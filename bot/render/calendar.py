"""The calendar as text: a row of squares for each week, or a sentence, and days to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from bot.render.cards import Style
from bot.render.language import SHORT, WEEKDAY, WITH_WEEKDAY, _, commas, day_and_month, worded
from bot.render.names import family_name
from bot.render.stats import days_achieved_text
from bot.service.calendar import Calendar, Mark
from idle_year.engine.wording import sentence

_SQUARES = ("◽", "🟨", "🟨", "🔶", "🔶", "🔶", "🟦")
"""By how many of a day's six are finished, told apart by size, shape and how light they are."""
_NONE = "▪️"
_MEANINGS = {
    # Translators: these four are what became of the daily of a day
    Mark.WON: sentence("won"),
    Mark.FINISHED: sentence("finished"),
    Mark.LATER: sentence("finished later"),
    Mark.MISSED: sentence("not finished"),
}
_EMPTY = sentence("You've finished no daily in the last ten weeks: `/daily play` deals today's.")
_HOW = sentence("Choose a day to play its deal: as practice, it counts nowhere.")
# Translators: five dailies and a puzzle; the squares are followed by how many of them somebody has finished
_LEGEND = sentence("Of the five dailies and the puzzle: ◽ 0 · 🟨 1–2 · 🔶 3–5 · 🟦 6")
_SPOKEN_LEGEND = sentence("Of the six of a day, five dailies and a puzzle, you've finished:")


def calendar_text(calendar: Calendar, style: Style) -> str:
    """Return how much of each day a player has finished, a line a week, and what that has achieved."""
    lines = ["### " + _("Your calendar")]
    if not calendar.finished:
        lines.append(worded(_EMPTY))
    elif style.spoken:
        lines += [worded(_SPOKEN_LEGEND), *_in_words(calendar.finished)]
    else:
        lines += [*_in_squares(calendar.finished), f"-# {worded(_LEGEND)}"]
    lines += days_achieved_text(calendar.achieved)
    if calendar.marks:
        lines.append("-# " + " · ".join([family_name(calendar.family), worded(_HOW)]))
    return style.say("\n".join(lines))


def days_text(first: date, last: date) -> str:
    """Return the label of a list of days: `Play a day: 26 Oct to 19 Nov`."""
    start, end = day_and_month(first, SHORT), day_and_month(last, SHORT)
    # Translators: above a list of days, from the first to the last
    return _("Play a day: {first} to {last}", first=start, last=end)


def day_choice(day: date, mark: Mark) -> str:
    """Return a day as a choice in a list: `Fri 20 November · not finished`."""
    return f"{day_and_month(day, WITH_WEEKDAY)} · {worded(_MEANINGS[mark])}"


def _in_squares(finished: Mapping[date, int]) -> Iterator[str]:
    """Yield a row for each week from Monday to Sunday, up to today."""
    weeks = _weeks(finished)
    names = [day_and_month(monday, SHORT) for monday in weeks]
    width = max(map(len, names))
    for (monday, days), name in zip(weeks.items(), names, strict=True):
        before = _NONE * (min(days) - monday).days
        yield f"`{name:>{width}}` {before}{''.join(_SQUARES[count] for count in days.values())}"


def _in_words(finished: Mapping[date, int]) -> Iterator[str]:
    """Yield a sentence for each week."""
    for monday, days in _weeks(finished).items():
        told = [f"{day_and_month(day, WEEKDAY)} {count}" for day, count in days.items() if count]
        # Translators: of all that there was to play in a week
        nothing = _("nothing")
        # Translators: {day} is a Monday, such as 16 November, {days} such as "Mon 3, Fri 1"
        yield _("Week of {day}: {days}.", day=day_and_month(monday), days=commas(told) or nothing)


def _weeks(finished: Mapping[date, int]) -> dict[date, dict[date, int]]:
    """Return the days of each week by its Monday."""
    weeks: dict[date, dict[date, int]] = {}
    for day, count in finished.items():
        weeks.setdefault(day - timedelta(day.weekday()), {})[day] = count
    return weeks
