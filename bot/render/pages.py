"""The rules of a game as a page for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.moves import play_line
from bot.render.odds import counted_words
from bot.render.style import Style
from bot.render.table import table_lines

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules, Example

_ROOM = 3900
"""Characters that a page may take of the 4000 of a message."""


def rules_page(rules: AnyRules, style: Style | None = None) -> str:
    """Return goal, deal, moves, an example, the chance to win and the source, in Discord's Markdown.

    The example is in pictures only where they fit.
    """
    style = style or Style()
    text = style.explain(_page(rules, style))
    if len(text) > _ROOM:
        text = style.explain(_page(rules, style.without_pictures))
    return text


def drawn_example(rules: AnyRules, example: Example, style: Style) -> list[str]:
    """Return the lines of an example: its position, its move, and what that leads to."""
    before = rules.notation.read_position(example.position)
    after = play_line(rules, before, example.move).state
    return [
        *table_lines(rules.table(before), style),
        f"`{example.move}` leads to",
        *table_lines(rules.table(after), style),
    ]


def _page(rules: AnyRules, style: Style) -> str:
    page, example = rules.page, rules.page.example
    parts = [
        f"### {rules.name}",
        *([f"-# also called {', '.join(rules.aliases)}"] if rules.aliases else []),
        f"**Goal.** {page.goal}",
        f"**Deal.** {page.deal}",
        f"**Moves.** {page.play}",
        *([f"**Example.** {example.shows}", *drawn_example(rules, example, style)] if example else []),
        *([f"**Strategy.** {page.strategy}"] if page.strategy else []),
        *([f"**History.** {page.history}"] if page.history else []),
        f"**Chance.** {page.chance} {counted_words(rules)}".rstrip(),
        *(f"**Misprint.** {misprint}" for misprint in page.misprints),
        f"**Source.** {page.source}",
    ]
    return "\n".join(parts)
