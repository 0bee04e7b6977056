"""The rules of a game as a message: a chapter, with a button for each of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.rules import CHAPTER_LABELS, Chapter, chapters, rules_page
from bot.ui.components.game_picker import page_picker
from bot.ui.components.items import PressButton
from bot.ui.components.notes import Note
from bot.ui.components.presses import Press

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.render.cards import Style


def rules_note(rules: AnyRules, style: Style, chapter: Chapter = Chapter.PLAY) -> Note:
    """Return a chapter about a game, with a picker for the rules of others."""
    others = [other for other in chapters(rules) if other is not chapter]
    buttons = [
        PressButton(CHAPTER_LABELS[other], Press(0, 0, "chapter", f"{rules.id}:{other}")) for other in others
    ]
    note = Note(rules_page(rules, style, chapter), *buttons)
    for row in page_picker("rules", rules.family, rules.id):
        note.add_item(row)
    return note
