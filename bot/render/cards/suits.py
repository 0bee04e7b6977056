"""Suits in sentences and on text boards: Discord would show bare ones as emoji."""

from __future__ import annotations

import re

from bot.engine.cards import SUIT_SYMBOLS

_AS_TEXT = "\ufe0e"
_SUIT = re.compile(f"(?P<code>`[^`]*`)|[{SUIT_SYMBOLS}](?![\ufe0e\ufe0f])")


def suits_as_text(text: str) -> str:
    """Return a text whose suits have the colour of the text around them.

    As emoji, spades and clubs are hardly visible in Discord's dark theme. In code nothing is an emoji.
    """
    if not any(suit in text for suit in SUIT_SYMBOLS):
        return text  # a line of pictures, whose long names would take a while to look through
    return _SUIT.sub(lambda found: found[0] if found["code"] else found[0] + _AS_TEXT, text)
