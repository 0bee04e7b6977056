"""A board as pictures of its cards: large ones, for people who cannot read cards as small as emoji.

Large cards are five on a line, in as many pictures as it takes; what emoji have no room for is one picture.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.engine.cards import PACK
from bot.engine.rules import Pile, Table
from bot.engine.wording import sentence
from bot.render.cards import EMPTY, CardLine, Style, laid_out, picture, picture_name, table_in_words
from bot.render.discord_limits import PICTURE_CHARACTERS
from bot.render.language import drawable, n_, worded
from bot.render.marks import UNMARKED, Marks

CARD, STEP, MARGIN = 88, 94, 6
"""Pixels of a card, from one card to the next, and at the left and the top.

Discord shows a picture at most 550 points wide and 350 high, and some 330 wide on a phone. There, five cards
and their number are some 50 points wide each, and the seven of a pyramid, without a number, 44.
"""
_CARDS_A_LINE = 13
"""Cards on a line that are not large: a wider picture is shown with smaller cards."""
_TALLEST = 0.75
"""The height of a picture of large cards, as a part of its width: a higher one is shown narrower."""
_GOES_ON = sentence("The line above goes on.")
_FELT, _CHALK = "#12261e", "#f2f3f5"
"""A background of its own, so that cards and numbers are as legible in dark themes as in light ones."""
_LETTER_SIZE, _GAP = 38, 12
_COLOURS = 40
"""Few, chosen by an octree, which keeps grey and golden edges apart: a file half as long as with 256."""
_LEVEL = 6
"""The zlib compression level."""


class _Deck(NamedTuple):
    """All cards as they lie on the felt, in one palette, so that copying them needs no colour conversion."""

    palette: Image.Image
    cards: dict[str, Image.Image]


class _Layout(NamedTuple):
    """The lines of each picture, and the pixels left of their cards and to their right end."""

    pictures: list[list[CardLine]]
    left: int
    width: int


def board_pictures(table: Table, style: Style, marks: Marks = UNMARKED) -> list[bytes]:
    """Return a board as PNGs to be shown one below the other, laid out and marked as its text is.

    A numbered board keeps its width as its lines get shorter, so that its cards keep their size.
    """
    layout = _layout(table, style)
    return [_png(_drawn_board(lines, layout, style, marks)) for lines in layout.pictures]


def boards_in_words(table: Table, style: Style) -> list[str]:
    """Return what each of the pictures shows: whole lines, as many as fit, and how many more cards there are.

    A line that goes on below is told where it begins.
    """
    told = table_in_words(table, style.a_line)
    cards = [sum(pile is not None for pile in line.piles) for line in laid_out(table, style.a_line)]
    lines = zip(told, cards, strict=True)
    begun = [sum(bool(line.label) for line in lines) for lines in _layout(table, style).pictures]
    return [_shortened(list(islice(lines, number))) or worded(_GOES_ON) for number in begun]


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


def _layout(table: Table, style: Style) -> _Layout:
    """Lay a board out, on the event loop too: nothing is drawn for it."""
    widest = max(len(row.piles) + row.indent / 2 for row in table.rows)
    set_in = style.large and any(row.indent for row in table.rows)
    longest = (int(widest) if set_in else style.a_line) if style.large else _CARDS_A_LINE
    lines = [part for line in laid_out(table, style.a_line) for part in _parts(line, longest)]
    least = style.a_line if style.large or any(row.label is None for row in table.rows) else 0
    across = widest if set_in else max(least, *(len(line.piles) + line.indent / 2 for line in lines))
    left = MARGIN + (0 if set_in else max(_width(text) for text in ("000", *(line.label for line in lines))))
    width = left + round(across * STEP)
    most = int((_TALLEST * width - MARGIN) / STEP) if style.large else len(lines)
    return _Layout([lines[start : start + most] for start in range(0, len(lines), most)], left, width)


def _drawn_board(lines: list[CardLine], layout: _Layout, style: Style, marks: Marks) -> Image.Image:
    board = _felt((layout.width, MARGIN + len(lines) * STEP))
    for number, line in enumerate(lines):
        top = MARGIN + number * STEP
        first = _put_label(board, line, layout, top)
        for place, (pile, spot) in enumerate(zip(line.piles, line.spots, strict=False)):
            card = _deck().cards[_name(pile, two_colours=style.two_colours, free=spot in marks.free)]
            board.paste(card, (first + place * STEP, top))
        for place in (place for place, spot in enumerate(line.spots) if spot in marks.bars):
            board.paste(_bar(), (first + place * STEP - STEP + CARD, top))
    return board


def _put_label(board: Image.Image, line: CardLine, layout: _Layout, top: int) -> int:
    """Put the label of a line before its cards, if there is room for it, and return where these begin."""
    label, first = _label(line.label), layout.left + line.indent * STEP // 2
    if layout.left > MARGIN:
        board.paste(label, (layout.left - label.width, top))
    elif not line.indent and label.width + len(line.piles) * STEP < layout.width:
        board.paste(label, (first, top))
        first += label.width
    return first


def _parts(line: CardLine, longest: int) -> Iterator[CardLine]:
    """Yield a line, split into several if it is too long."""
    yield line._replace(label=drawable(line.label)[0], piles=line.piles[:longest])
    for start in range(longest, len(line.piles), longest):
        yield line._replace(label="", piles=line.piles[start : start + longest], start=start)


def _name(pile: Pile | None, *, two_colours: bool, free: bool) -> str:
    return EMPTY if pile is None else picture_name(pile.top, two_colours=two_colours, free=free)


def _png(board: Image.Image) -> bytes:
    file = io.BytesIO()
    board.save(file, "PNG", compress_level=_LEVEL)
    return file.getvalue()


@lru_cache(maxsize=1)
def _deck() -> _Deck:
    """Return all cards, decoded and scaled once."""
    names = [EMPTY, *_names()]
    sheet = Image.new("RGB", (CARD * (len(names) + 1), CARD), _FELT)
    for number, name in enumerate(names):
        art = Image.open(io.BytesIO(picture(name))).resize((CARD, CARD), Image.Resampling.LANCZOS)
        sheet.paste(art, (number * CARD, 0), art)
    sheet.paste(_drawn("88"), (len(names) * CARD, 0))  # the palette needs the shades of the letters too
    palette = sheet.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return _Deck(
        palette,
        {
            name: palette.crop((number * CARD, 0, (number + 1) * CARD, CARD))
            for number, name in enumerate(names)
        },
    )


def _names() -> dict[str, None]:
    kinds = product(PACK, (False, True), (False, True))
    return {picture_name(card, two_colours=two, free=free): None for card, two, free in kinds}


@lru_cache(maxsize=1)
def _bar() -> Image.Image:
    """Return what shows where the last move has been: a bar between two cards."""
    return _in_palette(Image.new("RGB", (STEP - CARD, CARD), _CHALK))


@lru_cache(maxsize=256)
def _label(text: str) -> Image.Image:
    """Return the label that leads a line, as high as a card."""
    return _in_palette(_drawn(text.strip()))


def _drawn(text: str) -> Image.Image:
    drawn = Image.new("RGB", (_width(text), CARD), _FELT)
    ImageDraw.Draw(drawn).text((0, CARD / 2), text, _CHALK, _font(), anchor="lm")
    return drawn


@lru_cache(maxsize=256)
def _width(text: str) -> int:
    return round(_font().getlength(text.strip())) + _GAP


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(_LETTER_SIZE)


def _felt(size: tuple[int, int]) -> Image.Image:
    """Return an empty board."""
    return _in_palette(Image.new("RGB", (1, 1), _FELT)).resize(size)


def _in_palette(drawn: Image.Image) -> Image.Image:
    return drawn.quantize(palette=_deck().palette, dither=Image.Dither.NONE)
