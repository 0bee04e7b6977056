"""Every family, dealt and played to its end by the controls of its boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from tests.controls import HERE, first, offered
from tests.flow.reading import above_foot, last_move
from tests.ui.room import give_up

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor


class Deal(NamedTuple):
    """A deal."""

    family: str
    variant: str


DEALS = [
    Deal("accordion", "goren"),
    Deal("marriage", "royal-marriage"),
    Deal("marriage", "push-pin"),
    Deal("marriage", "french"),
    Deal("marriage", "concertina"),
    Deal("marriage", "queen-and-her-lad"),
    Deal("cribbage", "cribbage"),
    Deal("napoleon", "napoleon"),
    Deal("pyramid", "pyramid"),
]
ENOUGH = 40
"""Moves after which a game without an end is resigned."""
every_deal = pytest.mark.parametrize("deal", DEALS, ids=[deal.variant for deal in DEALS])
_OF_FAMILIES = {deal.family: deal for deal in reversed(DEALS)}
every_family = pytest.mark.parametrize("deal", _OF_FAMILIES.values(), ids=_OF_FAMILIES)


class Table:
    """A person playing a deal, with a copy of the game that knows what is legal."""

    def __init__(self, person: Visitor, deal: Deal) -> None:
        self.person = person
        self.deal = deal
        self.session = Session.deal(find_game(deal.variant), "tuesday")

    async def sit_down(self) -> Message:
        """Deal, and return the board; every move is the player's own."""
        await self.person.slash(HERE, "settings", forced="by hand")
        options = {"variant": self.deal.variant, "seed": "tuesday"}
        return await self.person.slash(HERE, f"deal {self.deal.family}", **options)

    def legal(self) -> list[str]:
        """Return the legal moves."""
        write = self.session.rules.notation.write_move
        return [write(move) for move in self.session.rules.moves(self.session.state)]

    async def until_a_choice(self, board: Message) -> Message:
        """Deal by button until there is a list of moves."""
        while not offered(board):
            board = await self.make(board, self.legal()[0])
        return board

    async def make(self, board: Message, move: str) -> Message:
        """Make a move with the list that offers it, or with the button."""
        self.session = self.session.play(move)
        if move in ("d", "r"):
            return await self.person.press(board, "Deal" if move == "d" else self.redeal)
        return await self.person.make(board, move)

    @property
    def redeal(self) -> str:
        """The label of the button for `r`."""
        return "Turn the waste over" if self.deal.family == "pyramid" else "Redeal"


def facts(board: Message) -> str:
    """Return the small print of a board."""
    return next(line for line in board.text.splitlines() if line.startswith("-#"))


@every_family
async def test_moves_are_made_by_list_and_by_command(room: Room, deal: Deal) -> None:
    """A move from the list plays in place, /move posts a new board, and both show the last move."""
    table = Table(room.ada, deal)
    board = await table.sit_down()
    assert f"### {table.session.rules.name}" in board.text
    board = await table.until_a_choice(board)
    after = await table.make(board, first(board))
    assert after.id == board.id
    assert last_move(table.session) in facts(after)
    move = table.legal()[0]
    anew = await room.ada.slash(HERE, "move", moves=move)
    assert anew.id != board.id
    assert last_move(table.session.play(move)) in facts(anew)


@pytest.mark.parametrize(
    ("deal", "wrong", "reason"),
    [
        (Deal("accordion", "goren"), "9<<<", "There is no pile 9"),
        (Deal("marriage", "push-pin"), "x2-4", "one or two cards leave at a time, not 3"),
        (Deal("cribbage", "cribbage"), "p@8-9:8>9", "There is no pile 8"),
        (Deal("napoleon", "napoleon"), "t1>t2", "4♠\ufe0e goes only onto 5♠\ufe0e"),
        (Deal("pyramid", "pyramid"), "AS+KS", "K♠\ufe0e is 13 by itself"),
    ],
    ids=FAMILIES,
)
async def test_a_wrong_move_gets_its_reason(room: Room, deal: Deal, wrong: str, reason: str) -> None:
    """A wrong move gets its reason in private, and the board stays as it was."""
    board = await Table(room.ada, deal).sit_down()
    refused = await room.ada.slash(HERE, "move", moves=wrong)
    assert refused.ephemeral
    assert refused.text.endswith(".")
    assert reason in refused.text
    assert (await room.ada.slash(HERE, "board")).text == board.text


@every_family
async def test_a_hint_names_a_move_that_can_be_played(room: Room, deal: Deal) -> None:
    """A hint names a legal move under the board, which stays as it is."""
    table = Table(room.ada, deal)
    board = await table.until_a_choice(await table.sit_down())
    nudged = await room.ada.press(board, "Hint")
    hinted = await room.ada.press(nudged, "Show move")
    assert hinted.id == board.id
    assert hinted.text.startswith("\n".join(above_foot(board)))
    assert above_foot(hinted)[-1].removeprefix("> ")[0] in "✅❌🎲❔"
    moves = len((await room.game_of(room.ada)).session.moves)
    await room.ada.press(hinted, "Play it")
    assert len((await room.game_of(room.ada)).session.moves) == moves + 1


@every_family
async def test_a_move_is_taken_back_and_played_again(room: Room, deal: Deal) -> None:
    """A move is taken back with Undo and played again with Redo, and the same choices are offered."""
    table = Table(room.ada, deal)
    board = await table.until_a_choice(await table.sit_down())
    after = await table.make(board, first(board))
    back = await room.ada.press(after, "Undo")
    assert facts(back) == facts(board)
    assert list(offered(back)) == list(offered(board))
    assert (await room.ada.press(back, "Redo")).text == after.text


@every_deal
async def test_a_game_is_played_to_its_end(room: Room, deal: Deal) -> None:
    """A game is played to its end with lists and buttons; the end says how it went and offers another."""
    table = Table(room.ada, deal)
    board = await table.sit_down()
    made = 0
    while table.legal() and not (deal.variant == "napoleon" and made == ENOUGH):
        board = await table.make(board, table.legal()[0])
        made += 1
    if deal.variant == "napoleon":
        board = await give_up(room.ada)
    ends = ("**No moves left.**", "**You won in ", "**A minor win!**", f"**Resigned** after {ENOUGH} moves.")
    assert any(end in board.text for end in ends)
    assert not offered(board)
    again = await room.ada.press(board, "Deal again")
    assert f"### {table.session.rules.name}" in again.text
    assert "move 1" not in again.text


@pytest.mark.parametrize("deal", [deal for deal in DEALS if deal.variant in ("french", "pyramid")])
async def test_the_redeal_is_a_button(room: Room, deal: Deal) -> None:
    """The button for the redeal is there exactly when the redeal is legal."""
    table = Table(room.ada, deal)
    board = await table.sit_down()
    while "r" not in table.legal():
        assert table.redeal not in board.buttons
        board = await table.make(board, table.legal()[-1])
    assert table.redeal in board.buttons
    after = await table.make(board, "r")
    assert f": {table.redeal.lower()}" in facts(after)


@pytest.mark.parametrize("variant", ["push-pin", "double-jump", "french"])
async def test_a_deal_that_cannot_be_won_says_so_at_once(room: Room, variant: str) -> None:
    """A deal that cannot be won says so, may be played, and another is one press away without a question."""
    rules = find_game(variant)
    seed = next(seed for seed in map(str, range(100)) if rules.hopeless(rules.start(seed)))
    board = await room.ada.slash(HERE, "deal marriage", variant=variant, seed=seed)
    assert "⚠ The first and the last card never leave" in board.text
    assert "can't be won" in board.text
    if offered(board):
        board = await room.ada.make(board, first(board))
        assert "move 1" in facts(board)
    another = await room.ada.press(board, "New deal")
    assert another.text.splitlines()[0] == board.text.splitlines()[0]
    assert "move 1" not in facts(another)
    assert (await room.game_of(room.ada)).session.seed != seed
