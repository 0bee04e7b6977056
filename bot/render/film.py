"""A game as a film: its board after each move, from the deal to the end, as its player saw it.

Drawn in a worker process: it takes a while, and some megabytes.
"""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from bot.render.families import family_of
from bot.render.language import n_
from bot.render.layout import Layout, cards_a_line, in_lines
from bot.render.names import game_name
from bot.render.picture import painted
from idle_year.engine.rules import DEAL, Move
from idle_year.engine.session import Session

MOST_FRAMES = 100
OPENING = 2000
"""Milliseconds for which the deal is shown."""
_LASTS, _LONGEST = 10_000, 500
"""Milliseconds that all other frames last, but each no longer than it takes to look at one."""
_ACROSS = 480
"""Pixels that the cards of a line take up."""
_PAPER = "#2b2d31"
"""Where no card is: a frame can put only something over what was there, not take it away."""
_UNCHANGED = b"\x00\xff\x00"
"""A colour that is seen nowhere."""


def film(session: Session[Any], two_colours: bool) -> bytes:
    """Draw a game as a GIF that is played once, so that its end stays."""
    layouts = film_layouts(session)
    step = _ACROSS // layouts[0].across
    frames = (painted(each, step, two_colours=two_colours) for each in layouts)
    opening = next(frames)
    palette = _on_paper(opening)
    file = io.BytesIO()
    _coloured(opening, palette).save(
        file,
        "GIF",
        save_all=True,
        append_images=(_coloured(each, palette) for each in frames),
        duration=[OPENING, *[_lasts(len(layouts))] * (len(layouts) - 1)],
        palette=palette,
        transparency=len(palette) // 3 - 1,
        optimize=True,
        interlace=False,
    )
    return file.getvalue()


def film_layouts(session: Session[Any]) -> list[Layout]:
    """Return how the cards lie in each frame, on a table that is large enough for all of them."""
    family = family_of(session.rules)
    then = [session.at(number) for number in scenes(session.moves)]
    across = max(cards_a_line(each.table) for each in then)
    layouts = [family.on_table(each.table, each.state) or in_lines(each.table, across) for each in then]
    height = max(layout.height for layout in layouts)
    # The numbers of lines are for who types moves.
    return [layout._replace(height=height, numbers=[]) for layout in layouts]


def scenes(moves: tuple[Move, ...]) -> list[int]:
    """Return after how many moves each frame shows a game: of cards dealt in a row, after the last one.

    Of a long game, so many as are shown at all, the first and the last among them.
    """
    last = len(moves)
    ends = [n for n in range(last + 1) if n in (0, last) or moves[n - 1 : n + 1] != (DEAL, DEAL)]
    if len(ends) <= MOST_FRAMES:
        return ends
    return [ends[frame * (len(ends) - 1) // (MOST_FRAMES - 1)] for frame in range(MOST_FRAMES)]


def film_in_words(session: Session[Any]) -> str:
    """Return what a film shows, for those who cannot see it."""
    return n_(
        "A film of {game}: {n} move, from the deal to the end.",
        "A film of {game}: {n} moves, from the deal to the end.",
        len(session.moves),
        game=game_name(session.rules),
    )


def film_line(session: Session[Any]) -> str:
    """Return the line under a film."""
    frames = len(scenes(session.moves))
    seconds = round((OPENING + (frames - 1) * _lasts(frames)) / 1000)
    return "-# " + n_(
        "From the deal to the end in {n} second. Like a review, it counts as help with this deal.",
        "From the deal to the end in {n} seconds. Like a review, it counts as help with this deal.",
        seconds,
    )


def _lasts(frames: int) -> int:
    """Return for how many milliseconds each of so many frames is shown."""
    return min(_LONGEST, _LASTS // frames // 10 * 10)  # GIF counts in hundredths of seconds


def _coloured(frame: Image.Image, palette: bytes) -> Image.Image:
    frame.putpalette(palette)
    return frame


def _on_paper(board: Image.Image) -> bytes:
    """Return the colours of a board as they are on paper, and after them that of what stays as it was."""
    colours = bytes(board.getpalette("RGBA") or ())
    clear = Image.frombytes("RGBA", (len(colours) // 4, 1), colours)
    paper = Image.new("RGBA", clear.size, _PAPER)
    return Image.alpha_composite(paper, clear).convert("RGB").tobytes() + _UNCHANGED
