"""Dealing and playing as a player experiences it, on both databases."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.service.errors import (
    CutShort,
    GameOver,
    NoGame,
    NoSuchGame,
    NotYours,
    Stale,
    StaysResigned,
    StaysWon,
)
from bot.service.game import Game, Seat
from bot.store import Forced, Seen, Status, Store
from idle_year.engine.errors import GameError, IllegalMove
from idle_year.engine.games import find_game
from idle_year.engine.rules import DEAL, Move, Outcome
from idle_year.engine.session import NothingToUndo
from tests.databases import both_databases
from tests.games import Games

ANNA, BERT = 10**18 + 1, 10**18 + 2
SEAT = Seat(ANNA, 5, None)
OPEN, PARLETT, LATE = (find_game(name) for name in ("accordion", "parlett", "late-binding"))
ENDS_STUCK, CAN_BE_WON = "s4", "s6"
WINS = "4<<< 6<<< 9<<< 6<<< 8< 9<<< 7< 6< 7<<< 4< 4<<< 4< 4<<< 2< 4<<< 2< 2<"


@pytest.fixture
def games(store: Store) -> Games:
    """Play on an empty store."""
    return Games(store)


def _legal(game: Game) -> str:
    return game.rules.notation.write_move(game.rules.moves(game.state)[0])


async def _play_out(games: Games, game: Game, line: str = "") -> Game:
    """Play a line, then the first legal move until none is left."""
    if line:
        game = await games.play.move(game, line)
    while not game.over:
        game = await games.play.move(game, _legal(game))
    return game


async def test_a_game_is_dealt_and_found(games: Games) -> None:
    """A dealt game is the player's game in the channel, from a made-up seed that nobody can guess."""
    dealt = await games.dealer.deal(SEAT, OPEN)
    assert re.fullmatch(r"[a-z2-9]{17}", dealt.session.seed)
    assert await games.lookup.current(SEAT) == dealt == await games.lookup.get(dealt.id)
    assert (dealt.version, dealt.over, dealt.outcome, dealt.public) == (1, False, None, False)


async def test_a_move_can_deal_what_has_to_be_dealt(games: Games) -> None:
    """A move deals on until there is something else to do, if asked to; else it stops after the move."""
    for channel, forced in ((5, Forced.BY_HAND), (6, Forced.BY_ITSELF)):
        game = await games.dealer.deal(Seat(ANNA, channel, None), PARLETT, "2")
        game = await games.play.move(game, "d", forced=forced)
        assert (len(game.session.moves) > 1) == (forced is Forced.BY_ITSELF)
        assert (list(game.rules.moves(game.state)) != [DEAL]) == (forced is Forced.BY_ITSELF)


async def test_there_is_no_game(games: Games) -> None:
    """Where there is no game, neither the channel nor an id finds one."""
    with pytest.raises(NoGame):
        await games.lookup.current(SEAT)
    with pytest.raises(NoSuchGame):
        await games.lookup.as_seen(ANNA, Seen(77, 1))


async def test_a_seed_or_a_code_deals_the_same_again(games: Games) -> None:
    """A seed or a code deals the same again, and a code names its own game."""
    first = await games.dealer.deal(SEAT, PARLETT, "Tuesday")
    again = await games.dealer.deal(Seat(BERT, 5, 7), OPEN, first.code)
    assert (again.rules, again.state) == (PARLETT, first.state)
    assert first.code == "parlett:tuesday"


async def test_a_text_that_is_no_seed_is_refused(games: Games) -> None:
    """A text that is no seed is refused with a sentence."""
    with pytest.raises(GameError, match="cannot be a seed"):
        await games.dealer.deal(SEAT, PARLETT, "no seed!")


async def test_a_move_is_played_and_kept(games: Games, store: Store) -> None:
    """A move is kept, so that a new program finds the same board."""
    game = await games.dealer.deal(SEAT, PARLETT, "tuesday")
    after = await games.play.move(game, "d d")
    assert (after.version, len(after.session.moves)) == (2, 2)
    assert await Games(store).lookup.get(game.id) == after


async def test_a_bad_move_changes_nothing(games: Games) -> None:
    """A line with a bad move plays nothing."""
    game = await games.dealer.deal(SEAT, OPEN, "tuesday")
    with pytest.raises(IllegalMove, match="Nothing was played"):
        await games.play.move(game, f"{_legal(game)} 1<")
    assert await games.lookup.get(game.id) == game


async def test_a_line_that_turned_up_a_card_is_played_up_to_what_fails(games: Games) -> None:
    """A line that turned up a card is played up to what fails, or anyone could look at the stock for free."""
    game = await games.dealer.deal(SEAT, PARLETT, "tuesday")
    with pytest.raises(CutShort) as caught:
        await games.play.move(game, "d 1<")
    assert str(caught.value.stopped).startswith("Move 2 of 2, `1<`: ")
    assert caught.value.game == await games.lookup.get(game.id)
    assert caught.value.game.session == game.session.play("d")


async def test_only_the_owner_plays(games: Games) -> None:
    """Only the owner plays; anybody else is told whose game it is, before anything else."""
    game = await games.dealer.deal(SEAT, OPEN)
    for seen in (game.seen, Seen(game.id, 9)):
        with pytest.raises(NotYours) as caught:
            await games.lookup.as_seen(BERT, seen)
        assert caught.value.game == game
    with pytest.raises(NotYours):
        await games.lookup.own(BERT, game.id)


async def test_a_stale_move_is_not_played(games: Games) -> None:
    """A move on an old board is refused with the true one, and looked up anew the game is played on."""
    game = await games.dealer.deal(SEAT, PARLETT)
    now = await games.play.move(game, "d")
    for press in (games.lookup.as_seen(ANNA, game.seen), games.play.move(game, _legal(game))):
        with pytest.raises(Stale) as caught:
            await press
        assert caught.value.game == now
    text = "d" if _legal(now) == "d" else _legal(now)
    assert (await games.play.move(await games.lookup.own(ANNA, game.id), text)).version == 3


@both_databases
async def test_of_two_moves_at_once_one_is_played(games: Games, store: Store) -> None:
    """Of two moves at once one is played, even between two programs, and the other gets the new board."""
    game = await games.dealer.deal(SEAT, OPEN, "tuesday")
    for other in (games, Games(store)):
        await other.lookup.get(game.id)
        moves = [one.play.move(game, _legal(game)) for one in (games, other)]
        results = await asyncio.gather(*moves, return_exceptions=True)
        (played,) = [one for one in results if not isinstance(one, BaseException)]
        (refused,) = [one for one in results if isinstance(one, BaseException)]
        assert isinstance(refused, Stale)
        assert refused.game == played == await games.lookup.get(game.id)
        game = played


async def test_undo_and_redo_survive_a_restart(games: Games, store: Store) -> None:
    """Moves can be taken back and played again after a restart."""
    game = start = await games.dealer.deal(SEAT, OPEN, "tuesday")
    for _ in range(3):
        game = await games.play.move(game, _legal(game))
    for _ in range(3):
        await Games(store).play.undo(await Games(store).lookup.get(game.id))
    back = await Games(store).lookup.get(game.id)
    assert back.state == start.state
    for _ in range(3):
        await Games(store).play.redo(await Games(store).lookup.get(game.id))
    again = await Games(store).lookup.get(game.id)
    assert (again.session, again.version) == (game.session, 10)
    with pytest.raises(NothingToUndo, match="no move to play again"):
        await games.play.redo(again)


async def test_a_card_that_was_seen_stays(games: Games) -> None:
    """A card that was seen stays: its deal is not taken back."""
    game = await games.dealer.deal(SEAT, PARLETT)
    game = await games.play.move(game, "d")
    with pytest.raises(NothingToUndo, match="turned up a card"):
        await games.play.undo(game)


async def test_a_game_ends_with_its_last_move(games: Games) -> None:
    """After its last move a game takes no move, redo or resignation, and the next can be dealt."""
    game = await _play_out(games, await games.dealer.deal(SEAT, LATE, ENDS_STUCK))
    assert (game.status, game.outcome) == (Status.FINISHED, Outcome.STUCK)
    for act in (games.play.redo, games.play.resign):
        with pytest.raises(GameOver):
            await act(game)
    with pytest.raises(GameOver):
        await games.play.move(game, "2<")
    assert (await games.dealer.deal(SEAT, OPEN)).id != game.id


async def test_a_game_that_is_stuck_can_be_taken_up_again(games: Games) -> None:
    """A game that is stuck can be taken up again by undo, and redo ends it again."""
    game = await _play_out(games, await games.dealer.deal(SEAT, LATE, ENDS_STUCK))
    back = await games.play.undo(game)
    assert (back.status, back.outcome) == (Status.PLAYING, None)
    assert await games.lookup.current(SEAT) == back
    ended = await games.play.redo(back)
    assert (ended.status, ended.state) == (Status.FINISHED, game.state)


async def test_a_won_game_stays_won(games: Games) -> None:
    """A won game stays won, and no move of it is taken back."""
    game = await games.dealer.deal(SEAT, LATE, CAN_BE_WON)
    game = await games.play.move(game, WINS)
    assert (game.status, game.outcome) == (Status.FINISHED, Outcome.WON)
    with pytest.raises(StaysWon):
        await games.play.undo(game)


async def test_a_resigned_game_stays_resigned(games: Games) -> None:
    """A resigned game stays resigned, and no move of it is taken back."""
    game = await games.dealer.deal(SEAT, OPEN)
    game = await games.play.move(game, _legal(game))
    game = await games.play.resign(game)
    assert (game.status, game.over, game.version) == (Status.RESIGNED, True, 3)
    with pytest.raises(StaysResigned):
        await games.play.undo(game)
    with pytest.raises(NoGame):
        await games.lookup.current(SEAT)


async def test_more_games_than_are_remembered_play_on(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """More games than are remembered can be played on: the others are read again."""
    monkeypatch.setattr("bot.service.lookup._MOST_RECENT", 2)
    dealt = [await games.dealer.deal(Seat(ANNA, channel, None), OPEN) for channel in range(5)]
    for game in dealt:
        assert (await games.play.move(game, _legal(game))).version == 2


async def test_dealing_on_ends_at_a_new_move(games: Games) -> None:
    """Dealing on goes past a move that was waiting, up to one that was not there before."""
    game = await games.dealer.deal(Seat(ANNA, 5, None), find_game("till-dawn"), "2")
    while not _card_moves(game):
        game = await games.play.deal_on(game)
    waiting = _card_moves(game)
    dealt = await games.play.deal_on(game)
    assert _card_moves(dealt) - waiting
    last = dealt.session.at(len(dealt.session.moves) - 1)
    assert set(last.legal) <= {DEAL, *waiting}


def _card_moves(game: Game) -> set[Move]:
    return set(game.session.legal) - {DEAL}
