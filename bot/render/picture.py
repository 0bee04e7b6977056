"""A board as one picture of its cards: larger ones than emoji, or as they lie on a table.

The background is transparent, as nobody tells a bot its reader's theme: what is drawn on it is light with a
dark edge, such as a bar, or on a dark ground, such as a number. No words are drawn: a font would need the
letters of each language.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.render.cards import EMPTY, Style, covered_faces, laid_out, picture, picture_name, table_in_words
from bot.render.discord_limits import PICTURE_CHARACTERS
from bot.render.families import family_of
from bot.render.language import n_
from bot.render.layout import BACK, Bar, Layout, cards_a_line, in_lines
from bot.render.marks import UNMARKED, Marks
from idle_year.engine.cards import PACK, SUIT_WORDS, Card
from idle_year.engine.session import Session

STEPS = {5: 96, 7: 76, 9: 56, 10: 56, 13: 43}
"""Pixels from one card to the next, by how many lie side by side: twice as many as a phone has points."""
MARGIN = 4
_GAPS = 14
"""How many gaps between cards are as wide as a card."""
_ROUND = 24 / 128
"""The radius of a card's corners, as a part of its width."""
_GOLD, _DARK, _CHALK, _GREY = "#ffd23f", "#101318", "#f2f3f5", "#6d7480"
_FINE = 4
_DIGIT = 26
_DARK_EDGE = 2
"""Pixels of a bar's edge, by which it's seen in light themes."""
_COLOURS = 48
"""Few, chosen by an octree: a file half as long as with 256."""
_LEVEL = 6
_SIDE = 128
"""Pixels of the kept pictures of covered cards."""
_SOLID = 96


class _Sprite(NamedTuple):
    """What is pasted, and where: of a card the gap around it too, which parts it from those below."""

    drawn: Image.Image
    mask: Image.Image


class _Deck(NamedTuple):
    """All that lies on a board, in one palette, so that copying it needs no colour conversion."""

    sprites: dict[str, _Sprite]
    clear: Image.Image
    """A transparent pixel."""
    bar: tuple[Image.Image, Image.Image]
    """A pixel of a bar's edge, and one of its inside."""


def layout_of(session: Session[Any]) -> Layout:
    """Return how the cards of a board lie in its picture."""
    found = family_of(session.rules).on_table(session.table, session.state)
    return found or in_lines(session.table)


def board_picture(session: Session[Any], style: Style, marks: Marks = UNMARKED) -> bytes:
    """Return a board as a PNG, marked as its text is."""
    return drawn(layout_of(session), style, marks)


def board_in_words(session: Session[Any]) -> str:
    """Return what the picture shows: whole lines, as many as fit, and how many more cards there are."""
    table = session.table
    a_line = cards_a_line(table)
    told = table_in_words(table, a_line)
    cards = [sum(pile is not None for pile in line.piles) for line in laid_out(table, a_line)]
    return _shortened(list(zip(told, cards, strict=True)))


def drawn(layout: Layout, style: Style, marks: Marks = UNMARKED) -> bytes:
    """Draw cards as they are laid out; return a PNG."""
    board = painted(layout, STEPS[layout.across], marks, two_colours=style.two_colours)
    file = io.BytesIO()
    board.save(file, "PNG", compress_level=_LEVEL)
    return file.getvalue()


def painted(layout: Layout, step: int, marks: Marks = UNMARKED, *, two_colours: bool) -> Image.Image:
    """Draw cards as they are laid out, so many pixels from one to the next, in the palette of all cards."""
    deck = _deck(step, two_colours=two_colours)
    first = MARGIN + (2 * _digit_width() + MARGIN if layout.numbers else 0)
    size = first + layout.across * step + MARGIN, round(layout.height * step) + 2 * MARGIN
    board = deck.clear.resize(size)
    for line, number in enumerate(layout.numbers):
        begins = first - MARGIN - len(number) * _digit_width()
        for behind, digit in enumerate(number):
            _put(board, deck.sprites[digit], begins + behind * _digit_width(), MARGIN + line * step)
    for place in layout.places:
        left, top = first + round(place.left * step), MARGIN + round(place.top * step)
        free = place.spot in marks.free
        _put(board, deck.sprites[_name(place.shows, covered=place.covered, free=free)], left, top)
    for spot in marks.bars & layout.bars.keys():
        _put_bar(board, deck, layout.bars[spot], first, step)
    return board


def _shortened(lines: list[tuple[str, int]]) -> str:
    """Return lines with the number of their cards as one text."""
    told = [line for line, _ in lines]
    shown, text = len(told), "\n".join(told)
    while len(text) > PICTURE_CHARACTERS:
        shown -= 1
        more = sum(cards for _, cards in lines[shown:])
        text = "\n".join([*told[:shown], _and_more(more)])
    return text


def _and_more(cards: int) -> str:
    # Translators: the last line of a picture's description
    return n_("and {n} more card", "and {n} more cards", cards)


def _put(board: Image.Image, sprite: _Sprite, left: int, top: int) -> None:
    board.paste(sprite.drawn, (left, top), sprite.mask)


def _put_bar(board: Image.Image, deck: _Deck, bar: Bar, first: int, step: int) -> None:
    """Draw what shows where the last move has been: a bar between two cards."""
    half = max(2, step // _GAPS // 2)
    left, right = first + round(bar.left * step), first + round(bar.right * step)
    top, bottom = MARGIN + round(bar.top * step), MARGIN + round(bar.bottom * step)
    if bar.left == bar.right:
        inside = left - half, top + 4, left + half, bottom - 4
    else:
        inside = left + 4, top - half, right - 4, top + half
    edge = inside[0] - _DARK_EDGE, inside[1] - _DARK_EDGE, inside[2] + _DARK_EDGE, inside[3] + _DARK_EDGE
    for box, pixel in zip((edge, inside), deck.bar, strict=True):
        board.paste(pixel.resize((box[2] - box[0], box[3] - box[1])), box[:2])


def _name(shows: Card | str, *, covered: bool, free: bool) -> str:
    if isinstance(shows, str):
        return shows
    return picture_name(shows, free=free) + "_covered" * covered


@lru_cache(maxsize=8)
def _deck(step: int, *, two_colours: bool) -> _Deck:
    """Return all that can lie on a board, decoded and scaled once."""
    art = _art(step, two_colours=two_colours)
    sheet = Image.new("RGBA", (step * (len(art) + 2), step))
    for number, image in enumerate(art.values()):
        sheet.paste(image, (number * step, 0))
    ends = len(art) * step
    sheet.paste(_DARK, (ends, 0, ends + step // 2, step))
    sheet.paste(_CHALK, (ends + step // 2, 0, ends + step, step))
    palette = sheet.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    solid = sheet.getchannel("A").point(lambda alpha: 255 * (alpha >= _SOLID))
    *bar, clear = (palette.crop((x, 1, x + 1, 2)) for x in (ends + 1, ends + step - 2, ends + step + 1))
    ground = _rounded(step, 0).point(lambda alpha: 255 * (alpha >= _SOLID))
    sprites = {}
    for number, name in enumerate(art):
        box = number * step, 0, (number + 1) * step, step
        sprite, mask = clear.resize((step, step)), solid.crop(box)
        sprite.paste(palette.crop(box), mask=mask)
        sprites[name] = _Sprite(sprite, mask if name.isdigit() else ground)
    return _Deck(sprites, clear, (bar[0], bar[1]))


def _art(step: int, *, two_colours: bool) -> dict[str, Image.Image]:
    """Return the picture of each card and of all else, a gap around it."""
    edge = _edge(step)
    art = {EMPTY: _gapped(Image.open(io.BytesIO(picture(EMPTY))), step), BACK: _back(step)}
    sheet = Image.open(io.BytesIO(covered_faces())).convert("RGBA")
    for card in PACK:
        drawn_as = picture_name(card, two_colours=two_colours)
        face = _gapped(Image.open(io.BytesIO(picture(drawn_as))), step)
        row = card.suit + (len(SUIT_WORDS) if two_colours else 0)
        left, top = card.rank * _SIDE, row * _SIDE
        corner = _gapped(sheet.crop((left, top, left + _SIDE, top + _SIDE)), step)
        name = picture_name(card)
        art[name], art[f"{name}_covered"] = face, corner
        art[picture_name(card, free=True)] = Image.alpha_composite(face, edge)
    return art | {digit: _digit(digit, step) for digit in "0123456789"}


def _gapped(image: Image.Image, step: int) -> Image.Image:
    gap = step // _GAPS
    framed = Image.new("RGBA", (step, step))
    card = image.convert("RGBA").resize((step - gap, step - gap), Image.Resampling.LANCZOS)
    framed.paste(card, (gap // 2, gap // 2))
    return framed


def _edge(step: int) -> Image.Image:
    """Return the edge of a card that can move: around it, so that it does not become smaller."""
    inside = step // _GAPS // 2 + max(2, step // 24)
    edge = Image.new("RGBA", (step, step))
    for colour, margin in ((_DARK, 0.0), (_GOLD, 1.0)):
        edge.paste(colour, (0, 0), _rounded(step, margin))
    edge.paste((0, 0, 0, 0), (0, 0), _rounded(step, inside))
    return edge


def _back(step: int) -> Image.Image:
    """Return a card that lies face down."""
    gap = step // _GAPS
    back = Image.new("RGBA", (step, step))
    for colour, margin in (
        (_CHALK, gap / 2),
        (_GREY, gap / 2 + step / 16),
        (_CHALK, step / 3),
        (_GREY, step / 2.6),
    ):
        back.paste(colour, (0, 0), _rounded(step, margin))
    return back


def _rounded(step: int, margin: float) -> Image.Image:
    """Return the mask of a card, so many pixels within its gap."""
    mask = Image.new("L", (step * _FINE, step * _FINE))
    near, far = margin * _FINE, (step - margin) * _FINE - 1
    radius = max(1.0, (_ROUND * step - margin / 2) * _FINE)
    ImageDraw.Draw(mask).rounded_rectangle((near, near, far, far), radius, fill=255)
    return mask.reduce(_FINE)


def _digit(digit: str, step: int) -> Image.Image:
    """Return a digit on a dark ground of its own."""
    drawn_as, wide, middle = Image.new("RGBA", (step, step)), _digit_width(), step / 2
    pen = ImageDraw.Draw(drawn_as)
    pen.rectangle((0, middle - _DIGIT / 2 - 1, wide, middle + _DIGIT / 2), _DARK)
    pen.text((wide / 2, middle), digit, _CHALK, _font(), anchor="mm")
    return drawn_as


@lru_cache(maxsize=1)
def _digit_width() -> int:
    return round(_font().getlength("8")) + 2


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(_DIGIT)
