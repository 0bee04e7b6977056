"""Games in play: what undo and redo may do, and that a game is its seed and moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL
from idle_year.engine.games.pyramid import Pyramid
from idle_year.engine.line import APART, MOST_IN_A_LINE, MOST_MOVES, TooLong
from idle_year.engine.records import write_moves
from idle_year.engine.session import NothingToUndo, Session
from tests.idle_year.engine.walks import EVERY_KIND, FEW, RANDOM_PLAY, walk

if TYPE_CHECKING:
    from idle_year.engine.positions.pyramid import Triangle
    from idle_year.engine.rules import AnyRules, Move


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """Record every move that Pyramid plays."""
    made: list[Move] = []
    play = Pyramid.play

    def noted(rules: Pyramid, state: Triangle, move: Move) -> Triangle:
        made.append(move)
        return play(rules, state, move)

    monkeypatch.setattr(Pyramid, "play", noted)
    return made


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_replay_leads_where_play_led(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Seed and moves alone restore the same state, move by move or as one typed line."""
    played = walk(rules, seed, choices)
    replayed = Session.replay(rules, seed, played.moves)
    assert replayed.state == played.last
    if played.moves:
        assert Session.deal(rules, seed).play(write_moves(rules, played.moves)) == replayed


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_undo_and_redo_are_inverse_up_to_a_turned_card(
    rules: AnyRules, seed: str, choices: list[int]
) -> None:
    """Undo goes back to the last card turned up and no further; redo comes back the same way."""
    played = walk(rules, seed, choices)
    session = Session.replay(rules, seed, played.moves)
    steps = [session]
    while steps[-1].moves and not rules.reveals(played.states[len(steps[-1].moves) - 1], steps[-1].moves[-1]):
        steps.append(steps[-1].undo())
        assert steps[-1].state == played.states[len(steps[-1].moves)]
    with pytest.raises(NothingToUndo):
        steps[-1].undo()
    for later, earlier in zip(reversed(steps[:-1]), reversed(steps[1:]), strict=True):
        assert earlier.redo() == later


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_a_game_goes_back_to_any_of_its_moves(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """A game goes back to any of its moves, whether it was played, undone and redone, or read."""
    played = walk(rules, seed, choices)
    step_by_step = Session.deal(rules, seed)
    for move in played.moves:
        step_by_step = step_by_step.play(write_moves(rules, [move]))
        step_by_step = step_by_step.undo().redo() if step_by_step.can_undo else step_by_step
    for session in (step_by_step, Session.read(rules, seed, write_moves(rules, played.moves))):
        for number, state in enumerate(played.states):
            back = session.at(number)
            assert (back.state, back.moves) == (state, tuple(played.moves[:number]))


def test_a_long_game_is_taken_back_without_playing_it_again(plays: list[Move]) -> None:
    """Even in a game that was read, only a move or two are replayed from a saved state."""
    rules = ALL["pyramid"]
    session = Session.read(rules, "tuesday", "d*" + " r d*" * 60)
    assert len(session.moves) > 1000
    for _ in range(20):
        plays.clear()
        session = session.undo()
        assert len(plays) < APART


def test_a_line_that_is_too_long_is_not_begun(plays: list[Move]) -> None:
    """A line that is too long is refused before one move of it is tried."""
    session = Session.deal(ALL["pyramid"], "tuesday")
    for line in ("d " * (MOST_IN_A_LINE + 1), "d999", "d400 r d101"):
        with pytest.raises(TooLong, match="A line may have 500 moves, each dealt card counted: play it in"):
            session.play(line)
    assert plays == []


def test_all_cards_that_a_line_deals_count(plays: list[Move]) -> None:
    """A few letters that deal very many cards are played only as far as the limit."""
    with pytest.raises(TooLong, match=r"^Move 41 of 200, `d\*`: A line may have 500 moves"):
        Session.deal(ALL["pyramid"], "tuesday").play("d* r " * 100)
    assert len(plays) == MOST_IN_A_LINE


def test_a_game_has_an_end() -> None:
    """A full game takes no more moves and says what can be done; undo still works."""
    session = Session.read(ALL["pyramid"], "tuesday", "d*" + " r d*" * 79)
    session = session.play("r")
    assert (len(session.moves), session.full) == (MOST_MOVES, True)
    for line in ("d", "d*", "d d", "nonsense"):
        with pytest.raises(TooLong, match="may have 2000 moves, and this one has 2000: take some back"):
            session.play(line)
    assert session.undo().redo() == session
    assert session.undo().play("r") == session


def test_a_game_that_was_kept_may_be_longer() -> None:
    """A game that was kept may be longer than the limit: it can be read and undone, but not continued."""
    session = Session.read(ALL["pyramid"], "tuesday", "d*" + " r d*" * 100, room=None)
    assert len(session.moves) == 25 * 100 + 24
    assert session.at(2500).undo().redo().full
    with pytest.raises(TooLong, match="this one has 2524"):
        session.play("r")


def test_undo_never_passes_a_card_that_was_seen() -> None:
    """Undo never passes a card that was seen, and says why."""
    session = Session.deal(ALL["tarbart"], "tuesday").play("d")
    with pytest.raises(NothingToUndo) as refusal:
        session.undo()
    assert str(refusal.value) == ("The last move turned up a card, and a card that was seen stays seen.")


def test_a_line_that_fails_shows_no_card_for_nothing() -> None:
    """If a card was turned up, the moves before the failing one stay; otherwise nothing is played."""
    session = Session.deal(ALL["cribbage"], "tuesday")
    played, stopped = session.play_openly("d d p@1-2:1>2 d")
    assert (played, str(stopped)) == (session.play("d d"), "Move 3 of 4, `p@1-2:1>2`: 6♥ 4♠ are not a pair.")
    played, stopped = session.play_openly("d99")
    assert (len(played.moves), str(stopped)) == (
        51,
        "`d99` fails after 51: There's no card left to deal.",
    )
    with pytest.raises(IllegalMove, match="Nothing was played"):
        session.play_openly("p@1-2:1>2 d")


@pytest.mark.parametrize(
    ("step", "reason"),
    [("undo", "There is no move to take back."), ("redo", "There is no move to play again.")],
)
def test_a_fresh_deal_has_nothing_to_take_back_or_play_again(step: str, reason: str) -> None:
    """In a fresh deal undo and redo each say in one sentence that there is nothing to do."""
    session = Session.deal(ALL["accordion"], "tuesday")
    with pytest.raises(NothingToUndo, match=f"^{re.escape(reason)}$"):
        getattr(session, step)()


def test_a_new_move_forgets_what_was_taken_back() -> None:
    """A new move after an undo forgets the moves that were taken back."""
    session = Session.deal(ALL["accordion"], "1883")
    first, second, *_ = (
        session.rules.notation.write_move(move) for move in session.rules.moves(session.state)
    )
    assert session.play(first).undo().play(second).undone == ()


def test_a_seed_has_one_spelling() -> None:
    """A seed typed in capitals is kept in small letters."""
    assert Session.deal(ALL["accordion"], " Tuesday ").seed == "tuesday"


def test_moves_that_do_not_fit_the_deal_are_refused() -> None:
    """Recorded moves are checked by playing them."""
    rules = ALL["tarbart"]
    with pytest.raises(IllegalMove):
        Session.replay(rules, "tuesday", [rules.notation.read_move("2<", rules.start("tuesday"))])
