"""Which texts are emoji."""

import pytest

from small_discord.limits.controls import is_unicode_emoji


@pytest.mark.parametrize(
    "name", ["♠", "♠️", "◀", "↩️", "🔥", "🏆", "1️⃣", "👩‍🚀", "🇬🇧", "👍🏽", "⬜", "🟩", "⏪"]
)
def test_emoji(name: str) -> None:
    """Emoji are known with and without variation selectors, joined, coloured, as keycaps and as flags."""
    assert is_unicode_emoji(name)


@pytest.mark.parametrize("name", ["", "a", "▾", "1", "♤", ":fire:", "🔥x", "←"])
def test_no_emoji(name: str) -> None:
    """Letters, digits and ornaments are no emoji, though some fonts draw them alike."""
    assert not is_unicode_emoji(name)
