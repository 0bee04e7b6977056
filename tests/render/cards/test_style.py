"""Cards as pictures, as text, in words."""

from __future__ import annotations

from bot.engine.cards import PACK, Card
from bot.render.cards.pictures import EMPTY, picture_name
from bot.render.cards.style import Style, picture_style

NAMES = {EMPTY} | {picture_name(card, two_colours=two) for card in PACK for two in (False, True)}
EMOJI = {name: f"<:{name}:1>" for name in NAMES}


def test_pictures_are_named_as_they_should_be_said() -> None:
    """Screen readers read out an emoji's name."""
    style = picture_style(EMOJI, 10, two_colours=False)
    assert style.face(Card.read("8S")) == "<:8_spades:1>"
    assert style.face(Card.read("QC")) == "<:queen_clubs:1>"
    assert style.face(None) == "<:card_empty:1>"


def test_in_two_colours_clubs_and_diamonds_are_other_pictures() -> None:
    """Spades and hearts are black and red either way."""
    style = picture_style(EMOJI, 10, two_colours=True)
    faces = [style.face(Card.read(text)) for text in ("8S", "8H", "8D", "8C")]
    assert faces == ["<:8_spades:1>", "<:8_hearts:1>", "<:8_diamonds_2c:1>", "<:8_clubs_2c:1>"]


def test_every_picture_has_a_name_that_discord_takes() -> None:
    """52 cards, 26 of them again in another colour, and an empty place."""
    assert len(EMOJI) == 79
    assert all(name.replace("_", "").isalnum() and 2 <= len(name) <= 32 for name in EMOJI)


def test_suits_are_text() -> None:
    """Only once, and not in code, from which people copy moves."""
    said = "8♠\ufe0e onto K♥\ufe0e: `8♠`"
    assert Style().say("8♠ onto K♥: `8♠`") == Style().explain(said) == said


def test_only_who_wants_words_is_spoken_to() -> None:
    """Explanations keep moves as they are typed."""
    for text in ("pile 11→10 · 12<", "nothing"):
        assert Style().say(text) == Style().explain(text) == text
    assert Style(spoken=True).say("8♠ · 12<") == "eight of spades, 12 one left"
    assert Style(spoken=True).explain("8♠ · 12<") == "eight of spades, 12<"
