"""A double tap is one tap: no move is played that nobody has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import play
from bot.ui.inbox import _MOVES
from bot.ui.routes import ROUTES
from small_discord.limits.kinds import Kind, walk
from tests.controls import first, make, shown
from tests.flow.boards import deal

if TYPE_CHECKING:
    from small_discord import Message
    from small_discord.wire import Json
    from tests.flow.conftest import Parlour


def _rows(board: Message) -> list[list[str]]:
    """Return the custom_ids of the buttons in each row, the last row first."""
    rows = [each for each in walk(board.components) if each["type"] == Kind.ACTION_ROW]
    return [[button.get("custom_id", "") for button in row["components"]] for row in reversed(rows)]


def _spot(board: Message, verb: str) -> tuple[int, int]:
    """Return where the first button with a verb is."""
    return next(
        (up, across)
        for up, row in reversed([*enumerate(_rows(board))])
        for across, each in enumerate(row)
        if f":{verb}" in each
    )


async def test_a_second_tap_on_the_same_spot_is_no_move(parlour: Parlour) -> None:
    """A tap half a second after a redraw is no move where another one was before; a later tap is."""
    ada = parlour.ada
    board, pace = await deal(ada), ada.pace
    ada.pace = 0
    up, across = _spot(board, "play:")
    once = shown(await ada.use(board, _rows(board)[up][across], []))
    assert "51 piles" in once.text
    again = _rows(once)[up][across]
    assert ":play:" in again
    for _ in range(2):
        reply = await ada.use(once, again, [])
        assert reply.kind == "nothing"
    assert len((await parlour.game_of(ada)).session.moves) == 1
    ada.pace = pace
    assert "50 piles" in shown(await ada.use(once, again, [])).text


async def test_a_row_of_something_new_is_no_button(parlour: Parlour) -> None:
    """A quick tap under a board with a row of what nobody knows yet, in a row of its own, is a move."""
    ada = parlour.ada
    board, ada.pace = await deal(ada), 0
    once = shown(await make(ada, board, first(board)))

    def nest(event: str, data: Json) -> Json:
        if event != "INTERACTION_CREATE":
            return data
        row = {"type": Kind.ACTION_ROW, "components": [{"type": Kind.ACTION_ROW, "components": []}]}
        return {**data, "message": {**data["message"], "components": [row]}}

    parlour.local.weather.oddity = nest
    assert "50 piles" in shown(await make(ada, once, first(once))).text


def test_every_button_under_a_board_is_guarded_or_may_be_quick() -> None:
    """Each verb of play is one of a move that must be meant, or is named here as one that harms nobody."""
    harmless = {"pick", "follow", "deal", "dealon", "board", "back", "hint", "check"}
    harmless |= {"type", "correct", "more", "resign", "resigned"}
    verbs = {verb for verb, route in ROUTES.items() if route.handler.__module__ == play.__name__}
    assert verbs - harmless == _MOVES


async def test_a_quick_tap_counts_where_it_means_the_same(parlour: Parlour) -> None:
    """Who takes moves back, or deals, may tap as fast as one can."""
    ada = parlour.ada
    board = await deal(ada)
    for _ in range(2):
        board = shown(await make(ada, board, first(board)))
    ada.pace = 0
    for _ in range(2):
        board = shown(await ada.press(board, "Undo"))
    assert "52 piles" in board.text
    ben = parlour.ben
    board = await deal(ben, "till-dawn")
    ben.pace = 0
    for _ in range(3):
        board = shown(await ben.press(board, "Deal"))
    assert len((await parlour.game_of(ben)).session.moves) == 3
