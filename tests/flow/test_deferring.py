"""Whatever takes longer than a second is put off, and then shown where it belongs, once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.flow.boards import deal, legal, more
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from small_discord import Person
    from tests.flow.conftest import Parlour


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Callable[[object, str], None]:
    """Have a method of the bot take so long that its answer is put off; here that is done at once."""

    def slow_down(owner: object, name: str) -> None:
        monkeypatch.setattr("bot.ui.response._DEFERRED_AFTER", 0.0)
        do: Callable[..., Awaitable[Any]] = getattr(owner, name)

        async def later(*given: Any, **named: Any) -> Any:
            await asyncio.sleep(0.2)
            return await do(*given, **named)

        monkeypatch.setattr(owner, name, later)

    return slow_down


def _thinking(person: Person) -> list[str]:
    """Return what somebody sees that is still "thinking"."""
    return [message.text for message in person.sees(HERE) if message.thinking]


async def test_a_slow_command_is_answered_in_private(
    parlour: Parlour, slow: Callable[[object, str], None]
) -> None:
    """A private board takes the place of "is thinking", and only its player sees either."""
    slow(parlour.bot.services.dealer, "deal")
    reply = await parlour.ada.slash(HERE, "deal accordion")
    assert reply.kind == "deferred"
    board = await reply.final()
    assert board.ephemeral
    assert "52 piles" in board.text
    assert len(parlour.ada.sees(HERE)) == 1
    assert parlour.ben.sees(HERE) == []


async def test_a_slow_command_for_all_thinks_in_private_and_is_shown_to_all(
    parlour: Parlour, slow: Callable[[object, str], None]
) -> None:
    """What everybody is to see takes the place of a private "is thinking", of which nothing is left."""
    slow(parlour.bot.services.dealer, "deal")
    reply = await parlour.ada.slash(HERE, "deal accordion", where="in the channel")
    assert reply.kind == "deferred"
    board = await reply.final()
    assert not board.ephemeral
    assert len(parlour.ada.sees(HERE)) == len(parlour.ben.sees(HERE)) == 1
    assert _thinking(parlour.ada) == []


async def test_a_slow_press_redraws_its_board(parlour: Parlour, slow: Callable[[object, str], None]) -> None:
    """A press that takes long leaves its board as it is, and then redraws it: there is one message."""
    board = await deal(parlour.ada)
    panel = await more(parlour.ada, board)
    slow(parlour.bot.services.play, "move")
    reply = await parlour.ada.press(panel, "Type moves")
    assert reply.modal is not None  # a form is never put off
    played = await parlour.ada.submit(reply.modal, moves=legal()[0])
    assert played.kind == "nothing"
    assert (await played.final()).id == board.id
    assert len(parlour.ada.sees(HERE)) == 1


async def test_a_slow_press_of_a_stranger_is_answered_in_private(
    parlour: Parlour, slow: Callable[[object, str], None]
) -> None:
    """Whoever presses on somebody else's board, and has to wait, is told in private; the board stays."""
    board = (await parlour.ada.slash(HERE, "deal accordion", where="in the channel")).message
    assert board is not None
    slow(parlour.bot.services.lookup, "own")
    note = await (await parlour.ben.press(board, "More")).final()
    assert note.ephemeral
    assert note.id != board.id
    assert "only its owner plays it" in note.text
