"""Games in play: what undo and redo may do, and that a game is its seed and moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.engine.errors import IllegalMove
from bot.engine.games import ALL
from bot.engine.record import write_moves
from bot.engine.session import NothingToUndo, Session
from tests.engine.walks import EVERY_GAME, FEW, RANDOM_PLAY, walk

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


@EVERY_GAME
@RANDOM_PLAY
@FEW
def test_replay_leads_where_play_led(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Seed and moves alone bring the same state, move by move or as one typed line."""
    played = walk(rules, seed, choices)
    replayed = Session.replay(rules, seed, played.moves)
    assert replayed.state == played.last
    if played.moves:
        assert Session.deal(rules, seed).play(write_moves(rules, played.moves)) == replayed


@EVERY_GAME
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


def test_undo_never_passes_a_card_that_was_seen() -> None:
    """After a deal there is nothing to take back, and the error says why."""
    session = Session.deal(ALL["tarbart"], "tuesday").play("d")
    with pytest.raises(NothingToUndo) as refusal:
        session.undo()
    assert str(refusal.value) == ("The last move turned up a card, and a card that was seen stays seen.")


def test_a_line_that_fails_shows_no_card_for_nothing() -> None:
    """What was turned up before the move that fails stays; without such a card nothing is played."""
    session = Session.deal(ALL["cribbage"], "tuesday")
    played, stopped = session.play_openly("d d p@1-2:1>2 d")
    assert (played, str(stopped)) == (session.play("d d"), "Move 3 of 4, `p@1-2:1>2`: 6♥ 4♠ are not a pair.")
    played, stopped = session.play_openly("d99")
    assert (len(played.moves), str(stopped)) == (
        51,
        "`d99` fails after 51: The stock is empty: there is no card to deal.",
    )
    with pytest.raises(IllegalMove, match="None of them was played"):
        session.play_openly("p@1-2:1>2 d")


@pytest.mark.parametrize(
    ("step", "reason"),
    [("undo", "There is no move to take back."), ("redo", "There is no move to play again.")],
)
def test_a_fresh_deal_has_nothing_to_take_back_or_play_again(step: str, reason: str) -> None:
    """Undo and redo say so in one sentence each."""
    session = Session.deal(ALL["accordion"], "tuesday")
    with pytest.raises(NothingToUndo, match=f"^{re.escape(reason)}$"):
        getattr(session, step)()


def test_a_new_move_forgets_what_was_taken_back() -> None:
    """After undo and another move there is nothing to redo."""
    session = Session.deal(ALL["accordion"], "1883")
    first, second, *_ = (
        session.rules.notation.write_move(move) for move in session.rules.moves(session.state)
    )
    assert session.play(first).undo().play(second).undone == ()


def test_a_seed_has_one_spelling() -> None:
    """A seed typed in capitals is kept in small letters."""
    assert Session.deal(ALL["accordion"], " Tuesday ").seed == "tuesday"


def test_moves_that_do_not_fit_the_deal_are_refused() -> None:
    """Recorded moves are played, not believed."""
    rules = ALL["tarbart"]
    with pytest.raises(IllegalMove):
        Session.replay(rules, "tuesday", [rules.notation.read_move("2<", rules.start("tuesday"))])
