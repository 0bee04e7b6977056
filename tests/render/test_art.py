"""The pictures of the cards: complete, small and easy to tell apart."""

from __future__ import annotations

import io
import re
import struct

import pytest
from PIL import Image, ImageChops, ImageFilter

from bot.render.cards import EMPTY, digits, editions, is_free, picture_name, pictures
from idle_year.engine.cards import PACK

PICTURES = pictures()
MOST_BYTES = 7 * 1024
"""Discord accepts 256 KiB; a bot that uploads all of them is ready sooner if they are small."""
LONGEST_NAME = 32
DARK = "#313338"
CLEARLY, PLACES = 60, 10
"""Of 255 shades, and of 400 pixels."""
BRIGHT = 200
"""A shade of white; gold has little blue."""


def test_every_card_has_a_picture_and_no_other_is_there() -> None:
    """Every card has a picture in four colours and in two, each with an edge as well; there are no others."""
    cards = {picture_name(card, two_colours=two_colours) for card in PACK for two_colours in (False, True)}
    assert len(cards) == 52 + 26
    assert set(PICTURES) == cards | {f"{card}_free" for card in cards} | {EMPTY}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_discord_takes(name: str) -> None:
    """Each picture is a PNG of 128 x 128 pixels with transparency, under a name that an emoji may have."""
    png = PICTURES[name]
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (png[:8], width, height, depth, kind) == (b"\x89PNG\r\n\x1a\n", 128, 128, 8, 6)
    assert len(png) < MOST_BYTES
    assert re.fullmatch(rf"\w{{2,{LONGEST_NAME}}}", name, re.ASCII)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_a_name_that_is_spoken(name: str) -> None:
    """Each picture is in the list of editions, so that its emoji is named by its card alone."""
    assert digits(PICTURES[name]) in editions()[name], "run python -m lab.draw"
    assert len(name) + len(editions()[name]) - 1 <= LONGEST_NAME


def test_all_pictures_differ() -> None:
    """No two names show the same picture."""
    assert len(set(PICTURES.values())) == len(PICTURES)


@pytest.mark.parametrize("two_colours", [False, True])
def test_small_pictures_are_told_apart_without_colour(two_colours: bool) -> None:
    """At 20 pixels and in grey, any two cards of a set differ clearly in some places."""
    small = [_grey(picture_name(card, two_colours=two_colours)) for card in PACK]
    for place, one in enumerate(small):
        for other in small[:place]:
            assert sum(abs(a - b) > CLEARLY for a, b in zip(one, other, strict=True)) >= PLACES


@pytest.mark.parametrize("background", [DARK, "#ffffff"])
def test_an_edge_is_seen_without_colour(background: str) -> None:
    """At 20 pixels and in grey, a card that can move differs from the same card in many places all around."""
    for card in PACK:
        plain, edged = (_grey(picture_name(card, free=free), background) for free in (False, True))
        seen = [place for place in range(400) if abs(plain[place] - edged[place]) > CLEARLY]
        for side in ([place // 20 for place in seen], [place % 20 for place in seen]):
            assert sum(each < 3 for each in side) >= PLACES <= sum(each > 16 for each in side)


@pytest.mark.parametrize("name", [name for name in PICTURES if is_free(name)])
def test_an_edge_hides_nothing_of_a_card(name: str) -> None:
    """The rank and the suit of a card that can move end before its edge: no white touches gold."""
    red, green, blue, _alpha = _open(PICTURES[name]).split()
    bright = ImageChops.darker(red, green).point(lambda shade: 255 * (shade > BRIGHT))
    white = ImageChops.darker(bright, blue.point(lambda shade: 255 * (shade > BRIGHT)))
    gold = ImageChops.subtract(bright, white)
    assert gold.getbbox()
    assert white.getbbox()
    assert not ImageChops.darker(white, gold.filter(ImageFilter.MaxFilter(3))).getbbox()


def _grey(name: str, background: str = DARK) -> bytes:
    """Return the brightness of a picture on a background, such as Discord's dark one, 20 x 20 pixels."""
    picture = _open(PICTURES[name])
    seen = Image.alpha_composite(Image.new("RGBA", picture.size, background), picture)
    return seen.convert("L").resize((20, 20), Image.Resampling.BOX).tobytes()


def _open(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))
