"""The picture of a board: every card in its place, legible within Discord's limits, and put in words."""

from __future__ import annotations

import io
from functools import cache

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.engine.cards import PACK, Card
from bot.engine.games import find_game
from bot.engine.rules import Label, Pile, Table, TableRow
from bot.engine.session import Session
from bot.render.cards import EMPTY, Style, picture_name, pictures
from bot.render.picture import CARD, MARGIN, STEP, board_pictures, boards_in_words

PUSH_PIN = find_game("push-pin")
MOST_BYTES = 90_000
MOST_WORDS = 1024
MOST_FILES = 10
ON_A_PHONE = 333
"""The width of a picture, in points, on a phone that is 390 wide."""
LARGE = Style(large=True, a_line=5)
FELT = (18, 38, 30)
ALIKE = 8.0
"""How far, in 255 shades and on average, a card may be from its own picture."""


def dealt(variant: str, seed: str = "tuesday") -> Table:
    """Return the board of a game that has just been dealt."""
    rules = find_game(variant)
    return rules.table(rules.start(seed))


def columns(*lengths: int) -> Table:
    """Return columns of these lengths."""
    return Table(
        tuple(
            TableRow(tuple(Pile(PACK[card % 52]) for card in range(length)), Label(f"t{number}", "Column"))
            for number, length in enumerate(lengths, start=1)
        )
    )


def pictures_of(table: Table, style: Style) -> list[Image.Image]:
    """Return the pictures of a board, decoded."""
    return [Image.open(io.BytesIO(png)).convert("RGB") for png in board_pictures(table, style)]


def drawn(table: Table, style: Style) -> Image.Image:
    """Return the only picture of a board, decoded."""
    (picture,) = pictures_of(table, style)
    return picture


@cache
def faces(*, two_colours: bool) -> dict[str, Image.Image]:
    """Return each card's own picture as it lies on felt, and the empty place."""
    names = {EMPTY, *(picture_name(card, two_colours=two_colours) for card in PACK)}
    found = {}
    for name, png in pictures().items():
        if name in names:
            art = Image.open(io.BytesIO(png)).convert("RGBA").resize((CARD, CARD), Image.Resampling.LANCZOS)
            found[name] = Image.new("RGB", art.size, FELT)
            found[name].paste(art, (0, 0), art)
    return found


def seen(picture: Image.Image, left: int, line: int, *, two_colours: bool = False) -> str:
    """Return which card lies there; fail if nothing there resembles any card's own picture."""
    top = MARGIN + line * STEP
    there = picture.crop((left, top, left + CARD, top + CARD))
    far = {
        name: sum(ImageStat.Stat(ImageChops.difference(there, face)).mean) / 3
        for name, face in faces(two_colours=two_colours).items()
    }
    nearest = min(far, key=far.__getitem__)
    assert far[nearest] < ALIKE
    return nearest


@pytest.mark.parametrize("two_colours", [False, True])
@pytest.mark.parametrize("a_line", [5, 10, 13])
def test_a_numbered_row_has_each_card_at_its_place(a_line: int, two_colours: bool) -> None:
    """In a picture each card of a numbered row is at its place, as many per line as chosen."""
    cards = [pile.top for pile in PUSH_PIN.table(PUSH_PIN.start("h4")).rows[0].piles[:52] if pile]
    picture = drawn(
        Table((TableRow(tuple(map(Pile, cards))),)), Style(a_line=a_line, two_colours=two_colours)
    )
    left = picture.width - a_line * STEP
    assert picture.height == MARGIN + -(-52 // a_line) * STEP
    for place, card in enumerate(cards):
        line, column = divmod(place, a_line)
        found = seen(picture, left + column * STEP, line, two_colours=two_colours)
        assert found == picture_name(card, two_colours=two_colours)


def test_a_pyramid_is_set_in_and_shows_empty_places() -> None:
    """In a picture each row of a pyramid is half a card further left, and empty places show."""
    rows = list(dealt("pyramid").rows)
    rows[6] = rows[6]._replace(piles=(None, *rows[6].piles[1:]))
    picture = drawn(Table(tuple(rows)), Style())
    left = picture.width - 7 * STEP
    for line, row in enumerate(rows[:7]):
        for place, pile in enumerate(row.piles):
            found = seen(picture, left + (6 - line) * STEP // 2 + place * STEP, line)
            assert found == (picture_name(pile.top) if pile else EMPTY)
    assert seen(picture, left, 7) == EMPTY


def test_napoleons_columns_are_lines_and_a_very_long_one_goes_on_below() -> None:
    """Columns of Napoleon are lines of a picture, and a very long one goes on below."""
    picture = drawn(columns(15, 4), Style())
    left = picture.width - 13 * STEP
    assert picture.height == MARGIN + 3 * STEP
    assert [seen(picture, left + place * STEP, 0) for place in (0, 12)] == ["ace_of_clubs", "king_of_clubs"]
    assert [seen(picture, left + place * STEP, 1) for place in (0, 1)] == ["ace_of_diamonds", "2_of_diamonds"]
    assert seen(picture, left, 2) == "ace_of_clubs"


def test_each_line_is_led_by_its_number_or_name() -> None:
    """Each line of a picture is led by its number or name, and the second part of a column by nothing."""
    numbered = drawn(dealt("accordion"), Style())
    left = numbered.width - 10 * STEP
    labels = [_gutter(numbered, left, line) for line in range(6)]
    assert len({label.tobytes() for label in labels}) == 6
    for label in labels:
        assert _brightest(label) > 200
    long = drawn(columns(15), Style())
    assert _brightest(_gutter(long, long.width - 13 * STEP, 0)) > 200
    assert _brightest(_gutter(long, long.width - 13 * STEP, 1)) < 60


def _brightest(picture: Image.Image) -> int:
    return max(picture.convert("L").tobytes())


def _gutter(picture: Image.Image, left: int, line: int) -> Image.Image:
    return picture.crop((0, MARGIN + line * STEP, left, MARGIN + (line + 1) * STEP))


def test_cards_keep_their_size_when_few_are_left() -> None:
    """Cards keep their size in a picture when few are left."""
    for style in (Style(), LARGE):
        boards = [pictures_of(Table((TableRow(_piles(number)),)), style) for number in (52, 3)]
        assert len({picture.width for pictures in boards for picture in pictures}) == 1


@pytest.mark.parametrize("variant", ["accordion", "push-pin", "napoleon", "pyramid"])
def test_large_cards_are_wide_on_a_phone(variant: str) -> None:
    """A phone shows a large card at least 44 points wide, and no screen makes it narrower for its height."""
    pictures = pictures_of(dealt(variant), LARGE)
    assert len(pictures) <= MOST_FILES
    for picture in pictures:
        assert picture.height <= picture.width * 420 / 560
        assert CARD * ON_A_PHONE / picture.width >= 44


def test_large_cards_go_on_in_the_next_picture() -> None:
    """The cards of a board go on from one picture to the next, and each picture tells its own in words."""
    table = dealt("accordion")
    pictures, told = pictures_of(table, LARGE), boards_in_words(table, LARGE)
    assert len(told) == len(pictures) == 3
    left, cards = pictures[0].width - 5 * STEP, [pile.top for pile in table.rows[0].piles if pile]
    for number, place in ((0, 0), (0, 19), (1, 20), (2, 51)):
        line, column = divmod(place - 20 * number, 5)
        assert seen(pictures[number], left + column * STEP, line) == picture_name(cards[place])
        assert f"{place + 1} {cards[place].words}" in told[number]


def test_a_large_pyramid_needs_no_room_for_numbers() -> None:
    """A pyramid of large cards has its rows at the edges of the picture, and the waste beside its name."""
    above, below = pictures_of(dealt("pyramid"), LARGE)
    rows = dealt("pyramid").rows
    assert above.width == below.width == MARGIN + 7 * STEP
    for number, (picture, line) in {0: (above, 0), 4: (above, 4), 6: (below, 1)}.items():
        for place, pile in enumerate(rows[number].piles):
            left = MARGIN + (6 - number) * STEP // 2 + place * STEP
            assert pile
            assert seen(picture, left, line) == picture_name(pile.top)
    assert _brightest(_gutter(below, MARGIN + STEP, 2)) > 200


@pytest.mark.parametrize("style", [LARGE, *(Style(a_line=a_line) for a_line in (5, 8, 10, 13))])
@pytest.mark.parametrize(
    "table",
    [PUSH_PIN.table(PUSH_PIN.start("h4")), columns(*[13] * 4, *[9] * 6)],
    ids=["push-pin", "napoleon"],
)
def test_the_largest_boards_are_quick_to_load(table: Table, style: Style) -> None:
    """104 cards take less than 90 kB."""
    assert sum(map(len, board_pictures(table, style))) < MOST_BYTES


def test_words_name_every_card() -> None:
    """The words for a picture name every card on the board."""
    session = Session.deal(find_game("late-binding"), "s6")
    (told,) = boards_in_words(session.rules.table(session.state), Style())
    assert all(pile.top.words in told for pile in session.state.piles)
    assert told.startswith("Row 1: 1 ")


def test_words_stop_at_a_whole_line_and_say_how_many_more_there_are() -> None:
    """The words for a picture stop at a whole line and say how many more cards there are."""
    table = dealt("push-pin")
    (told,) = boards_in_words(table, Style())
    *lines, rest = told.splitlines()
    assert len(told) <= MOST_WORDS
    assert all(line.count(" of ") == 10 for line in lines)
    assert rest == f"and {104 - 10 * len(lines)} more cards"
    assert len(lines) >= 4


def test_empty_places_are_no_cards() -> None:
    """Empty places are not counted among the cards for which the words have no room."""
    rows = [TableRow((None, *_piles(10)), Label(f"t{number}", f"Column {number}")) for number in range(10)]
    *lines, rest = boards_in_words(Table(tuple(rows)), Style())[0].splitlines()
    assert rest == f"and {10 * (10 - len(lines))} more cards"


def _piles(number: int) -> tuple[Pile, ...]:
    return tuple(Pile(Card(place)) for place in range(number))
