"""Draw the pictures of the cards: `python -m lab.draw` writes them into `bot/render/art/cards`.

Suits are shapes of our own; ranks are set in DejaVu Sans Bold, which may be embedded freely. The pictures
are kept in the repository, so that the font is not needed to run the bot. A picture that looks different
from before is the next edition of its card: `editions.json` lists them all, as emoji are named by them.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from bot.render import cards
from bot.render.cards import EDITIONS, EMPTY, digits, picture_name
from idle_year.engine.cards import PACK, Card

DRAWN_WITH = "13.0.0"
"""The version of Pillow that drew the pictures: another one may round a pixel differently."""

_Point = tuple[float, float]
_Outline = tuple[_Point, ...]
_STEPS = 24
"""Points per curve: in a picture of 128 pixels no corners of the polygon are visible."""
_SIDE = 128
"""Pixels of a picture, in width and height."""
_FONT = "DejaVuSans-Bold.ttf"

_FINE = 8
"""Everything is drawn this many times finer and then averaged, for clean edges."""
_LEFT, _TOP = 11, 12
_WIDEST, _HEIGHT = 57, 70
_WIDEST_TEN, _HEIGHT_TEN = 80, 60
"""The only two-digit rank is drawn lower, so that it leaves room for the suit."""


class _Box(NamedTuple):
    """A rectangle, in pixels of the picture."""

    left: float
    top: float
    right: float
    bottom: float


class _Ink(NamedTuple):
    """The colours of a tile; the rim sets the tile off from a background that is just as dark."""

    tile: str
    rim: str


# Green leans towards blue and red is dark, so that red-green colour-blind people can tell them apart.
_GREEN = _Ink("#00876a", "#00876a")
_BLUE = _Ink("#1b62cf", "#1b62cf")
_RED = _Ink("#c8142f", "#c8142f")
_GOLD, _NEAR_BLACK = "#ffd23f", "#101318"
"""The edge of a card that can move: brighter than any tile, and a dark line sets it off in light themes."""
_CHARCOAL = _Ink("#20242b", "#aeb6c2")
_FOUR_COLOURS = (_GREEN, _BLUE, _RED, _CHARCOAL)
_TWO_COLOURS = (_CHARCOAL, _RED, _RED, _CHARCOAL)
_WHITE = "#ffffff"
_GREY = "#8a919c"

_EDGE = _Box(2, 2, 126, 126)
_INSIDE = _Box(7, 7, 121, 121)
_ALL = _Box(0, 0, 128, 128)
_LINE = _Box(3, 3, 125, 125)
_WITHIN = _Box(11, 11, 117, 117)
_HOLE = _Box(10, 10, 118, 118)
_SUIT = _Box(62, 62, 119, 119)
_COVERED_SUIT = _Box(74, 14, 119, 59)
_COVERED_LEFT, _COVERED_TOP, _COVERED_WIDEST, _COVERED_HEIGHT = 11, 10, 58, 54
"""Where a covered card has its rank and suit: both at its top, which alone shows."""
_EDGED = 120
"""Pixels of what is drawn on a card with an edge: so much smaller that the edge hides nothing of it."""
_GAP = 5
"""Pixels between a rank and a suit that it would otherwise touch."""


def draw_pictures() -> dict[str, bytes]:
    """Return the PNG of every picture by its name."""
    drawn = {EMPTY: _png(_empty())}
    for two_colours, inks in ((False, _FOUR_COLOURS), (True, _TWO_COLOURS)):
        for card in PACK:
            ink = inks[card.suit]
            drawn[picture_name(card, two_colours=two_colours)] = _png(_card(card, ink))
            drawn[picture_name(card, two_colours=two_colours, free=True)] = _png(_edged(card, ink))
    return drawn


def draw_covered() -> bytes:
    """Return the PNG of all cards as they show when others lie on them, a line for each suit."""
    sheet = Image.new("RGBA", (13 * _SIDE, 8 * _SIDE))
    for number, inks in enumerate((_FOUR_COLOURS, _TWO_COLOURS)):
        for card in PACK:
            picture = _tile(inks[card.suit])
            _paint(picture, _WHITE, _suit_mask(card.suit, _COVERED_SUIT))
            _paint(picture, _WHITE, _covered_rank(card.symbol[:-1]))
            sheet.paste(picture, (card.rank * _SIDE, (4 * number + card.suit) * _SIDE))
    return _png(sheet.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def keep(folder: Path, drawn: Mapping[str, bytes]) -> None:
    """Write pictures into a folder, and those that are new into its list of editions."""
    editions = json.loads((folder / EDITIONS).read_bytes())
    for name, png in drawn.items():
        (folder / f"{name}.png").write_bytes(png)
        known = editions.get(name, "").split()
        editions[name] = " ".join(dict.fromkeys([*known, digits(png)]))
    (folder / EDITIONS).write_text(json.dumps(editions, indent=0, sort_keys=True) + "\n")


def main() -> None:
    """Draw and keep all pictures."""
    art = Path(cards.__file__).parent / "art"
    keep(art / "cards", draw_pictures())
    (art / "covered.png").write_bytes(draw_covered())


def _card(card: Card, ink: _Ink) -> Image.Image:
    picture = _tile(ink)
    _paint(picture, _WHITE, _face(card))
    return picture


def _edged(card: Card, ink: _Ink) -> Image.Image:
    """Return a card with the edge that says that it can move."""
    face, gap = Image.new("L", (_SIDE, _SIDE)), (_SIDE - _EDGED) // 2
    face.paste(_face(card).resize((_EDGED, _EDGED), Image.Resampling.BOX), (gap, gap))
    picture = _tile(ink)
    _paint(picture, _WHITE, face)
    _paint(picture, _NEAR_BLACK, ImageChops.subtract(_rounded(_ALL, 25), _rounded(_LINE, 23)))
    _paint(picture, _GOLD, ImageChops.subtract(_rounded(_LINE, 23), _rounded(_WITHIN, 18)))
    return picture


def _face(card: Card) -> Image.Image:
    """Return the mask of a card's rank, at the upper left, and of its suit, at the lower right."""
    rank = _rank_mask(card.symbol[:-1])
    around = rank.filter(ImageFilter.MaxFilter(2 * _GAP + 1))
    return ImageChops.add(rank, ImageChops.subtract(_suit_mask(card.suit, _SUIT), around))


def _empty() -> Image.Image:
    picture = _nothing()
    _paint(picture, _GREY, ImageChops.subtract(_rounded(_EDGE, 24), _rounded(_HOLE, 17)))
    return picture


def _tile(ink: _Ink) -> Image.Image:
    picture = _nothing()
    _paint(picture, ink.rim, _rounded(_EDGE, 24))
    _paint(picture, ink.tile, _rounded(_INSIDE, 20))
    return picture


def _nothing() -> Image.Image:
    return Image.new("RGBA", (_SIDE, _SIDE))


def _paint(picture: Image.Image, colour: str, mask: Image.Image) -> None:
    layer = Image.new("RGBA", picture.size, colour)
    layer.putalpha(mask)
    picture.alpha_composite(layer)


def _png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _rounded(box: _Box, radius: float) -> Image.Image:
    """Return the mask of a rectangle with rounded corners."""
    corners = [side * _FINE for side in box]
    return _mask(lambda pen: pen.rounded_rectangle(corners, radius * _FINE, fill=255))


@lru_cache
def _suit_mask(suit: int, box: _Box) -> Image.Image:
    """Return the mask of a suit, given by its number, drawn as large as a box."""
    left, top, width, height = box.left, box.top, box.right - box.left, box.bottom - box.top

    def draw(pen: ImageDraw.ImageDraw) -> None:
        for outline in _OUTLINES[suit]:
            points = [((left + x * width) * _FINE, (top + y * height) * _FINE) for x, y in outline]
            pen.polygon(points, fill=255)

    return _mask(draw)


@lru_cache
def _rank_mask(rank: str) -> Image.Image:
    """Return the mask of a rank in the upper left corner, squeezed if it is too wide for its place."""
    font = ImageFont.truetype(_FONT, 1000, layout_engine=ImageFont.Layout.BASIC)
    _, cap, _, base = font.getbbox("I")
    left, _, right, bottom = font.getbbox(rank)
    glyph = Image.new("L", (int(right - left), int(max(bottom, base) - cap)))
    ImageDraw.Draw(glyph).text((-left, -cap), rank, fill=255, font=font)
    widest, height = (_WIDEST_TEN, _HEIGHT_TEN) if len(rank) > 1 else (_WIDEST, _HEIGHT)
    # Scaled by cap height, so that the tails of J and Q hang below without making the letters smaller.
    scale = height * _FINE / (base - cap)
    size = round(min(glyph.width * scale, widest * _FINE)), round(glyph.height * scale)
    fine = Image.new("L", (_SIDE * _FINE, _SIDE * _FINE))
    fine.paste(glyph.resize(size), (_LEFT * _FINE, _TOP * _FINE))
    return fine.reduce(_FINE)


def _covered_rank(rank: str) -> Image.Image:
    """Return the mask of a rank beside its suit, whole: also the tails of J and Q end above the next card."""
    box = _rank_mask(rank).getbbox() or (0, 0, _SIDE, _SIDE)
    glyph = _rank_mask(rank).crop(box)
    height = _COVERED_HEIGHT + (3 if rank in "JQ" else 0)
    size = min(round(glyph.width * height / glyph.height), _COVERED_WIDEST), height
    mask = Image.new("L", (_SIDE, _SIDE))
    mask.paste(glyph.resize(size, Image.Resampling.LANCZOS), (_COVERED_LEFT, _COVERED_TOP))
    return mask


def _mask(draw: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    fine = Image.new("L", (_SIDE * _FINE, _SIDE * _FINE))
    draw(ImageDraw.Draw(fine))
    return fine.reduce(_FINE)


def _curve(start: _Point, *curves: tuple[_Point, _Point, _Point]) -> _Outline:
    """Return the points of cubic Bézier curves, each given by two handles and its end."""
    points = [start]
    for first, second, end in curves:
        points += _bezier(points[-1], first, second, end)
    return tuple(points)


def _bezier(start: _Point, first: _Point, second: _Point, end: _Point) -> Iterator[_Point]:
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        yield (
            a * start[0] + b * first[0] + c * second[0] + d * end[0],
            a * start[1] + b * first[1] + c * second[1] + d * end[1],
        )


def _circle(x: float, y: float, radius: float) -> _Outline:
    k = radius * 0.5523  # handle length for a quarter circle
    return _curve(
        (x, y - radius),
        ((x + k, y - radius), (x + radius, y - k), (x + radius, y)),
        ((x + radius, y + k), (x + k, y + radius), (x, y + radius)),
        ((x - k, y + radius), (x - radius, y + k), (x - radius, y)),
        ((x - radius, y - k), (x - k, y - radius), (x, y - radius)),
    )


_STEM = _curve(
    (0.5, 0.5),
    ((0.52, 0.75), (0.56, 0.9), (0.72, 1.0)),
    ((0.6, 1.0), (0.4, 1.0), (0.28, 1.0)),
    ((0.44, 0.9), (0.48, 0.75), (0.5, 0.5)),
)
_CLUB = (
    _circle(0.5, 0.22, 0.22),
    _circle(0.22, 0.61, 0.22),
    _circle(0.78, 0.61, 0.22),
    _circle(0.5, 0.5, 0.1),
    _STEM,
)
_DIAMOND = (
    _curve(
        (0.5, 0.0),
        ((0.58, 0.15), (0.76, 0.38), (0.88, 0.5)),
        ((0.76, 0.62), (0.58, 0.85), (0.5, 1.0)),
        ((0.42, 0.85), (0.24, 0.62), (0.12, 0.5)),
        ((0.24, 0.38), (0.42, 0.15), (0.5, 0.0)),
    ),
)
_HEART = (
    _curve(
        (0.5, 0.22),
        ((0.58, 0.02), (0.74, 0.02), (0.8, 0.03)),
        ((0.94, 0.06), (1.0, 0.2), (1.0, 0.31)),
        ((1.0, 0.56), (0.7, 0.72), (0.5, 1.0)),
        ((0.3, 0.72), (0.0, 0.56), (0.0, 0.31)),
        ((0.0, 0.2), (0.06, 0.06), (0.2, 0.03)),
        ((0.26, 0.02), (0.42, 0.02), (0.5, 0.22)),
    ),
)
_SPADE = (
    _curve(
        (0.5, 0.0),
        ((0.58, 0.22), (1.0, 0.4), (1.0, 0.64)),
        ((1.0, 0.78), (0.88, 0.85), (0.77, 0.85)),
        ((0.66, 0.85), (0.57, 0.79), (0.5, 0.68)),
        ((0.43, 0.79), (0.34, 0.85), (0.23, 0.85)),
        ((0.12, 0.85), (0.0, 0.78), (0.0, 0.64)),
        ((0.0, 0.4), (0.42, 0.22), (0.5, 0.0)),
    ),
    _STEM,
)
_OUTLINES = (_CLUB, _DIAMOND, _HEART, _SPADE)
"""The outlines of the suits in a square of side 1 with y downwards: polygons, which may overlap."""


if __name__ == "__main__":
    main()
