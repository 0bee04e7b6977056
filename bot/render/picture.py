"""A board as one picture of large cards, for people who cannot read cards as small as emoji."""

from __future__ import annotations

import io
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.engine.cards import PACK
from bot.engine.rules import Pile, Table
from bot.engine.wording import counted
from bot.render.cards import EMPTY, Line, Style, laid_out, picture, picture_name, table_in_words
from bot.render.marks import UNMARKED, Marks

CARD, STEP, MARGIN = 88, 94, 14
"""Pixels of a card, from one card to the next, and around the board.

Discord shows a picture at most 550 points wide and 350 high: with six lines of ten, a card is then 46 wide on
a desktop, at the two pixels per point that high-density screens need.
"""
_LONGEST = 13
"""Cards on a line: longer ones are wrapped, because a wide picture is shown with small cards."""
_MOST_WORDS = 1024
"""Characters that Discord allows in the description of a picture."""
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


def board_picture(table: Table, style: Style, marks: Marks = UNMARKED) -> bytes:
    """Return a board as a PNG, laid out and marked as its text is.

    A numbered board keeps its width as its lines get shorter, so that its cards keep their size.
    """
    lines = [part for line in laid_out(table, style.a_line) for part in _parts(line)]
    left = MARGIN + max(_label(text).width for text in ("000", *(line.label for line in lines)))
    numbered = any(row.label is None for row in table.rows)
    across = max([style.a_line * numbered, *(len(line.piles) + line.indent / 2 for line in lines)])
    board = _felt((round(left + across * STEP) + MARGIN, len(lines) * STEP + 2 * MARGIN))
    for number, line in enumerate(lines):
        top = MARGIN + number * STEP
        label = _label(line.label)
        board.paste(label, (left - label.width, top))
        first = left + line.indent * STEP // 2
        for place, (pile, free) in enumerate(zip(line.piles, line.free(marks), strict=True)):
            card = _deck().cards[_name(pile, two_colours=style.two_colours, free=free)]
            board.paste(card, (first + place * STEP, top))
        for place in (place for place, bar in enumerate(line.bars(marks)) if bar):
            board.paste(_bar(), (first + place * STEP - STEP + CARD, top))
    file = io.BytesIO()
    board.save(file, "PNG", compress_level=_LEVEL)
    return file.getvalue()


def board_in_words(table: Table, a_line: int) -> str:
    """Return what the picture shows: as many whole lines as fit, and how many more cards there are."""
    told = table_in_words(table, a_line)
    cards = [sum(pile is not None for pile in line.piles) for line in laid_out(table, a_line)]
    shown, text = len(told), "\n".join(told)
    while len(text) > _MOST_WORDS:
        shown -= 1
        text = "\n".join([*told[:shown], f"and {counted(sum(cards[shown:]), 'more card')}"])
    return text


def _parts(line: Line) -> list[Line]:
    """Return a line, split into several if it is too long."""
    first, *others = range(0, max(1, len(line.piles)), _LONGEST)
    return [
        line._replace(piles=line.piles[first:_LONGEST]),
        *(
            line._replace(label="", piles=line.piles[start : start + _LONGEST], start=start)
            for start in others
        ),
    ]


def _name(pile: Pile | None, *, two_colours: bool, free: bool) -> str:
    return EMPTY if pile is None else picture_name(pile.top, two_colours=two_colours, free=free)


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
    font = ImageFont.load_default(_LETTER_SIZE)
    drawn = Image.new("RGB", (round(font.getlength(text)) + _GAP, CARD), _FELT)
    ImageDraw.Draw(drawn).text((0, CARD / 2), text, _CHALK, font, anchor="lm")
    return drawn


def _felt(size: tuple[int, int]) -> Image.Image:
    """Return an empty board."""
    return _in_palette(Image.new("RGB", (1, 1), _FELT)).resize(size)


def _in_palette(drawn: Image.Image) -> Image.Image:
    return drawn.quantize(palette=_deck().palette, dither=Image.Dither.NONE)
