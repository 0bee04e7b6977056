"""The outlines of the four suits, as curves in a square of side 1 with y downwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Point = tuple[float, float]
Outline = tuple[Point, ...]

_STEPS = 24
"""Points per curve: in a picture of 128 pixels no corners of the polygon are visible."""


def outlines(suit: int) -> tuple[Outline, ...]:
    """Return the polygons that make up a suit, given by its number; they may overlap."""
    return _OUTLINES[suit]


def _curve(start: Point, *curves: tuple[Point, Point, Point]) -> Outline:
    """Return the points of cubic Bézier curves, each given by two handles and its end."""
    points = [start]
    for first, second, end in curves:
        points += _bezier(points[-1], first, second, end)
    return tuple(points)


def _bezier(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        yield (
            a * start[0] + b * first[0] + c * second[0] + d * end[0],
            a * start[1] + b * first[1] + c * second[1] + d * end[1],
        )


def _circle(x: float, y: float, radius: float) -> Outline:
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
