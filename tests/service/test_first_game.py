"""The first game: what it shows is true, and the deal can be won after it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.render.cards import Style
from bot.render.first_game import first_game_text
from bot.service.first_game import MOVES, SEED, Stage, first_rules, stage_of
from bot.service.play import only_move
from bot.store import Forced, Status
from idle_year.engine.games import find_game
from idle_year.engine.rules import Outcome
from idle_year.engine.session import Session
from tests.screens import game_of

WIN = "2< 4<<< 5< 5< 6< 6< 5<<< 5< 5< 4<<< 4< 4<<< 2< 2<"
"""Moves that win after what is shown."""


def chosen_moves() -> Iterator[tuple[int, str]]:
    """Yield the moves of that win at which there is a choice, each after the number of piles before it."""
    session = Session.read(first_rules(), SEED, " ".join(MOVES))
    for move in WIN.split():
        if only_move(session, Forced.BY_ITSELF) is None:
            yield len(session.state.piles), move
        session = session.play(move)


def test_what_is_said_of_each_step_is_so() -> None:
    """The cards named in each step of the first game lie where the text says, and share what it says."""
    session = Session.deal(first_rules(), SEED)
    said = []
    for move in MOVES:
        card, target = (session.state.piles[place].top for place in _places(move))
        game = game_of(session)
        assert stage_of(game) is Stage.SHOWN
        said.append(first_game_text(game, Stage.SHOWN, Style(spoken=True)))
        assert f"{card.words}" in said[-1]
        assert f"{target.words}" in said[-1]
        same = "rank" if card.symbol[:-1] == target.symbol[:-1] else card.words.rpartition(" ")[2]
        assert same in said[-1]
        session = session.play(move)
    assert ["neighbour" in said[0], "third pile" in said[1], "is now next to" in said[2]] == [True] * 3
    assert stage_of(game_of(session)) is Stage.ALONE


def test_the_last_step_shows_what_the_one_before_has_brought_about() -> None:
    """The last step of the first game shows a move that only the step before has made possible."""
    before = Session.deal(first_rules(), SEED).play(MOVES[0])
    after = before.play(MOVES[1])
    card, target = (after.state.piles[place].top for place in _places(MOVES[2]))
    row = [pile.top for pile in before.state.piles]
    assert row.index(card) - row.index(target) == 2


def test_it_can_be_won_after_what_is_shown() -> None:
    """The first game can be won after the moves that are shown."""
    session = Session.read(first_rules(), SEED, " ".join([*MOVES, WIN]))
    assert session.rules.outcome(session.state) is Outcome.WON
    assert stage_of(game_of(session, Status.FINISHED)) is Stage.OVER


def test_who_leaves_the_path_is_alone_and_undo_leads_back() -> None:
    """Who leaves the path of the first game plays alone, and undo leads back to it."""
    session = Session.deal(first_rules(), SEED).play("4<")
    assert stage_of(game_of(session)) is Stage.ALONE
    assert stage_of(game_of(session.undo())) is Stage.SHOWN


def test_no_other_deal_is_the_first_game() -> None:
    """No other deal is the first game, neither from another seed nor of another game."""
    assert stage_of(game_of(Session.deal(first_rules(), "tuesday"))) is None
    assert stage_of(game_of(Session.deal(find_game("accordion"), SEED))) is None


def _places(move: str) -> tuple[int, int]:
    place = int(move.rstrip("<")) - 1
    return place, place - move.count("<")
