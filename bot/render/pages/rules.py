"""The rules of a game for players, in chapters, of which one is enough to play."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from bot.engine.line import play_line
from bot.render.cards.style import Style
from bot.render.cards.table import table_lines
from bot.render.pages.odds import counted_words

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules, Example

_ROOM = 3900
"""Characters that a page may use of the 4000 in a message."""


class Chapter(enum.StrEnum):
    """What there is to read about a game: how to play it, and more for those who want it."""

    PLAY = "play"
    STRATEGY = "strategy"
    HISTORY = "history"
    MISPRINTS = "misprints"


CHAPTER_LABELS = {
    Chapter.PLAY: "How to play",
    Chapter.STRATEGY: "Strategy",
    Chapter.HISTORY: "History and odds",
    Chapter.MISPRINTS: "Misprints",
}


def chapters(rules: AnyRules) -> list[Chapter]:
    """Return the chapters that a game has."""
    lacks = {Chapter.STRATEGY: not rules.page.strategy, Chapter.MISPRINTS: not rules.page.misprints}
    return [chapter for chapter in Chapter if not lacks.get(chapter)]


def rules_page(rules: AnyRules, style: Style | None = None, chapter: Chapter = Chapter.PLAY) -> str:
    """Return a chapter about a game in Discord's Markdown; its example uses emoji only if they fit."""
    style = style or Style()
    text = style.explain(_page(rules, style, chapter))
    if len(text) > _ROOM:
        text = style.explain(_page(rules, style.without_pictures, chapter))
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


def _page(rules: AnyRules, style: Style, chapter: Chapter) -> str:
    match chapter:
        case Chapter.STRATEGY:
            lines = [rules.page.strategy]
        case Chapter.HISTORY:
            lines = [
                *([rules.page.history] if rules.page.history else []),
                f"**Chance.** {rules.page.chance} {counted_words(rules)}".rstrip(),
            ]
        case Chapter.MISPRINTS:
            lines = [f"- {misprint}" for misprint in rules.page.misprints]
        case _:
            return "\n".join(_how_to_play(rules, style))
    return "\n".join([f"### {rules.name} · {CHAPTER_LABELS[chapter]}", *lines])


def _how_to_play(rules: AnyRules, style: Style) -> list[str]:
    page, example = rules.page, rules.page.example
    return [
        f"### {rules.name}",
        *([f"-# also called {', '.join(rules.aliases)}"] if rules.aliases else []),
        f"**Goal.** {page.goal}",
        f"**Deal.** {page.deal}",
        f"**Moves.** {page.play}",
        *([f"**Example.** {example.shows}", *drawn_example(rules, example, style)] if example else []),
        f"-# Source: {page.source}",
    ]
