"""A game as a line of squares."""

from __future__ import annotations

from itertools import cycle, islice

from bot.render.review import a_square, squares
from bot.service.review import Light

LIGHTS = (*[Light.SAFE] * 4, Light.TRAPS, *[Light.SAFE] * 6, Light.ONLY, *[Light.LOST] * 4)


def _lights(count: int) -> tuple[Light, ...]:
    """Return lights with no two neighbours alike."""
    return tuple(islice(cycle(Light), count))


def test_a_square_shows_the_gravest_of_five_moves() -> None:
    """A square shows the gravest of five moves, of which a lost win comes first."""
    assert squares(LIGHTS) == [Light.TRAPS, Light.SAFE, Light.LOST, Light.LOST]
    assert squares(()) == []


def test_a_square_stands_for_more_moves_where_there_are_very_many() -> None:
    """A square stands for more than five moves only where there are more than a thousand."""
    assert [a_square(_lights(count)) for count in (0, 1, 52, 1000, 1001, 2000)] == [5, 5, 5, 5, 6, 10]
    for count in (1000, 1001, 2000, 317_500):
        assert len(squares(_lights(count))) <= 200
