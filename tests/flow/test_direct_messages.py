"""Private boards, which Discord does not keep: how they come back, and how they move to where they last."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from small_discord import Fault, Planned, Weather
from tests.controls import first, make
from tests.flow.boards import deal, legal, more, play_made_up, row_of
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.reading import FOOT, as_read
from tests.flow.test_race import Track, track
from tests.forged import press

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

__all__ = ["track"]
LOUNGE = "The Parlour/#lounge"
SEND = "POST /channels/{channel_id}/messages"


def _has_foot(board: Message) -> bool:
    return as_read(board.text).splitlines()[-1] == FOOT


async def _move(person: Person, board: Message) -> str:
    """Have a game moved by what More offers; return what its player is told."""
    return await _press_to_move(person, await more(person, board))


async def _press_to_move(person: Person, panel: Message) -> str:
    told = await (await person.press(panel, "Play in DM")).final()
    assert told.ephemeral
    return told.text


async def test_a_private_board_says_how_it_comes_back(parlour: Parlour) -> None:
    """A private board first names the command that brings it back, which can be clicked; so does More."""
    await until(lambda: parlour.bot.services.command_names.link("/board") != "`/board`")
    board = await deal(parlour.ada)
    assert _has_foot(board)
    ids = {command["name"]: command["id"] for command in parlour.local.world.commands.all()}
    assert f"</board:{ids['board']}>" in board.text
    moved = await (await make(parlour.ada, board, first(board))).final()
    assert not _has_foot(moved)
    assert _has_foot(await more(parlour.ada, moved))
    parlour.ada.reload()
    assert parlour.ada.sees(HERE) == []
    back = (await parlour.ada.slash(HERE, "board")).message
    assert back is not None
    assert row_of(back) == row_of(moved)


async def test_names_of_commands_that_are_not_known_yet(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command whose id is not known yet is named as code under a board."""
    names = parlour.bot.services.command_names
    await until(lambda: names.link("/board") != "`/board`")
    monkeypatch.setattr(names, "_ids", {})
    assert (await deal(parlour.ada)).text.endswith("-# Gone after a reload? Use `/board`.")


async def test_boards_that_last_do_not_say_so(parlour: Parlour) -> None:
    """Boards that others see, in direct messages or of games that are over do not speak of a reload."""
    assert "Gone after" not in (await deal(parlour.ada, where="in the channel")).text
    direct = (await parlour.ada.slash("dm", "deal accordion")).message
    assert direct is not None
    assert "Gone after" not in direct.text
    await deal(parlour.ben)
    asked = await (await parlour.ben.slash(HERE, "resign")).final()
    over = await (await parlour.ben.press(asked, "Resign")).final()
    assert "Gone after" not in over.text


async def test_a_board_of_another_channel_does_not_say_so(parlour: Parlour) -> None:
    """A board of another channel does not name /board, which would bring another game there, or none."""
    board = await deal(parlour.ada)
    game = await parlour.game_of(parlour.ada)
    there = await (await parlour.ada.slash(LOUNGE, "deal accordion")).final()
    shown = await press(parlour.local, parlour.ada, there, f"iy:{game.id}:{game.version}:board")
    assert row_of(shown) == row_of(board)
    assert "Gone after" not in shown.text


async def test_a_game_moves_to_direct_messages(parlour: Parlour) -> None:
    """A game moves to direct messages, where its board survives a restart, and leaves the channel free."""
    ada = parlour.ada
    board = await deal(ada)
    told = await _move(ada, board)
    chat = ada.channel("dm")
    assert told == (
        f"Accordion has moved [to your direct messages](https://discord.com/channels/@me/{chat.id}), "
        "and its board stays there. It counts as if you played it here."
    )
    (there,) = ada.sees("dm")
    assert not there.ephemeral
    assert row_of(there) == row_of(board)
    await parlour.restart()
    ada = parlour.ada
    ada.reload()
    moved = await (await make(ada, there, first(there))).final()
    await (await ada.press(moved, "Hint")).final()
    (now,) = ada.sees("dm")
    assert now.id == there.id
    assert "51 piles" in now.text
    shown = (await ada.slash("dm", "board")).message
    assert shown is not None
    assert row_of(shown) == row_of(now)
    assert "You have no game in this channel" in (await (await ada.slash(HERE, "board")).final()).text
    assert parlour.ben.sees(HERE) == []


async def test_it_counts_where_it_was_dealt(parlour: Parlour) -> None:
    """A game that moved to direct messages counts on the leaderboard of the server it was dealt in."""
    board = await (await parlour.ada.slash(HERE, "deal accordion", variant="late-binding")).final()
    await _move(parlour.ada, board)
    await play_made_up(parlour, parlour.ada, "dm", begun=True)
    ranks = await (await parlour.ada.slash(HERE, "leaderboard", game="late-binding")).final()
    assert f"<@{parlour.ada.user.id}> · " in ranks.text


async def test_a_race_is_run_from_direct_messages(track: Track) -> None:
    """A race can be run from direct messages; its message goes on, and Join race shows the same game."""
    ada, ben, _ = track.runners
    await track.start(ada)
    board = await track.join(ada)
    await track.join(ben)
    await _move(ada, board)
    (there,) = ada.sees("dm")
    assert there.text.startswith("### Accordion · Race\n")
    await (await make(ada, there, first(there))).final()
    assert f"<@{ada.user.id}> · 51 piles after 1 move" in await track.look()
    assert "51 piles" in (await track.join(ada)).text


async def test_closed_messages_change_nothing(parlour: Parlour) -> None:
    """A player whose direct messages are closed is told what to do, and the same button works afterwards."""
    panel = await more(parlour.ada, await deal(parlour.ada))
    parlour.ada.close_messages()
    assert await _press_to_move(parlour.ada, panel) == (
        "Your direct messages are closed to me, so the game stays here: allow them in this server's privacy "
        "settings and press again."
    )
    here = await _still_here(parlour)
    parlour.ada.open_messages()
    assert "has moved" in await _move(parlour.ada, here)


@pytest.mark.parametrize("fault", [Fault.DROPPED, Fault.SHUT_OUT])
async def test_a_failure_of_discord_changes_nothing(parlour: Parlour, fault: Fault) -> None:
    """If the board does not get to Discord, the game stays where it is, and its player may press again."""
    board = await deal(parlour.ada)
    assert isinstance(parlour.local.weather, Weather)
    parlour.local.weather.planned += [Planned(SEND, fault)] * 5
    assert "Discord didn't take the board" in await _move(parlour.ada, board)
    parlour.local.weather.planned.clear()
    await _still_here(parlour)


async def _still_here(parlour: Parlour) -> Message:
    """Move and take it back where the game was; return the board."""
    assert parlour.ada.sees("dm") == []
    board = await (await parlour.ada.slash(HERE, "board")).final()
    there = parlour.ada.sees(HERE)[0]
    assert row_of(board) == row_of(there)
    back = await (await parlour.ada.press(there, "Back")).final()
    await (await make(parlour.ada, back, first(back))).final()
    return await (await parlour.ada.slash(HERE, "undo")).final()


async def test_of_presses_at_once_one_counts(parlour: Parlour) -> None:
    """Of several presses at once one posts the board, and pressing again later tells where it is."""
    panel = await more(parlour.ada, await deal(parlour.ada))
    await asyncio.gather(*(parlour.ada.press(panel, "Play in DM") for _ in range(3)))
    await parlour.settle()
    assert len(parlour.ada.sees("dm")) == 1
    assert "Accordion has moved" in await _press_to_move(parlour.ada, panel)
    assert len(parlour.ada.sees("dm")) == 1


async def test_a_move_on_the_way_is_not_lost(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move made while the game is being moved keeps it where it is, and the player sees the new board."""
    board, play = await deal(parlour.ada), parlour.bot.services.play
    take_along = play.take_along

    async def play_before(*moved: object) -> object:
        await parlour.ada.slash(HERE, "move", moves=legal()[0])
        return await take_along(*moved)  # type: ignore[arg-type]  # whatever they are

    monkeypatch.setattr(play, "take_along", play_before)
    told = await _move(parlour.ada, board)
    assert "The board had changed" in told
    assert "51 piles" in told
    assert parlour.ada.sees("dm") == []


async def test_only_private_games_in_play_move(parlour: Parlour) -> None:
    """Only a private game in play can move: others lack the button, and forging it is refused."""
    public = await deal(parlour.ada, where="in the channel")
    assert "Play in DM" not in (await more(parlour.ada, public)).buttons
    direct = (await parlour.ben.slash("dm", "deal accordion")).message
    assert direct is not None
    assert "Play in DM" not in (await more(parlour.ben, direct)).buttons
    told = await press(parlour.local, parlour.ada, public, "iy:1:1:dm")
    assert told.text == "Others can watch this game, so it stays here: only private boards can move."
    stranger = await press(parlour.local, parlour.ben, public, "iy:1:1:dm")
    assert "only its owner" in stranger.text
    over = await press(parlour.local, parlour.ada, public, "iy:1:1:resigned")
    assert "Resigned" in over.text
    ended = await press(parlour.local, parlour.ada, public, "iy:1:2:dm")
    assert ended.text == "This game is over: deal a new one."
    gone = await press(parlour.local, parlour.ada, public, "iy:99:1:dm")
    assert "no longer stored" in gone.text
    assert parlour.ada.sees("dm") == []
