"""What Discord takes, by its documentation: how many of what, and how long.

The headings named are those of https://docs.discord.com/developers, where each number stands.
"""

from __future__ import annotations

# Components → Component Reference
MESSAGE_CHARACTERS = 4000
"""All texts of a message together (Text Display)."""
MESSAGE_COMPONENTS = 40
"""All components of a message, those within others included (Legacy Message Component Behavior)."""
MESSAGE_BYTES, TEXT_BYTES = 10_170, 12
"""All texts of a message together as UTF-8, with so many more for each of them.

It was measured, and stands nowhere: Discord answers 500 to what is longer. Japanese gets there first.
"""
ROW_BUTTONS = 5
"""Buttons side by side (Action Row)."""
BUTTON_CHARACTERS = 80
"""The label of a button (Button)."""
CUSTOM_ID_CHARACTERS = 100
"""What a button or a list sends (Button)."""
SELECT_OPTIONS = 25
"""Options of a list (String Select)."""
OPTION_CHARACTERS = 100
"""The label of an option of a list, its value, and what is told below it (Select Option)."""
PICTURE_CHARACTERS = 1024
"""The description of a picture (Media Gallery Item)."""

# Interactions → Receiving and Responding
FORM_TITLE_CHARACTERS = 45
"""The title of a form (Modal)."""
CHOICES = 25
"""What is offered while somebody types (Autocomplete)."""

# Interactions → Application Commands
CHOICE_CHARACTERS = 100
"""The name of what is offered, and its value (Application Command Option Choice)."""

# Resources
NONCE_CHARACTERS = 25
"""What tells a message that was sent twice from two (Message → Create Message)."""
NAMED_PEOPLE = 100
"""People whom a message may name (Message → Allowed Mentions)."""


def fits(*texts: str) -> bool:
    """Whether a message may have all of these texts."""
    size = sum(len(text.encode()) + TEXT_BYTES for text in texts)
    return sum(map(len, texts)) <= MESSAGE_CHARACTERS and size <= MESSAGE_BYTES
