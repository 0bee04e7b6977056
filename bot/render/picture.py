"""A board as one picture of large cards, for people who cannot read cards as small as emoji."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.engine.cards import PACK
from bot.engine.rules import Pile, Table
from bot.engine.wording import counted
from bot.render.cards import EMPTY, Line, Style, laid_out, picture, picture_name, table_in_words

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
_COLOURS = 256
_LEVEL = 4
"""The zlib compression level: the usual 6 takes twice as long to save a twentieth."""


class _Deck(NamedTuple):
    """All cards as they lie on the felt, in one palette, so that copying them needs no colour conversion."""

    palette: Image.Image
    cards: dict[str, Image.Image]


def board_picture(table: Table, style: Style) -> bytes:
    """Return a board as a PNG, laid out as its text is.

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
        for place, pile in enumerate(line.piles):
            card = _deck().cards[_name(pile, two_colours=style.two_colours)]
            board.paste(card, (left + line.indent * STEP // 2 + place * STEP, top))
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
        *(line._replace(label="", piles=line.piles[start : start + _LONGEST]) for start in others),
    ]


def _name(pile: Pile | None, *, two_colours: bool) -> str:
    return EMPTY if pile is None else picture_name(pile.top, two_colours=two_colours)


@lru_cache(maxsize=1)
def _deck() -> _Deck:
    """Return all cards, decoded and scaled once."""
    names = [EMPTY, *{picture_name(card, two_colours=two): None for two in (False, True) for card in PACK}]
    sheet = Image.new("RGB", (CARD * (len(names) + 1), CARD), _FELT)
    for number, name in enumerate(names):
        art = Image.open(io.BytesIO(picture(name))).resize((CARD, CARD), Image.Resampling.LANCZOS)
        sheet.paste(art, (number * CARD, 0), art)
    sheet.paste(_drawn("88"), (len(names) * CARD, 0))  # the palette needs the shades of the letters too
    palette = sheet.quantize(_COLOURS, dither=Image.Dither.NONE)
    return _Deck(
        palette,
        {
            name: palette.crop((number * CARD, 0, (number + 1) * CARD, CARD))
            for number, name in enumerate(names)
        },
    )


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
