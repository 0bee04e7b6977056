"""The rules of a game as a page for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def rules_page(rules: AnyRules) -> str:
    """Return goal, deal, moves and source, in Discord's Markdown."""
    page = rules.page
    names = f"\n-# also called {', '.join(rules.aliases)}" if rules.aliases else ""
    return (
        f"### {rules.name}{names}\n**Goal.** {page.goal}\n**Deal.** {page.deal}\n**Moves.** {page.play}\n"
        f"**Source.** {page.source}"
    )
