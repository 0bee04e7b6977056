"""Draw the pictures of the cards: `python -m bot.render.cards.art.draw` writes them beside this file.

Suits are shapes of our own; ranks are set in DejaVu Sans Bold, which may be embedded freely. The pictures
are kept in the repository, so that neither Pillow nor the font is needed to run the bot.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from bot.engine.cards import PACK, SUITS, Card
from bot.render.cards.art.masks import SIDE, Box, rank_mask, rounded, suit_mask
from bot.render.cards.pictures import EMPTY, picture_name

DRAWN_WITH = "13.0.0"
"""The version of Pillow that drew the pictures: another one may round a pixel differently."""


class Ink(NamedTuple):
    """The colours of a tile; the rim sets the tile off from a background that is just as dark."""

    tile: str
    rim: str


# Green leans towards blue and red is dark, so that red-green colour-blind people can tell them apart.
_GREEN = Ink("#00876a", "#00876a")
_BLUE = Ink("#1b62cf", "#1b62cf")
_RED = Ink("#c8142f", "#c8142f")
_CHARCOAL = Ink("#20242b", "#aeb6c2")
_VIOLET = Ink("#6b4fa0", "#cbbfe6")
_FOUR_COLOURS = (_GREEN, _BLUE, _RED, _CHARCOAL)
_TWO_COLOURS = (_CHARCOAL, _RED, _RED, _CHARCOAL)
_WHITE = "#ffffff"
_GREY = "#8a919c"

_EDGE = Box(2, 2, 126, 126)
_INSIDE = Box(7, 7, 121, 121)
_HOLE = Box(10, 10, 118, 118)
_SUIT = Box(62, 62, 119, 119)
_LARGE_SUIT = Box(22, 22, 106, 106)
_GAP = 5
"""Pixels between a rank and a suit that it would otherwise touch."""
_DIAMONDS = 1


def draw_pictures() -> dict[str, bytes]:
    """Return the PNG of every picture by its name."""
    drawn = {EMPTY: _png(_empty()), "card_back": _png(_back())}
    for two_colours, inks in ((False, _FOUR_COLOURS), (True, _TWO_COLOURS)):
        for card in PACK:
            drawn[picture_name(card, two_colours=two_colours)] = _png(_card(card, inks[card.suit]))
        for suit in range(len(SUITS)):
            ace = picture_name(Card(suit * 13), two_colours=two_colours)
            drawn[ace.removeprefix("ace_")] = _png(_suit(suit, inks[suit]))
    return drawn


def main() -> None:
    """Write all pictures."""
    folder = Path(__file__).parent / "cards"
    for name, png in draw_pictures().items():
        (folder / f"{name}.png").write_bytes(png)


def _card(card: Card, ink: Ink) -> Image.Image:
    """Draw the rank at the upper left and the suit at the lower right."""
    picture = _tile(ink)
    rank = rank_mask(card.symbol[:-1])
    around = rank.filter(ImageFilter.MaxFilter(2 * _GAP + 1))
    _paint(picture, _WHITE, ImageChops.subtract(suit_mask(card.suit, _SUIT), around))
    _paint(picture, _WHITE, rank)
    return picture


def _suit(suit: int, ink: Ink) -> Image.Image:
    picture = _tile(ink)
    _paint(picture, _WHITE, suit_mask(suit, _LARGE_SUIT))
    return picture


def _back() -> Image.Image:
    picture = _tile(_VIOLET)
    for x in (40, 64, 88):
        for y in (40, 64, 88):
            _paint(picture, _VIOLET.rim, suit_mask(_DIAMONDS, Box(x - 11, y - 11, x + 11, y + 11)))
    return picture


def _empty() -> Image.Image:
    picture = _nothing()
    _paint(picture, _GREY, ImageChops.subtract(rounded(_EDGE, 24), rounded(_HOLE, 17)))
    return picture


def _tile(ink: Ink) -> Image.Image:
    picture = _nothing()
    _paint(picture, ink.rim, rounded(_EDGE, 24))
    _paint(picture, ink.tile, rounded(_INSIDE, 20))
    return picture


def _nothing() -> Image.Image:
    return Image.new("RGBA", (SIDE, SIDE))


def _paint(picture: Image.Image, colour: str, mask: Image.Image) -> None:
    layer = Image.new("RGBA", picture.size, colour)
    layer.putalpha(mask)
    picture.alpha_composite(layer)


def _png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    main()
