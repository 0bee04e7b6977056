"""The drawing of the cards: it draws what is kept."""

from __future__ import annotations

import io

import PIL
import pytest
from PIL import Image

from bot.render.cards import covered_faces, pictures
from lab.draw import DRAWN_WITH, draw_covered, draw_pictures


@pytest.mark.slow
def test_the_program_draws_the_pictures_that_are_kept() -> None:
    """Drawing the pictures again gives the same pixels as those that are kept."""
    if PIL.__version__ != DRAWN_WITH:
        pytest.skip(f"drawn with Pillow {DRAWN_WITH}; here is {PIL.__version__}")
    try:
        drawn, covered = draw_pictures(), draw_covered()
    except OSError:
        pytest.skip("DejaVu Sans Bold is not installed (Debian: apt install fonts-dejavu-core)")
    kept = pictures()
    assert drawn.keys() == kept.keys()
    for name, png in drawn.items():
        assert _pixels(png) == _pixels(kept[name]), name
    assert _pixels(covered) == _pixels(covered_faces())


def _pixels(png: bytes) -> bytes:
    return Image.open(io.BytesIO(png)).convert("RGBA").tobytes()
