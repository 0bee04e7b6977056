"""What is said when the solver of a game is not ready: when it will be, or that it will not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.service.daily.dailies import NotMade
    from bot.service.hints.deal_search import NotPrepared
    from bot.service.kernels.preparation import Lack


def lack_text(lack: Lack) -> str:
    """Say why nothing better is known about a game, and when to ask again."""
    name = lack.rules.name
    if lack.ready is None:
        return f"The solver of {name} cannot be had on this bot's machine: a simpler search stands in for it."
    return f"The solver of {name} is still being prepared: ready {_then(lack)}. Ask again then."


def not_made(refusal: NotMade) -> str:
    """Say why there is no daily yet."""
    lack = refusal.lack
    if lack is None:
        return "Today's deal is being prepared: try again in a minute."
    if lack.ready is None:
        return f"This daily cannot be made. {lack_text(lack)}"
    return f"This daily is being prepared: ready {_then(lack)}. Ask again then."


def not_prepared(refusal: NotPrepared) -> str:
    """Say why there is no deal of the kind wished for."""
    return f"No such deal was found. {lack_text(refusal.lack)}"


def _then(lack: Lack) -> str:
    """Return the moment as a relative timestamp, which Discord shows as `in 2 minutes`."""
    return "" if lack.ready is None else f"<t:{int(lack.ready.timestamp())}:R>"
