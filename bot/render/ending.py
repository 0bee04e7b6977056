"""What is said of a game that has just been won, beside its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games.odds import odds_of
from bot.engine.wording import counted
from bot.render.leaderboard import worth
from bot.render.news import News

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.service.stats import GameStats

_CERTAIN = 0.995
"""The share of deals won from which there is no point in telling it."""


def won_news(rules: AnyRules, found: GameStats) -> News:
    """Say which win of a player this is, how many came in a row, the best so far, and how rare it is."""
    wins, (streak, _) = found.tally.won, found.wins
    facts = ["your first win" if wins == 1 else f"win number {wins}"]
    if streak > 1:
        facts.append(f"{streak} in a row")
    best = min(found.mine, default=None)
    if best is not None and len(found.mine) > 1:
        facts.append(f"your best is {worth(rules, best)}")
    return News(f"🎉 {rules.name}: {', '.join(facts)}.{_rarity(rules)} {_asked(found)}".rstrip())


def _rarity(rules: AnyRules) -> str:
    """Say how many deals are won, by our own player where cards are hidden."""
    odds = odds_of(rules.id)
    if odds.fair:
        return f" Our own player, who sees only what you see, wins {odds.fair.percent} of deals."
    if odds.known and odds.known.share < _CERTAIN:
        return f" About {odds.known.percent} of deals can be won."
    return ""


def _asked(found: GameStats) -> str:
    clean = found.tally.clean_wins
    return f"{counted(clean, 'win')} without help so far." if clean else ""
