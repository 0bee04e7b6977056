"""What autocomplete offers fits Discord, and can be played as it is."""

from __future__ import annotations

from bot.engine.games import find_game
from bot.engine.record import write_moves
from bot.engine.session import Session
from bot.render.style import Style
from bot.ui.choices import move_choices, seed_choices


def test_a_long_line_is_offered_whole_or_not_at_all() -> None:
    """Values hold at most 100 characters, and half of what was typed must never be chosen by accident."""
    start = Session.deal(find_game("accordion"), "tuesday")
    session = start
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
        line = write_moves(session.rules, session.moves)
        for typed in (line, f"{line} "):
            offered = move_choices(start, typed, Style())
            assert all(len(each.value) <= 100 for each in offered)
            assert all(each.value.startswith(line) for each in offered if not each.name.startswith("⚠"))
    assert len(line) > 100


def test_nothing_is_said_of_what_lies_face_down() -> None:
    """Whether moves behind a deal are legal depends on cards that nobody has seen."""
    start = Session.deal(find_game("parlett"), "tuesday")
    for typed in ("d ", "d 2<", "d d", "d5", "d* 2<", "d nonsense"):
        (offered,) = move_choices(start, typed, Style())
        assert (offered.name, offered.value) == (f"{typed.strip()} · turns up a card first", typed.strip())
    (offered,) = move_choices(start, ",", Style())
    assert "There is no move" in offered.name


def test_a_code_of_any_length_gets_an_answer() -> None:
    """Discord refuses a whole list for one value that is too long."""
    (offered,) = seed_choices(f"{'x' * 300}:tuesday")
    assert len(offered.value) <= 100
