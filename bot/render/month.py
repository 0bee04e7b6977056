"""The board of a month over all games, as text for Discord."""

from __future__ import annotations

from collections.abc import Collection

from bot.engine.daily import FAMILIES
from bot.engine.wording import counted, spelt
from bot.render.cards import Style
from bot.render.leaderboard import MEDALS, page_in_words, who_is_missing, with_gaps
from bot.service.month import Month, MonthBoard
from bot.solvers.difficulty import HARDEST
from bot.store import BEST_OF_A_FAMILY, MonthPlace

MONTHS = {Month.THIS: "this month", Month.LAST: "last month"}
_MOST = len(FAMILIES) * BEST_OF_A_FAMILY * HARDEST
_RULE = (
    f"Points are the stars of dailies won without help: your best {spelt(BEST_OF_A_FAMILY)} of each family, "
    f"at most {_MOST}. Days are UTC."
)
_EMPTY = {
    Month.THIS: "Nobody has won a daily without help yet. `/daily play` and be the first.",
    Month.LAST: "Nobody won a daily without help.",
}


def month_text(found: MonthBoard, style: Style, *, hidden: bool, gone: Collection[int] = frozenset()) -> str:
    """Return a page of a month's board with the user's own place; `hidden` if they chose not to be shown.

    Players who are `gone` from the server are not listed.
    """
    listed = [place for place in found.places if place.player not in gone]
    if found.own is not None and found.own not in found.places:
        listed = sorted([*listed, found.own], key=lambda place: place.position)
    lines = [f"### All games · {MONTHS[found.month]}{page_in_words(found.page, found.pages)}"]
    lines += with_gaps((place.position, _line(place, found.own)) for place in listed)
    if not found.places:
        lines.append(_EMPTY[found.month])
    lines += who_is_missing(found.places, found.own, gone, hidden=hidden)
    lines.append(f"-# {_RULE}")
    return style.say("\n".join(lines))


def _line(place: MonthPlace, own: MonthPlace | None) -> str:
    you = " · **you**" if place == own else ""
    facts = f"{counted(place.points, 'point')} · {counted(place.wins, 'win')}{you}"
    return f"`{place.number:>2}` {MEDALS.get(place.number, '')}<@{place.player}> · {facts}"
