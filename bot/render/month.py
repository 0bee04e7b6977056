"""The board of a month over all games, as text for Discord."""

from __future__ import annotations

from collections.abc import Collection

from bot.engine.daily import FAMILIES
from bot.engine.wording import counted, spelt
from bot.render.cards import Style
from bot.render.leaderboard import board_text
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
    title = f"All games · {MONTHS[found.month]}"
    text = board_text(title, found, _facts, _EMPTY[found.month], hidden=hidden, gone=gone)
    return style.say(f"{text}\n-# {_RULE}")


def _facts(place: MonthPlace) -> str:
    return f"{counted(place.points, 'point')} · {counted(place.wins, 'win')}"
