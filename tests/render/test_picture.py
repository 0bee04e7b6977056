"""The picture of a board: every card in its place, legible within Discord's limits, and put in words."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from PIL import Image

from bot.render.cards import EMPTY, Style, covered_faces
from bot.render.families import family_of
from bot.render.layout import BACK, COVERED, Bar, Layout, Place
from bot.render.marks import UNMARKED, Marks, marks_of
from bot.render.picture import STEPS, board_in_words, board_picture, drawn, layout_of
from idle_year.engine.cards import Card
from idle_year.engine.games import ALL, find_game
from idle_year.engine.session import Session
from tests.screens import walked

MOST_BYTES = 30_000
MOST_WORDS = 1024
ON_A_PHONE = 270
"""The width of a picture, in points, on a phone."""
LARGE = Style(large=True)
ON_TABLES = [rules.id for rules in ALL.values() if rules.family in ("napoleon", "pyramid")]


def after(variant: str, moves: str = "") -> Session:  # type: ignore[type-arg]  # of any game
    """Return a game of the deal `tuesday` after some moves."""
    return Session.read(find_game(variant), "tuesday", moves)


def decoded(png: bytes) -> Image.Image:
    """Return a picture with its transparency."""
    return Image.open(io.BytesIO(png)).convert("RGBA")


def cards_in(layout: Layout) -> Counter[Card]:
    """Return the cards that a picture shows face up."""
    return Counter(place.shows for place in layout.places if isinstance(place.shows, Card))


@pytest.mark.parametrize("variant", ALL)
def test_every_card_of_a_board_lies_in_its_picture_once(variant: str) -> None:
    """Every card that a board shows lies in its picture once, and where marks are looked for."""
    session = after(variant)
    layout, rows = layout_of(session), session.table.rows
    assert cards_in(layout) == Counter(pile.top for row in rows for pile in row.piles if pile)
    for place in layout.places:
        if isinstance(place.shows, Card):
            assert place.spot
            pile = rows[place.spot[0]].piles[place.spot[1]]
            assert pile
            assert pile.top == place.shows


def test_the_top_of_a_covered_card_has_all_of_its_rank_and_suit() -> None:
    """Of no covered card a rank or suit reaches down to where the next card lies, not even J and Q."""
    sheet = decoded(covered_faces()).convert("L").point(lambda shade: 255 * (shade > 225))
    side = sheet.width // 13
    for line in range(8):
        for rank in range(13):
            box = rank * side, line * side, (rank + 1) * side, (line + 1) * side
            ink = sheet.crop(box).getbbox()
            assert ink
            assert 0.3 < ink[3] / side < COVERED


@pytest.mark.parametrize(("variant", "moves"), [(each, "d " * 20) for each in ON_TABLES])
def test_nothing_lies_on_the_rank_and_suit_of_a_card(variant: str, moves: str) -> None:
    """As on a table, nothing lies on the top of a card, where its rank and suit are."""
    places = layout_of(after(variant, moves)).places
    for number, below in enumerate(places):
        shows = COVERED if below.covered else 1
        for above in places[number + 1 :]:
            apart = abs(above.left - below.left) >= 1 or above.top + 1 <= below.top
            assert apart or above.top >= below.top + shows - 1e-9


def test_the_last_five_cards_of_the_waste_show() -> None:
    """Beside a pyramid the last five cards of the waste show, the last one on top; the stock is face down."""
    session = after("pyramid", "d " * 20)
    layout = layout_of(session)
    fan = [place.shows for place in layout.places[-5:]]
    assert tuple(fan) == session.state.waste[-5:]
    assert [place.covered for place in layout.places[-5:]] == [True] * 4 + [False]
    assert BACK in {place.shows for place in layout.places}
    assert not set(session.state.stock) & set(cards_in(layout))
    gone = after("pyramid", "d " * 24)
    assert BACK not in {place.shows for place in layout_of(gone).places}


@pytest.mark.parametrize("variant", ON_TABLES)
def test_cards_on_a_table_stay_where_they_are(variant: str) -> None:
    """To its end a game lies on a table of one width, where no card moves because others have gone."""
    before: dict[Card | str, Place] = {}
    for session in walked(variant)[:80]:
        layout = layout_of(session)
        assert layout.across == layout_of(after(variant)).across
        now = {place.shows: place for place in layout.places if place.spot and place.spot[0] < 7}
        if session.moves and variant.startswith("pyramid"):
            assert all(before[card][:2] == place[:2] for card, place in now.items() if card in before)
        before = now


@pytest.mark.parametrize("variant", ALL)
def test_a_board_is_one_small_picture(variant: str) -> None:
    """A board is a picture of 30 kB at most, no higher than three quarters of its width, and transparent."""
    session = after(variant)
    for two_colours in (False, True):
        png = board_picture(session, Style(large=True, two_colours=two_colours), marks_of(session))
        assert len(png) <= MOST_BYTES
        picture = decoded(png)
        assert picture.height <= picture.width * 3 / 4
        assert picture.getpixel((0, 0)) == picture.getpixel((0, picture.height - 1))
        assert picture.getchannel("A").getpixel((0, 0)) == 0


def test_a_long_column_fits() -> None:
    """A column of sixteen cards, and nine more, stay within 30 kB and 280 points of height on a phone."""
    family = family_of(find_game("napoleon"))
    session = after("napoleon", "d " * 12)
    rows = list(session.table.rows)
    longest = tuple(pile for row in rows[:4] for pile in row.piles)
    rows[0] = rows[0]._replace(piles=longest)
    table = type(session.table)(tuple(rows), session.table.stock)
    layout = family.on_table(table, session.state)
    assert layout
    png = drawn(layout, LARGE)
    picture = decoded(png)
    assert len(png) <= MOST_BYTES
    assert picture.height * ON_A_PHONE / picture.width <= 280


def test_fewer_cards_are_larger() -> None:
    """Eighteen cards are larger than 52, and 104 stand thirteen on a line."""
    across = [layout_of(after(each)).across for each in ("late-binding", "accordion", "push-pin")]
    assert across == [7, 9, 13]
    assert sorted(STEPS[each] for each in across) == [STEPS[each] for each in reversed(across)]


def test_an_edge_does_not_make_a_card_smaller() -> None:
    """The edge of a card that can move lies around it: the card keeps its size, and its middle its look."""
    alone = Layout(5, 1, [Place(0, 0, Card.read("8S"), (0, 0))], {}, [])
    plain, edged = (
        decoded(drawn(alone, LARGE, marks)) for marks in (UNMARKED, Marks(free=frozenset({(0, 0)})))
    )
    bare, wider = plain.getbbox(), edged.getbbox()
    assert bare
    assert wider
    assert wider[0] <= bare[0]
    assert wider[2] >= bare[2]
    inner = (bare[0] + 12, bare[1] + 12, bare[2] - 12, bare[3] - 12)
    assert plain.crop(inner).tobytes() == edged.crop(inner).tobytes()


@pytest.mark.parametrize("variant", ["accordion", "napoleon", "pyramid"])
def test_the_last_move_is_marked(variant: str) -> None:
    """Where a card came or went, a picture has a bar that text has too."""
    session = after(variant)
    move = session.rules.notation.write_move(session.legal[0])
    moved = after(variant, move)
    marks, layout = marks_of(moved), layout_of(moved)
    assert marks.bars
    assert marks.bars <= layout.bars.keys()
    without = Marks(marks.free)
    assert drawn(layout, LARGE, marks) != drawn(layout, LARGE, without)


def test_an_empty_column_has_its_place() -> None:
    """Where a column or the waste is empty, its place shows."""
    assert EMPTY in {place.shows for place in layout_of(after("napoleon")).places}


def test_words_name_every_card() -> None:
    """The words for a picture name every card on the board."""
    session = Session.deal(find_game("late-binding"), "s6")
    told = board_in_words(session)
    assert all(pile.top.words in told for pile in session.state.piles)
    assert told.startswith("Row 1: 1 ")


def test_words_stop_at_a_whole_line_and_say_how_many_more_there_are() -> None:
    """The words for a picture stop at a whole line and say how many more cards there are."""
    told = board_in_words(after("push-pin"))
    *lines, rest = told.splitlines()
    assert len(told) <= MOST_WORDS
    assert all(line.count(" of ") == 13 for line in lines)
    assert rest == f"and {104 - 13 * len(lines)} more cards"
    assert len(lines) >= 3


@pytest.mark.parametrize("ground", ["#ffffff", "#313338", "#000000"])
def test_a_bar_is_seen_in_each_theme(ground: str) -> None:
    """On a light ground and on dark ones, at least two points of a bar's width stand out from it."""
    bar = Layout(9, 1, [], {(0, 0): Bar(4, 0, 4, 1)}, [])
    picture = decoded(drawn(bar, LARGE, Marks(bars=frozenset({(0, 0)}))))
    seen = Image.alpha_composite(Image.new("RGBA", picture.size, ground), picture).convert("L")
    across = seen.crop((0, seen.height // 2, seen.width, seen.height // 2 + 1)).tobytes()
    assert sum(abs(shade - across[0]) > 100 for shade in across) >= 4


def test_numbers_have_a_ground_of_their_own() -> None:
    """Nothing shines through around a number: it's light on dark in each theme."""
    picture = decoded(drawn(Layout(9, 1, [], {}, ["10"]), LARGE))
    box = picture.getbbox()
    assert box
    number = picture.crop(box)
    assert min(number.getchannel("A").tobytes()) > 240
    shades = number.convert("L").tobytes()
    assert max(shades) - min(shades) > 200
