"""The board of a month over all games, as text for Discord."""

from __future__ import annotations

from collections.abc import Collection

from bot.engine.daily import FAMILIES
from bot.engine.wording import sentence, spelt
from bot.render.cards import Style
from bot.render.language import _, joined, n_, worded
from bot.render.leaderboard import DAYS_ARE_UTC, board_text
from bot.service.ranks import Hidden, Month, MonthBoard
from bot.solvers.difficulty import HARDEST
from bot.store import BEST_OF_A_FAMILY, MonthPlace

MONTHS = {Month.THIS: sentence("this month"), Month.LAST: sentence("last month")}
_MOST = len(FAMILIES) * BEST_OF_A_FAMILY * HARDEST
# Translators: {best} is how many, as a word or in digits
_RULE = sentence(
    "Points are the stars of dailies won without help: your best {best} of each family, at most {most}.",
    best=spelt(BEST_OF_A_FAMILY),
    most=_MOST,
)
_EMPTY = {
    Month.THIS: sentence("Nobody has won a daily without help yet. `/daily play` and be the first."),
    Month.LAST: sentence("Nobody won a daily without help."),
}


def month_text(
    found: MonthBoard, style: Style, *, hidden: Hidden | None, gone: Collection[int] = frozenset()
) -> str:
    """Return a page of a month's board with the user's own place, or why they are `hidden`.

    Players who are `gone` from the server are not listed.
    """
    title = " · ".join([_("All games"), worded(MONTHS[found.month])])
    text = board_text(title, found, _facts, _EMPTY[found.month], hidden=hidden, gone=gone)
    return style.say(f"{text}\n-# {joined(_RULE, DAYS_ARE_UTC)}")


def _facts(place: MonthPlace) -> str:
    points, wins = n_("{n} point", "{n} points", place.points), n_("{n} win", "{n} wins", place.wins)
    return f"{points} · {wins}"
