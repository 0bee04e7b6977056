"""Masks of shapes and ranks: how much of each pixel they cover, from 0 (nothing) to 255 (all of it)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.render.cards.art.suits import outlines

if TYPE_CHECKING:
    from collections.abc import Callable

SIDE = 128
"""Pixels of a picture, in width and height."""
FONT = "DejaVuSans-Bold.ttf"

_FINE = 8
"""Everything is drawn this many times finer and then averaged, for clean edges."""
_LEFT, _TOP = 11, 12
_WIDEST, _HEIGHT = 57, 70
_WIDEST_TEN, _HEIGHT_TEN = 80, 60
"""The only two-digit rank is drawn lower, so that it leaves room for the suit."""


class Box(NamedTuple):
    """A rectangle, in pixels of the picture."""

    left: float
    top: float
    right: float
    bottom: float


def rounded(box: Box, radius: float) -> Image.Image:
    """Return the mask of a rectangle with rounded corners."""
    corners = [side * _FINE for side in box]
    return _mask(lambda pen: pen.rounded_rectangle(corners, radius * _FINE, fill=255))


@lru_cache
def suit_mask(suit: int, box: Box) -> Image.Image:
    """Return the mask of a suit, given by its number, drawn as large as a box."""
    left, top, width, height = box.left, box.top, box.right - box.left, box.bottom - box.top

    def draw(pen: ImageDraw.ImageDraw) -> None:
        for outline in outlines(suit):
            points = [((left + x * width) * _FINE, (top + y * height) * _FINE) for x, y in outline]
            pen.polygon(points, fill=255)

    return _mask(draw)


@lru_cache
def rank_mask(rank: str) -> Image.Image:
    """Return the mask of a rank in the upper left corner, squeezed if it is too wide for its place."""
    font = ImageFont.truetype(FONT, 1000, layout_engine=ImageFont.Layout.BASIC)
    _, cap, _, base = font.getbbox("I")
    left, _, right, bottom = font.getbbox(rank)
    glyph = Image.new("L", (int(right - left), int(max(bottom, base) - cap)))
    ImageDraw.Draw(glyph).text((-left, -cap), rank, fill=255, font=font)
    widest, height = (_WIDEST_TEN, _HEIGHT_TEN) if len(rank) > 1 else (_WIDEST, _HEIGHT)
    # Scaled by cap height, so that the tails of J and Q hang below without making the letters smaller.
    scale = height * _FINE / (base - cap)
    size = round(min(glyph.width * scale, widest * _FINE)), round(glyph.height * scale)
    fine = Image.new("L", (SIDE * _FINE, SIDE * _FINE))
    fine.paste(glyph.resize(size), (_LEFT * _FINE, _TOP * _FINE))
    return fine.reduce(_FINE)


def _mask(draw: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    fine = Image.new("L", (SIDE * _FINE, SIDE * _FINE))
    draw(ImageDraw.Draw(fine))
    return fine.reduce(_FINE)
