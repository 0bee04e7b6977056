"""The rules of a game as a page for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.moves import play_line
from bot.render.style import Style
from bot.render.table import table_lines
from bot.render.words import spoken

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules, Example


def rules_page(rules: AnyRules, style: Style | None = None) -> str:
    """Return goal, deal, moves, an example, the chance to win and the source, in Discord's Markdown."""
    style = style or Style()
    page = rules.page
    parts = [
        f"### {rules.name}",
        *([f"-# also called {', '.join(rules.aliases)}"] if rules.aliases else []),
        f"**Goal.** {page.goal}",
        f"**Deal.** {page.deal}",
        f"**Moves.** {page.play}",
        *(_example_lines(rules, page.example, style) if page.example else []),
        *([f"**Chance.** {page.chance}"] if page.chance else []),
        *(f"**Misprint.** {misprint}" for misprint in page.misprints),
        f"**Source.** {page.source}",
    ]
    return spoken("\n".join(parts)) if style.spoken else "\n".join(parts)


def _example_lines(rules: AnyRules, example: Example, style: Style) -> list[str]:
    """Draw the position, name the move, and draw what it leads to."""
    before = rules.notation.read_position(example.position)
    after = play_line(rules, before, example.move).state
    return [
        f"**Example.** {example.shows}",
        *table_lines(rules.table(before), style),
        f"`{example.move}` leads to",
        *table_lines(rules.table(after), style),
    ]
