"""The film of a game: all of it in a few frames, as its player saw it, and no larger than need be."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.render.film import MOST_FRAMES, OPENING, film, film_in_words, film_layouts, film_line, scenes
from bot.render.layout import Layout
from bot.render.picture import layout_of, painted
from idle_year.engine.games import ALL, find_game
from idle_year.engine.line import Line
from idle_year.engine.rules import DEAL
from idle_year.engine.session import Session
from tests.render.test_picture import cards_in
from tests.screens import golden, walked

MOST_BYTES = 1_200_000
PAPER = "#2b2d31"
SHORTEST = 80
"""Milliseconds of a frame that every client plays as they are told."""
HIDDEN = 10
FULL = Session.read(find_game("pyramid"), "tuesday", "d*" + " r d*" * 79 + " r")


def frames_of(gif: bytes) -> tuple[list[Image.Image], list[int]]:
    """Return the frames of a film as they are seen, and for how many milliseconds each."""
    image, frames, durations = Image.open(io.BytesIO(gif)), [], []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        frames.append(image.convert("RGB"))
        durations.append(image.info["duration"])
    return frames, durations


def on_paper(layout: Layout, width: int) -> Image.Image:
    """Return how cards look in a film so wide, as they are drawn on boards."""
    board = painted(layout, width // layout.across, two_colours=False).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", board.size, PAPER), board).convert("RGB")


def given_up(game: str) -> Session[Any]:
    """Return a game of random moves when ten cards are still hidden; to its end if it hides none."""
    walk = walked(game)
    first = next((number for number, each in enumerate(walk[1:], 1) if not each.moves), len(walk))
    return next((each for each in walk[:first] if len(each.state.stock) == HIDDEN), walk[first - 1])


def dealt_otherwise(session: Session[Any]) -> Session[Any]:
    """Return the same moves of a deal in which what is still hidden lies the other way round."""
    rules, hidden, deal = session.rules, session.state.stock, session.at(0).state
    seen = deal.stock[: len(deal.stock) - len(hidden)]
    other = Session(rules, session.seed, replace(deal, stock=(*seen, *reversed(hidden))))
    line = Line(rules, other.state, None)
    for move in session.moves:
        line.play(move)
    return other.after(line)


@pytest.mark.parametrize("game", ["accordion", "napoleon", "parlett", "push-pin", "pyramid"])
def test_a_film_is_the_boards_of_a_game(game: str) -> None:
    """A film shows the boards of a game as they are drawn, from the deal to the end, once."""
    session = golden(game)
    frames, durations = frames_of(gif := film(session, two_colours=False))
    layouts = film_layouts(session)
    assert len(frames) == len(layouts) == len(scenes(session.moves))
    for frame, layout in zip(frames, layouts, strict=True):
        assert not ImageChops.difference(frame, on_paper(layout, frame.width - 8)).getbbox()
    assert cards_in(layouts[0]) == cards_in(layout_of(session.at(0)))
    assert cards_in(layouts[-1]) == cards_in(layout_of(session))
    assert durations[0] == OPENING
    assert min(durations) >= SHORTEST
    assert b"NETSCAPE" not in gif


@pytest.mark.parametrize(
    "session", [golden("push-pin"), golden("napoleon"), FULL], ids=lambda each: each.rules.id
)
def test_the_longest_film_is_small(session: Session[Any]) -> None:
    """Of the fullest and longest games, too, a film has a hundred frames at most, and 1.2 MB."""
    frames, durations = frames_of(gif := film(session, two_colours=True))
    assert len(frames) <= MOST_FRAMES
    assert sum(durations) <= 15_000
    assert len(gif) <= MOST_BYTES


@pytest.mark.parametrize("game", ALL)
def test_cards_dealt_in_a_row_are_one_frame(game: str) -> None:
    """Each move has its frame, but cards dealt in a row are one; of too many, some are left out evenly."""
    for session in (golden(game), FULL):
        shown, moves = scenes(session.moves), session.moves
        assert (shown[0], shown[-1]) == (0, len(moves))
        assert shown == sorted(set(shown))
        if len(shown) < MOST_FRAMES:
            between = [moves[before:after] for before, after in pairwise(shown)]
            assert all(len(each) == 1 or set(each) == {DEAL} for each in between)
            runs = pairwise(each[0] for each in between)
            assert (DEAL, DEAL) not in runs


@pytest.mark.parametrize("game", ALL)
def test_hidden_cards_stay_hidden(game: str) -> None:
    """A film shows the cards that its player saw at the time: it is the same however the others lie."""
    session = given_up(game)
    boards = [layout_of(session.at(number)) for number in scenes(session.moves)]
    assert [cards_in(each) for each in film_layouts(session)] == [cards_in(each) for each in boards]
    other = dealt_otherwise(session)
    assert (other.state == session.state) == (len(session.state.stock) < HIDDEN)
    assert film_layouts(other) == film_layouts(session)


@pytest.mark.parametrize("game", ["accordion", "pyramid"])
def test_a_game_without_moves_is_a_picture(game: str) -> None:
    """The film of a game in which nothing was done is a picture of its deal."""
    session = golden(game).at(0)
    frames, _ = frames_of(film(session, two_colours=False))
    (frame,) = frames
    (layout,) = film_layouts(session)
    assert not ImageChops.difference(frame, on_paper(layout, frame.width - 8)).getbbox()


def test_what_is_said_of_a_film() -> None:
    """A film is described for those who cannot see it, and what it costs is said."""
    session = golden("accordion")
    told = "A film of Accordion: 51 moves, from the deal to the end."
    assert film_in_words(session) == told
    assert film_line(session).startswith("-# From the deal to the end in 12 seconds. Like a review")
    assert " in 3 seconds" in film_line(session.at(2))
