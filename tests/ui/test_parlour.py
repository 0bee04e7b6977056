"""The parlour's game as a server sees it: one public board, one move a person a day, no name at its end."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from bot.render.board import goal_line
from bot.service.parlour import NoParlour
from bot.store import EVERYWHERE
from bot.store.tables import parlours
from bot.ui.presses import Press
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.solvers.protocols import Limit
from idle_year.solvers.registry import solver_for
from tests.controls import HERE, first, offered
from tests.ui.room import CARDS, DM, LOUNGE, Room, Visitor, content_of

if TYPE_CHECKING:
    from small_discord import Message

SEED = "tuesday"
A_DAY = 24 * 60
"""Minutes."""
MIDNIGHT = 1795219200
"""The end of the tests' day, as Discord writes it."""


@pytest.fixture(autouse=True)
def _known_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same each time: a real search is tried in tests/service."""

    async def find(*_asked: object) -> str:
        return SEED

    monkeypatch.setattr("bot.service.wish.DealSearch.find", find)


async def _begin(person: Visitor, game: str = "late-binding", where: str = HERE) -> Message:
    return await person.slash(where, "parlour play", game=game)


def _board(room: Room, board: Message) -> Message:
    """Return a board as it stands now."""
    return next(each for each in room.ben.sees(HERE) if each.id == board.id)


async def _play_on(room: Room, board: Message, moves: list[str] | None = None) -> Message:
    """Have two people play on, each a move a day: those moves, or the first ones to the end."""
    people = (room.ada, room.ben)
    number = 0
    while offered(board) and (moves is None or number < len(moves)):
        if number % 2 == 0:
            room.clock.wait(A_DAY)
        move = first(board) if moves is None else moves[number]
        board = await people[number % 2].make(board, move)
        number += 1
    return board


async def test_everybody_makes_one_move_a_day(room: Room) -> None:
    """A tap is a move on the board that all see; the second of a day says in private when to come again."""
    board = await _begin(room.ada)
    assert not board.ephemeral
    assert "The parlour's game" in board.text
    assert "moved last" not in board.text
    assert goal_line(find_game("late-binding")) in board.text, "newcomers read it"
    moved = await room.ben.make(board, first(board))
    assert moved.id == board.id
    assert "<@2> moved last · begun " in moved.text
    assert "1 move by 1 person" in moved.text
    refused = await room.ben.make(moved, first(moved))
    assert refused.ephemeral
    assert refused.text == f"You've moved today: you can move again <t:{MIDNIGHT}:R>."
    assert _board(room, board).text == moved.text
    moved = await room.ada.make(moved, first(moved))
    assert "2 moves by 2 people" in moved.text
    room.clock.wait(A_DAY / 2)  # it is midnight
    moved = await room.ben.make(moved, first(moved))
    assert "<@2> moved last" in moved.text
    assert "3 moves by 2 people" in moved.text


async def test_of_two_who_tap_at_once_one_moves(room: Room) -> None:
    """Of two who tap at the same moment one moves, and the other is told who was faster."""
    board = await _begin(room.ada)
    move, other = [*offered(board)][:2]
    await asyncio.gather(room.ben.make(board, move), room.ada.make(board, other))
    assert "1 move by 1 person" in _board(room, board).text
    (told,) = (each for each in [*room.ada.sees(), *room.ben.sees()] if each.ephemeral)
    assert told.text in ("<@1> has just moved: look again.", "<@2> has just moved: look again.")
    again = await room.person("Cleo").make(_board(room, board), first(_board(room, board)))
    assert "2 moves by 2 people" in again.text


async def test_a_board_that_missed_a_move_is_drawn_anew(room: Room) -> None:
    """If the bot ended before it could show a move, the next press shows it, and makes no other."""
    board = await _begin(room.ada)
    control = offered(board)[first(board)]
    before = replace(room.posts[board.id])
    await room.ben.make(board, first(board))
    room.posts[board.id] = before
    await room.restart()
    await room.ada.use(board, control.custom_id, *control.chosen)
    assert "1 move by 1 person" in _board(room, board).text
    assert "<@2> has just moved: look again." in {each.text for each in room.ada.sees() if each.ephemeral}
    board = _board(room, board)
    assert "2 moves by 2 people" in (await room.ada.make(board, first(board))).text


async def test_a_lost_game_tells_the_move_and_no_name(room: Room) -> None:
    """At its end the board says how it went and which move lost the win, and names nobody."""
    over = await _play_on(room, await _begin(room.ada))
    assert "No moves left." in over.text
    assert "16 moves by 2 people · 9 days" in over.text
    assert "lost the win:" in over.text
    assert "would still have won." in over.text
    assert "late-binding:tuesday" in over.text
    assert "<@" not in over.text
    assert over.buttons == ["Begin another", "Play the same deal"]


async def test_a_won_game_counts_nowhere(room: Room) -> None:
    """A won game says so, and is in nobody's statistics, results or games."""
    rules = find_game("late-binding")
    line = solver_for(rules).solve(rules.start(SEED), Limit(seconds=20)).line
    won = await _play_on(room, await _begin(room.ada), write_moves(rules, line).split())
    assert "🏆 **Won!** 17 moves by 2 people · 10 days" in won.text
    assert "<@" not in won.text
    for person in (room.ada, room.ben):
        seat = person.seat_in(HERE)
        assert (await room.services.store.results.record(seat.owner, rules.id)).played == 0
        assert await room.services.store.seats.latest(seat.owner, seat.channel) is None
    same = await room.ben.press(won, "Play the same deal")
    assert same.ephemeral
    assert (await room.game_of(room.ben)).code == f"late-binding:{SEED}"


async def test_another_is_begun_by_a_tap(room: Room) -> None:
    """Under a game that is over another one is begun, in a message of its own."""
    over = await _play_on(room, await _begin(room.ada))
    another = await room.ben.press(over, "Begin another")
    assert another.id != over.id
    assert not another.ephemeral
    assert "No moves left" in _board(room, over).text
    assert "1 move by 1 person" in (await room.ada.make(another, first(another))).text


async def test_who_hides_is_named_nowhere(room: Room) -> None:
    """Who hides, or has deleted everything, has moved as somebody; what was moved stays."""
    board = await _begin(room.ada)
    await room.services.store.ranks.hide(EVERYWHERE, room.ben.seat.owner)
    cleo = room.person("Cleo")
    control = offered(board)[first(board)]
    moved = await room.ben.make(board, first(board))
    assert "somebody moved last" in moved.text
    await cleo.use(board, control.custom_id, *control.chosen)
    assert "Somebody has just moved: look again." in {each.text for each in cleo.sees() if each.ephemeral}
    moved = await cleo.make(moved, first(moved))
    assert "<@3> moved last" in moved.text
    await room.services.privacy.delete(cleo.seat.owner)
    board = await _begin(room.ada)
    assert "somebody moved last" in board.text
    assert "2 moves by 2 people" in board.text


async def test_deleting_ones_data_gives_no_second_move(room: Room) -> None:
    """Who moves and then deletes everything moves again on the next day, not before."""
    board = await _begin(room.ada)
    board = await room.ben.make(board, first(board))
    await room.services.privacy.delete(room.ben.seat.owner)
    told = await room.ben.make(board, first(board))
    assert told.text == f"You've moved today: you can move again <t:{MIDNIGHT}:R>."
    room.clock.wait(A_DAY / 2)  # it is midnight
    assert "2 moves by 2 people" in (await room.ben.make(board, first(board))).text


async def test_a_forged_press_on_the_end_costs_no_thought(room: Room) -> None:
    """A press that the board of a game that is over does not have is unknown: nobody looks back once more."""
    board = await _begin(room.ada)
    forged = _control(board)
    over = await _play_on(room, board)
    assert (await room.ben.use(over, forged)).id != over.id


async def test_an_older_board_leads_to_the_newest(room: Room) -> None:
    """Once the game is shown in another channel, its old board becomes a note, at the latest when pressed."""
    old = await _begin(room.ada)
    new = await _begin(room.ben, where=LOUNGE)
    assert "The parlour's game" in new.text
    left = await room.ben.make(old, first(old))
    assert left.id == old.id
    assert (
        left.text == f"The parlour's game has gone on elsewhere: https://discord.com/channels/7/71/{new.id}"
    )
    assert left.buttons == []
    assert "1 move by 1 person" in (await room.ben.make(new, first(new))).text


async def test_a_board_that_nobody_noted_is_the_newest(room: Room) -> None:
    """A board that was posted just before the bot ended is played on, and the older one leads there."""
    old = await _begin(room.ada)
    new = await _begin(room.ada)
    database = room.services.store.parlours._database
    await database.execute(update(parlours).values(message=int(old.id)))
    assert "1 move by 1 person" in (await room.ben.make(new, first(new))).text
    assert new.id in (await room.ada.make(old, first(old))).text


async def test_it_belongs_to_its_server(room: Room) -> None:
    """Each server has its own; elsewhere nobody moves, and in direct messages one sentence says so."""
    board = await _begin(room.ada)
    other = await _begin(room.ada, where=CARDS)
    assert "begun" in other.text
    cards = replace(room.ben.seat_in(CARDS))
    with pytest.raises(NoParlour):
        await room.services.parlours.get(cards.guild, Press.read(_control(board)).seen.id)
    await room.ben.use(other, _control(other))
    assert "moved last" not in _board(room, board).text
    told = await _begin(room.ada, where=DM)
    assert told.text == "This belongs to a server: ask for it there."


def _control(board: Message) -> str:
    return offered(board)[first(board)].custom_id


async def test_a_forged_press_changes_no_other_message(room: Room) -> None:
    """A press that its message does not have, several moves at once or none that is legal change nothing."""
    board = await _begin(room.ada)
    other = await room.ada.slash(HERE, "deal accordion", where="in the channel")
    seen = Press.read(_control(board)).seen
    for message, rest in ((other, first(board)), (board, "2< 3<"), (board, "nonsense"), (board, "1<")):
        told = await room.ben.use(message, Press(seen, "parlour", rest).custom_id)
        assert told.ephemeral
        assert told.id not in (other.id, board.id)
    assert "moved last" not in _board(room, board).text
    for verb in ("parloured", "parlourend"):
        told = await room.ben.use(board, Press(seen, verb).custom_id)
        assert told.ephemeral
    assert await room.services.parlours.on(7) is not None


async def test_only_a_manager_or_who_began_it_ends_it(room: Room) -> None:
    """A manager or who began it ends it, once asked; its board says so at the next press."""
    assert (await room.ada.slash(HERE, "parlour end")).text.startswith("No parlour's game is on here")
    board = await _begin(room.ben)
    cleo = room.person("Cleo")
    assert (await cleo.slash(HERE, "parlour end")).text.startswith("Only whoever began this game")
    first_asked = await room.ben.slash(HERE, "parlour end")
    for person in (room.ada, room.ben):
        asked = await person.slash(HERE, "parlour end")
        assert asked.ephemeral
        assert asked.text == "End the parlour's game for everybody? That can't be taken back."
    ended = await room.ben.press(asked, "End it")
    assert ended.text == "The parlour's game is over: its board shows how it went."
    over = await cleo.make(board, first(board))
    assert over.id == board.id
    assert "**Ended early.** 18 piles · 0 moves · 1 day" in over.text
    assert "It could still be won at the end (proven)." in over.text
    await _begin(room.ben)
    stale = await room.ben.press(first_asked, "End it")
    assert stale.text == "This game of the parlour is gone: `/parlour play` begins another."


async def test_boards_count_as_posts(room: Room) -> None:
    """Boards count in the limits of a person and a channel, like others that all see."""
    for _ in range(6):
        assert not (await _begin(room.ada)).ephemeral
    assert (await _begin(room.ada)).text.startswith("One person may post 6 boards")


async def test_moves_farther_away_are_listed_for_nothing(room: Room) -> None:
    """Who looks for moves farther away has made none."""
    board = await _begin(room.ada, "concertina")
    custom_id = Press(Press.read(_control(board)).seen, "parlour").custom_id
    shown = await room.ben.use(board, custom_id, "+3")
    assert shown.id == board.id
    assert "moved last" not in shown.text


async def test_the_file_has_ones_own_moves_and_no_secret(room: Room) -> None:
    """One's file has the moves that one made and the games that one began, without a deal that is on."""
    board = await _begin(room.ada)
    await room.ben.make(board, first(board))
    theirs = content_of(await room.ben.slash(HERE, "privacy export"))
    assert f'"move": "{first(board)}"'.encode() in theirs
    began = content_of(await room.ada.slash(HERE, "privacy export"))
    assert b'"parlours_started": [\n{' in began
    assert SEED.encode() not in began
    assert b"<@" not in began


async def test_nobody_moves_while_the_day_is_in_doubt(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody loses or gains a move because a clock is wrong."""
    board = await _begin(room.ada)
    monkeypatch.setattr(room.services.store, "is_day_certain", lambda: False)
    told = await room.ben.make(board, first(board))
    assert told.text == "That has to wait: Discord's clock and mine show different days."
    assert "moved last" not in _board(room, board).text
