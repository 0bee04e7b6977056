"""What Discord takes of all texts of a message together."""

from __future__ import annotations

import pytest

from bot.render.discord_limits import fits


@pytest.mark.parametrize(
    ("texts", "taken"),
    [
        (["x" * 3000, "x" * 1000], True),
        (["x" * 3000, "x" * 1001], False),
        (["か" * 3386], True),
        (["か" * 3386 + "x"], False),
        (["か" * 3000, "か" * 382], True),
        (["か" * 3000, "か" * 383], False),
    ],
)
def test_a_message_has_room_for_characters_and_for_bytes(texts: list[str], taken: bool) -> None:
    """A message takes 4,000 characters and 10,170 bytes, of which each text costs twelve."""
    assert fits(*texts) is taken
