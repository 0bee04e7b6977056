"""What can move is marked on a board, and so are the two places of the last move."""

from __future__ import annotations

import pytest

from bot.render.cards import EMPTY, Style, picture_name, picture_style, table_lines
from bot.render.marks import marks_of
from idle_year.engine.cards import PACK
from idle_year.engine.games import find_game
from idle_year.engine.session import Session

_KINDS = [(two, free) for two in (False, True) for free in (False, True)]
EMOJI = {EMPTY: "—"} | {
    picture_name(card, two_colours=two, free=free): card.symbol + "!" * free
    for card in PACK
    for two, free in _KINDS
}
GOLD, CHALK = (255, 210, 63), (242, 243, 245)
ALIKE = 24
"""How far a colour of a picture may be from what was drawn: its palette is small."""


def shown(variant: str, position: str, move: str = "") -> list[str]:
    """Return the lines of a board in pictures: cards that can move end with `!`, and bars are `|`."""
    rules = find_game(variant)
    state = rules.notation.read_position(position)
    session = Session(rules, "x", state, marks=(state,))
    session = session.play(move) if move else session
    return table_lines(session.table, picture_style(EMOJI, 10, two_colours=False), marks_of(session))


@pytest.mark.parametrize(
    ("variant", "position", "move", "line"),
    [
        ("accordion", "5H 6S TD 5D KC", "", "5♥ 6♠ 10♦ 5♦! K♣"),
        ("accordion", "5H 6S TD 5D KC", "4<<<", "|5♦|6♠ 10♦|K♣"),
        ("accordion", "5H 6S TD JD KC", "4<", "5♥ 6♠|J♦|K♣"),
        ("relaxed-accordion", "5H 5S TD JD KC", "1>", "|5♥|10♦! J♦! K♣"),
    ],
)
def test_a_row_is_marked(variant: str, position: str, move: str, line: str) -> None:
    """A card that can move has an edge; bars are either side of the one that came and where it was."""
    assert shown(variant, position, move)[0].removeprefix("` 1`").strip() == line


def test_text_has_no_marks() -> None:
    """Cards as text have no marks, which would only be noise between them."""
    session = Session.deal(find_game("accordion"), "tuesday")
    session = session.play(session.rules.notation.write_move(session.legal[0]))
    marked = table_lines(session.table, Style(), marks_of(session))
    assert marked == table_lines(session.table, Style())
