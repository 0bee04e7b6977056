"""Moves that are typed, into the form or a command: played, or refused with the reason and kept."""

from __future__ import annotations

import asyncio
import importlib
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.options import move_choices
from bot.ui.services import current_game
from idle_year.engine.session import Session
from tests.flow.boards import deal, legal, more, row_of
from tests.flow.conftest import HERE
from tests.flow.pictures import until

if TYPE_CHECKING:
    from bot.render.cards import Style
    from bot.service.game import Game
    from bot.ui.options import Choices
    from bot.ui.request import Request
    from bot.ui.services import Services
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour


async def _type(person: Person, board: Message, moves: str) -> Message:
    return await _fill_in(person, await more(person, board), "Type moves", moves)


async def _correct(person: Person, board: Message, moves: str) -> Message:
    return await _fill_in(person, board, "Correct the moves", moves)


async def _fill_in(person: Person, message: Message, button: str, moves: str) -> Message:
    opened = await person.press(message, button)
    assert opened.modal is not None
    return await (await person.submit(opened.modal, moves=moves)).final()


async def _typed_before(person: Person, board: Message, button: str) -> str:
    opened = await person.press(board, button)
    assert opened.modal is not None
    return str(opened.modal.fields["moves"].get("value", ""))


async def test_a_wrong_move_in_the_modal_is_explained_on_the_board(parlour: Parlour) -> None:
    """A wrong line in the form is explained on the board, where it can be corrected, even after a restart."""
    ada, good = parlour.ada, legal()[0]
    board = await (await ada.slash("dm", "deal accordion", seed="tuesday")).final()
    refused = await _type(ada, board, f"{good}  60<")
    assert refused.id == board.id
    assert row_of(refused) == row_of(board)
    reason, typed = refused.text.splitlines()[-2:]
    assert reason.startswith("> Move 2 of 2, `60<`: There is no pile 60")
    assert typed == f"-# You typed `{good}  60<`"
    panel = await more(ada, refused)
    assert await _typed_before(ada, panel, "Type moves") == ""
    await _fill_in(ada, panel, "Type moves", f"{good}  60<")
    await parlour.restart()
    (refused,) = parlour.ada.sees("dm")
    assert await _typed_before(parlour.ada, refused, "Correct the moves") == f"{good}  60<"
    again = await _correct(parlour.ada, refused, "61<")
    assert "There is no pile 61" in again.text
    assert "There is no pile 60" not in again.text
    played = await _correct(parlour.ada, again, good)
    assert played.id == board.id
    assert "51 piles" in played.text
    assert "Correct the moves" not in played.buttons
    assert len(parlour.ada.sees("dm")) == 1


async def test_what_looks_like_a_command_can_be_corrected(parlour: Parlour) -> None:
    """What was typed with the name of a command is shown, and filled in to be corrected, as it was typed."""
    await until(lambda: parlour.bot.services.command_names.link("/undo") != "`/undo`")
    board = await deal(parlour.ada)
    for typed in ("/undo", "/move 12<", "12< /undo"):
        board = await _type(parlour.ada, board, typed)
        assert f"`{typed}`" in board.text
        assert await _typed_before(parlour.ada, board, "Correct the moves") == typed


async def test_a_wrong_move_by_command_is_answered_in_one_line(parlour: Parlour) -> None:
    """A wrong line by command gets its reason in private, without another board, and mentions nobody."""
    await deal(parlour.ada)
    line = f"<@{parlour.ben.user.id}> `" + "x" * 900
    refused = await (await parlour.ada.slash(HERE, "move", moves=line)).final()
    assert refused.ephemeral
    assert "is not a move" in refused.text
    assert "\n" not in refused.text
    assert refused.buttons == []


async def test_moves_are_not_corrected_on_an_old_board(parlour: Parlour) -> None:
    """Of several forms sent at once or later from the same board, only one counts."""
    board = await deal(parlour.ada)
    refused = await _type(parlour.ada, board, "60<")
    forms = [await parlour.ada.press(refused, "Correct the moves") for _ in range(3)]
    *modals, late = [form.modal for form in forms if form.modal is not None]
    assert len(modals) == 2
    legal_twice = next(move for move in legal() if move in legal(played=move))
    await asyncio.gather(*(parlour.ada.submit(modal, moves=legal_twice) for modal in modals))
    await parlour.settle()
    await (await parlour.ada.submit(late, moves=legal(played=legal_twice)[0])).final()
    now = await (await parlour.ada.slash(HERE, "board")).final()
    assert "51 piles" in now.text


async def test_autocomplete_chains_legal_moves(parlour: Parlour) -> None:
    """Autocomplete continues a line with what is legal after its last complete move."""
    await deal(parlour.ada)
    offered = await parlour.ada.autocomplete(HERE, "move", "moves", moves="")
    assert [choice.value for choice in offered] == legal()[:25]
    first = legal()[0]
    then = await parlour.ada.autocomplete(HERE, "move", "moves", moves=f"{first} ")
    assert [choice.value for choice in then] == [f"{first} {move}" for move in legal(played=first)[:25]]
    (warning,) = await parlour.ada.autocomplete(HERE, "move", "moves", moves="60< ")
    assert warning.name.startswith("⚠ There is no pile 60")


def _are(things: list[int], number: int) -> bool:
    return len(things) == number


async def test_whoever_types_fast_is_offered_what_follows_the_last_letter(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a line is read for a list, of all that its player types meanwhile only the last is read."""
    read, asking, may_go_on = list[str](), list[int](), threading.Event()

    async def found(services: Services, request: Request) -> Game:
        game = await current_game(services, request)
        asking.append(request.player)
        return game

    def slowly(session: Session[Any], typed: str, style: Style) -> Choices:
        read.append(typed)
        may_go_on.wait(30)
        return move_choices(session, typed, style)

    await deal(parlour.ada)
    play = importlib.import_module("cogs.play")  # as the parlour's bot has it, not as a part of its package
    monkeypatch.setattr(play, "current_game", found)
    monkeypatch.setattr(play, "move_choices", slowly)
    asked = []
    for number, typed in enumerate(("6", "60", "60<", "60<<", ""), start=1):
        asked.append(asyncio.create_task(parlour.ada.autocomplete(HERE, "move", "moves", moves=typed)))
        await until(partial(_are, asking, number))
    may_go_on.set()
    *_, last = await asyncio.gather(*asked)
    assert [each.value for each in last] == legal()[:25]
    assert read == ["6", ""]


async def test_a_line_may_not_have_more_moves_than_anybody_needs(parlour: Parlour) -> None:
    """A line of too many moves is neither offered nor played: a few letters could deal very many cards."""
    board = (await parlour.ada.slash(HERE, "deal pyramid", seed="tuesday")).message
    assert board is not None
    sentence = "A line may have 500 moves, each dealt card counted: play it in parts."
    (offered,) = await parlour.ada.autocomplete(HERE, "move", "moves", moves="d5 r " * 200)
    assert offered.name == f"⚠ {sentence}"
    refused = await _type(parlour.ada, board, "d999")
    assert f"\n> {sentence}\n-# You typed `d999`\n" in refused.text
    cut = (await parlour.ada.slash(HERE, "move", moves="d* r " * 30)).message
    assert cut is not None
    assert f"Move 41 of 60, `d*`: {sentence} The moves before it were played" in cut.text
    assert "move 500: turn the waste over" in cut.text


async def test_nothing_is_offered_for_more_than_may_be_typed(parlour: Parlour) -> None:
    """A line that is longer than a command takes is not looked at while it is typed; one that fits is."""
    await deal(parlour.ada)
    for length, many in ((1000, 1), (1001, 0)):
        offered = await parlour.ada.autocomplete(HERE, "move", "moves", moves="x" * length)
        assert len(offered) == many


async def test_autocomplete_without_a_game_says_so(parlour: Parlour) -> None:
    """Autocomplete of moves says that there is no game if there is none."""
    (choice,) = await parlour.ada.autocomplete(HERE, "move", "moves", moves="")
    assert "You have no game in this channel" in choice.name
