"""Who sees an answer, and that there always is one."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from typing import TYPE_CHECKING

import pytest

from bot.ui.board import Board
from bot.ui.components import Note
from bot.ui.moves import MovesModal
from small_discord.people.message import Refused
from tests.flow.boards import deal, more
from tests.flow.conftest import HERE
from tests.flow.reading import as_read

if TYPE_CHECKING:
    from pathlib import Path

    from bot.service.game import Game
    from idle_year.advice import Hint
    from small_discord import Message
    from tests.flow.conftest import Parlour


def headings(messages: list[Message]) -> list[str]:
    """Return the first line of each message."""
    return [message.text.splitlines()[0] for message in messages]


async def test_a_public_deal_is_public_beside_another_game(parlour: Parlour) -> None:
    """The board of a public deal is public, whatever else its player has in play there in private."""
    await deal(parlour.ada, "tarbart")
    await parlour.ada.slash(HERE, "move", moves="d")
    await parlour.ada.slash(HERE, "deal accordion", variant="goren", where="in the channel")
    assert headings(parlour.ben.sees(HERE)) == ["### Goren"]


async def test_more_of_a_public_board_is_seen_by_all(parlour: Parlour) -> None:
    """More is on the board that all see, and so is its end, though only its player is asked about it."""
    panel = await more(parlour.ada, await deal(parlour.ada, where="in the channel"))
    (seen,) = parlour.ben.sees(HERE)
    assert (seen.id, seen.buttons) == (panel.id, panel.buttons)
    asked = (await parlour.ada.press(panel, "Resign")).message
    assert asked is not None
    assert asked.ephemeral
    await parlour.ada.press(asked, "Resign")
    assert "**Resigned**" in parlour.ben.sees(HERE)[-1].text


@pytest.mark.parametrize(
    ("where", "seen_by"), [(HERE, "only for me"), (HERE, "in the channel"), ("dm", "only for me")]
)
async def test_more_is_on_the_board_and_leads_back(parlour: Parlour, where: str, seen_by: str) -> None:
    """More is in place of the moves, wherever a board is, and leads back to them: nothing is posted."""
    board = await (await parlour.ada.slash(where, "deal accordion", where=seen_by)).final()
    panel = await more(parlour.ada, board)
    back = await (await parlour.ada.press(panel, "Back")).final()
    assert (back.text, back.buttons) == (board.text, board.buttons)
    assert [each.id for each in parlour.ada.sees(where)] == [board.id]
    assert len(parlour.ben.sees(where)) == (seen_by == "in the channel")


async def test_in_a_group_conversation_a_private_board_is_private(parlour: Parlour) -> None:
    """If the bot is an app that one of several people brought, others read along as in a server."""
    parlour.ada.add_app()
    talk = parlour.ada.talk_with("Ben")
    reply = await parlour.ada.slash(talk, "deal accordion")
    assert reply.message is not None
    assert reply.message.ephemeral
    assert parlour.ben.sees(talk) == []


async def test_a_button_of_another_version_is_explained(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button that this version does not know is explained as another version's, with what to do."""
    board = await deal(parlour.ada)
    monkeypatch.delitem(parlour.bot.inbox.routes, "more")
    note = (await parlour.ada.press(board, "More")).message
    assert note is not None
    assert "another version of the bot. /board" in as_read(note.text)


@pytest.mark.logs("Game 1 cannot be read and is set aside: Accordion was dealt by revision 99")
async def test_a_game_of_changed_rules_leaves_no_command_without_an_answer(
    parlour: Parlour, tmp_path: Path
) -> None:
    """A game whose rules have changed is set aside; a version that knows them takes it back at its start."""
    await deal(parlour.ada)
    await _restart_after(parlour, tmp_path, "UPDATE games SET revision = 99")
    (choice,) = await parlour.ada.autocomplete(HERE, "move", "moves", moves="2<")
    assert "from 99 to 1" in choice.name
    board = (await parlour.ada.slash(HERE, "board")).message
    assert board is not None
    assert "You have no game in this channel" in board.text
    rules = (await parlour.ada.slash(HERE, "rules")).message
    assert rules is not None
    assert "### Accordion" in rules.text
    await _restart_after(parlour, tmp_path, "UPDATE games SET revision = 1")
    async with asyncio.timeout(30):
        while (await parlour.bot.services.store.games.aside(0, 1)) != []:  # noqa: ASYNC110  no event tells
            await asyncio.sleep(0.05)
    back = (await parlour.ada.slash(HERE, "board")).message
    assert back is not None
    assert "52 piles" in back.text


async def _restart_after(parlour: Parlour, folder: Path, change: str) -> None:
    await parlour.close()
    with sqlite3.connect(folder / "games.sqlite3") as games:
        games.execute(change)
    games.close()
    await parlour.open()


async def test_what_no_answer_could_repeat_is_refused_while_typing(parlour: Parlour) -> None:
    """A text too long to be repeated is refused by Discord while typing, and a shorter one is answered."""
    await deal(parlour.ada)
    of_a_deal = ("deal accordion", "seed", 64), ("deal accordion", "variant", 64)
    for command, option, longest in (("move", "moves", 1000), *of_a_deal, ("rules", "game", 64)):
        with pytest.raises(Refused, match="must lie between 1 and"):
            await parlour.ada.slash(HERE, command, **{option: "x" * (longest + 1)})
        told = await (await parlour.ada.slash(HERE, command, **{option: "x" * longest})).final()
        assert "x" * 50 in told.text


@pytest.mark.usefixtures("put_off")
async def test_a_hint_for_a_board_that_was_deleted_is_dropped(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who deletes the board while the bot thinks is not told that something broke."""
    deleted, think = asyncio.Event(), parlour.bot.services.hints.hint

    async def think_long(game: Game) -> Hint:
        await deleted.wait()
        return await think(game)

    monkeypatch.setattr(parlour.bot.services.hints, "hint", think_long)
    board = await deal(parlour.ada, "late-binding", where="in the channel")
    await parlour.ada.press(board, "Hint")
    parlour.local.world.posts.delete(board.post)
    deleted.set()
    await asyncio.gather(*(task for task in asyncio.all_tasks() if "on_interaction" in task.get_name()))
    assert parlour.ada.sees(HERE) == []


async def test_what_was_shown_is_not_kept_in_memory(parlour: Parlour) -> None:
    """However many notes and modals are opened, the bot keeps only the last of them."""
    board = await deal(parlour.ada)
    for _ in range(10):
        panel = await more(parlour.ada, board)
        await parlour.ada.press(panel, "Type moves")
        note = (await parlour.ada.press(panel, "Resign")).message
        assert note is not None
        await parlour.ada.press(note, "Keep playing")
        await parlour.ada.slash(HERE, "board")
    gc.collect()
    kept = [type(each) for each in gc.get_objects() if isinstance(each, Board | MovesModal | Note)]
    assert len(kept) <= 3


@pytest.mark.logs("Game 1 cannot be read and is set aside: ")
@pytest.mark.parametrize("bad", ["moves = 'nonsense'", "seed = 'no seed!'", "game = 'bridge'"])
async def test_a_game_that_cannot_be_read_blocks_nobody(parlour: Parlour, tmp_path: Path, bad: str) -> None:
    """The first press on a game that cannot be read gets one sentence; after that the seat is free."""
    board = await deal(parlour.ada)
    await parlour.ada.slash(HERE, "move", moves="2<")
    await parlour.close()
    with sqlite3.connect(tmp_path / "games.sqlite3") as games:
        games.execute(f"UPDATE games SET {bad}")  # noqa: S608  our own words
    games.close()
    await parlour.open()
    for press in (parlour.ada.press(board, "Hint"), parlour.ada.press(board, "More")):
        told = (await press).message
        assert told is not None
        assert told.text == (
            "This game can no longer be read, so it was set aside: deal a new one with /deal."
        )
    resign = (await parlour.ada.slash(HERE, "resign")).message
    assert resign is not None
    assert "You have no game in this channel" in resign.text
    assert "### Accordion" in (await deal(parlour.ada)).text
