"""Whether saved games are still what their moves say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.engine.games import ALL
from bot.engine.session import Session
from bot.service.playing.ends import ended_as
from bot.store import Status

if TYPE_CHECKING:
    from bot.store.upkeep.backup import KeptGame


def is_replayable(kept: KeptGame) -> bool:
    """Return whether a game was dealt by the rules that this program has."""
    rules = ALL.get(kept.game)
    return rules is not None and rules.revision == kept.revision


def fault_of(kept: KeptGame) -> str | None:
    """Return what is wrong with a replayable game; None if its moves can be played and lead to its result."""
    try:
        session = Session.read(ALL[kept.game], kept.seed, kept.moves, None)
    except GameError as error:
        return f"its moves cannot be played: {error}"
    if kept.outcome is None:
        return None
    ended = ended_as(session, Status(kept.status))
    if ended is None or (ended.outcome, ended.left) != (kept.outcome, kept.left):
        return "its moves do not lead to its result"
    return None
