"""What is said about a game that has just ended, besides its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games.odds import odds_of
from bot.render.playing.hints import is_foreseen, turn_text
from bot.render.playing.news import News
from bot.solvers.protocols import Answer

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.service.game import Game
    from bot.service.hints.hindsight import Review
    from bot.store import WinRuns

_CERTAIN = 0.995
"""The share of winnable deals from which it is not worth mentioning."""


def won_news(rules: AnyRules, wins: WinRuns) -> News:
    """Say which win of a player this is, how many came in a row, and how rare it is."""
    facts = ["your first win" if wins.ever == 1 else f"win number {wins.ever}"]
    if wins.current > 1:
        facts.append(f"{wins.current} in a row")
    return News(f"🎉 {rules.name}: {', '.join(facts)}.{_rarity(rules)}")


def lost_news(game: Game, found: Review) -> News | None:
    """Say which move lost a game, or that nobody could have won it; return None if neither is known."""
    rules = game.rules
    if found.turn is not None:
        told = turn_text(rules, found.turn, foreseen=is_foreseen(game))
        return News(told, practise=found.turn.number)
    return News("Nobody could have won this deal (proven).") if found.opening is Answer.LOST else None


def _rarity(rules: AnyRules) -> str:
    """Say how many deals are won: by our own player if cards are hidden, else at best."""
    odds = odds_of(rules.id)
    if odds.fair:
        return f" Our own player, who sees only what you see, wins {odds.fair.percent} of deals."
    if odds.known and odds.known.share < _CERTAIN:
        return f" About {odds.known.percent} of deals can be won."
    return ""
