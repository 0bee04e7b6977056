"""How a player's games ended, as a chart and in words: a bar for each number of piles, cards or points."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw, ImageFont

from bot.render.language import _, capital, commas, drawable, joined, n_, percent
from idle_year.engine.wording import sentence

_SIZE = 720, 440
"""Small, so that its letters stay legible when a phone shows it at half its width."""
_LEFT, _TOP, _BOTTOM = 84, 112, 362
_PAPER, _INK, _FAINT = "#2b2d31", "#f2f3f5", "#4e5058"
MINE, THEIRS = "#f0b232", "#949ba4"
"""Colours that colour-blind people can tell apart, and that differ in lightness alone too."""
_MOST_BARS = 15
# Translators: these two stand in a chart, beside the colours of the bars
_YOU, _SERVER = sentence("you"), sentence("this server")
_UNITS = {
    # Translators: what is left or reached at the end of games
    "piles": sentence("piles"),
    "cards": sentence("cards"),
    "points": sentence("points"),
    "foundation_cards": sentence("foundation cards"),
}
"""What games end with, by the name of the first part of their scores."""


def spread_chart(title: str, unit: str, mine: Mapping[int, int], theirs: Mapping[int, int]) -> bytes:
    """Return a PNG of the share of games that ended with each number of a unit, the player's own and all.

    If there are more than fifteen numbers, each bar stands for several.
    """
    low, high = min((*mine, *theirs)), max((*mine, *theirs))
    step = -(-(high - low + 1) // _MOST_BARS)
    values = range(low, high + 1, step)
    image = Image.new("RGB", _SIZE, _PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((_LEFT, 14), title, _INK, ImageFont.load_default(30))
    axis, *names = drawable(_axis(unit, step), _YOU, _SERVER)
    _legend(draw, names[: 1 + bool(theirs)])
    shares = [_shares(each, values) for each in (mine, theirs) if each]
    highest = max(map(max, shares))
    _grid(draw, highest)
    width = (_SIZE[0] - _LEFT - 20) / len(values)
    for number, value in enumerate(values):
        start = _LEFT + number * width
        _bars(draw, start, width, [share[number] / highest for share in shares])
        draw.text((start + width / 2, _BOTTOM + 8), str(value), _INK, _font(), anchor="ma")
    draw.text((_SIZE[0] / 2, _BOTTOM + 40), axis, _INK, _font(), anchor="ma")
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def spread_in_words(unit: str, mine: Mapping[int, int], theirs: Mapping[int, int]) -> str:
    """Return what the chart shows, for those who cannot see it."""
    # Translators: {unit} is such as "piles", {numbers} such as "1 in 50 %, 2 in 20 %"
    own = n_(
        "{unit} at the end of your {n} game: most often {numbers}.",
        "{unit} at the end of your {n} games: most often {numbers}.",
        sum(mine.values()),
        unit=_UNITS[unit],
        numbers=_most_often(mine),
    )
    return joined(capital(own), _of_the_server(theirs) if theirs else "")


def _of_the_server(theirs: Mapping[int, int]) -> str:
    return n_(
        "Of this server's {n} game: most often {numbers}.",
        "Of this server's {n} games: most often {numbers}.",
        sum(theirs.values()),
        numbers=_most_often(theirs),
    )


def _most_often(spread: Mapping[int, int]) -> str:
    total = sum(spread.values())
    often = sorted(spread, key=lambda value: (-spread[value], value))[:3]
    # Translators: how many were left, and in what share of the games: "1 in 50 %"
    return commas(
        _("{number} in {share}", number=value, share=percent(spread[value] / total, 0))
        for value in sorted(often)
    )


def _shares(spread: Mapping[int, int], values: range) -> list[float]:
    """Return the share of the bin that begins at each value, 0 to 1."""
    counts = [sum(spread.get(value + more, 0) for more in range(values.step)) for value in values]
    return [count / sum(counts) for count in counts]


def _axis(unit: str, step: int) -> str:
    # Translators: below the bars of a chart; {unit} is such as "piles"
    if step == 1:
        return sentence("{unit} at the end", unit=_UNITS[unit])
    # Translators: below the bars of a chart, each of which stands for {step} numbers
    return sentence("{unit} at the end, in steps of {step}", unit=_UNITS[unit], step=step)


def _bars(draw: ImageDraw.ImageDraw, start: float, width: float, heights: list[float]) -> None:
    """Draw the player's own bar and everybody's side by side; heights are 0 to 1."""
    bar = width * 0.8 / len(heights)
    for number, (height, colour) in enumerate(zip(heights, (MINE, THEIRS), strict=False)):
        left = start + width * 0.1 + number * bar
        if height:
            draw.rectangle((left, _BOTTOM - (_BOTTOM - _TOP) * height, left + bar, _BOTTOM), colour)


def _legend(draw: ImageDraw.ImageDraw, names: Sequence[str]) -> None:
    left: float = _LEFT
    for name, colour in zip(names, (MINE, THEIRS), strict=False):
        draw.rectangle((left, 66, left + 18, 84), colour)
        draw.text((left + 26, 62), name, _INK, _font())
        left += 56 + draw.textlength(name, _font())


def _grid(draw: ImageDraw.ImageDraw, highest: float) -> None:
    for part in (0.5, 1.0):
        height = _BOTTOM - (_BOTTOM - _TOP) * part
        draw.line((_LEFT, height, _SIZE[0] - 20, height), _FAINT)
        # The font has no space but the plain one, and some languages write another before the sign.
        share = " ".join(percent(highest * part, 0).split())
        draw.text((_LEFT - 8, height), share, _INK, _font(), anchor="rm")
    draw.line((_LEFT, _BOTTOM, _SIZE[0] - 20, _BOTTOM), _INK)


def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(22)
