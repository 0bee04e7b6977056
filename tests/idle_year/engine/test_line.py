"""Lines of moves as people type them."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import GameError, IllegalMove, NotationError
from idle_year.engine.games import ALL
from idle_year.engine.line import is_one_move, play_line


def after(game: str, position: str, line: str) -> str:
    """Play a line from a position and write the resulting position."""
    rules = ALL[game]
    return rules.notation.write_position(play_line(rules, rules.notation.read_position(position), line).state)


@pytest.mark.parametrize("line", ["4< d", "4<, d", " 4<   d ", "8s< D"])
def test_moves_stand_apart_by_blanks_or_commas(line: str) -> None:
    """Moves of a line may stand apart by blanks or commas, and are played in order."""
    assert after("tarbart", "JS 5D 8C 8S | 3D 4C", line) == "JS 5D 8S/2 3D | 4C"


@pytest.mark.parametrize(
    ("line", "position"),
    [("d2", "JS JD 2H | 3H"), ("d3", "JS JD 2H 3H"), ("d*", "JS JD 2H 3H"), ("D*", "JS JD 2H 3H")],
)
def test_several_cards_are_dealt_at_once(line: str, position: str) -> None:
    """`d2` deals two cards and `d*` all."""
    assert after("tarbart", "JS | JD 2H 3H", line) == position


def test_dealing_all_stops_where_a_move_must_be_made() -> None:
    """`d*` deals as far as the rules allow, and stopping there is not an error."""
    assert after("parlett", "KC | JD 2H 3H 4H", "d*") == "KC JD 2H 3H | 4H"
    assert after("goren", "KC | JD 2H 3H 4H 5H", "d*") == "KC JD 2H 3H 4H | 5H !"


def test_one_move_is_told_from_several() -> None:
    """One move is told from several by its words alone, before anything is played."""
    assert [text for text in ("4<", "d", "d1", " d, ", "d2", "d*", "d d", "") if is_one_move(text)] == [
        "4<",
        "d",
        "d1",
        " d, ",
    ]


def test_each_dealt_card_is_a_move() -> None:
    """A line is stored move by move: `d3` is three."""
    rules = ALL["tarbart"]
    line = play_line(rules, rules.notation.read_position("JS | JD 2H 3H"), "d3")
    assert [rules.notation.write_move(move) for move in line.moves] == ["d", "d", "d"]


@pytest.mark.parametrize(
    ("line", "kind", "reason"),
    [
        ("", NotationError, "There is no move: write one or more, such as 12< or 8S<<<."),
        (" , ", NotationError, "There is no move: write one or more, such as 12< or 8S<<<."),
        ("d0", NotationError, "`d0` deals nothing: write d, d5 or d*."),
        (
            "d1000",
            NotationError,
            "`d1000` is not a move: write a pile and one arrow a place, such as 12< or 8S<<<, or d to deal.",
        ),
        (
            "d3",
            IllegalMove,
            "`d3` fails after 2: There's no card left to deal. Nothing was played.",
        ),
        (
            "d 3< 2<",
            IllegalMove,
            "Move 2 of 3, `3<`: There is no pile 3: the row has 2. Nothing was played.",
        ),
        (
            "2x d",
            NotationError,
            "Move 1 of 2, `2x`: `2x` is not a move: write a pile and one arrow a place, such as 12< or "
            "8S<<<, or d to deal. Nothing was played.",
        ),
    ],
)
def test_a_bad_line_says_which_word_fails(line: str, kind: type[GameError], reason: str) -> None:
    """A bad line is refused with the word that fails and its place, and nothing was played."""
    with pytest.raises(kind) as refusal:
        after("tarbart", "JS | 2D 3C", line)
    assert str(refusal.value) == reason


def test_dealing_all_of_nothing_is_an_error() -> None:
    """`d*` must deal at least one card."""
    with pytest.raises(IllegalMove, match=r"^There's no card left to deal\.$"):
        after("tarbart", "JS 2D", "d*")


def test_a_line_that_fails_leaves_the_state_alone() -> None:
    """A line that fails leaves the state before it as it was."""
    rules = ALL["tarbart"]
    state = rules.notation.read_position("JS | 2D 3C")
    with pytest.raises(IllegalMove):
        play_line(rules, state, "d d d")
    assert rules.notation.write_position(state) == "JS | 2D 3C"
