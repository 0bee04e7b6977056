"""Every family, dealt and played to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from bot.engine.daily import FAMILIES
from bot.engine.games import find_game
from bot.engine.session import Session
from bot.service.limits import NO_LIMITS
from tests.controls import first, make, offered
from tests.flow.conftest import HERE
from tests.flow.reading import above_foot, last_move
from tests.flow.test_settings import choose

if TYPE_CHECKING:
    from bot.service.limits import Allowed
    from small_discord import Message, Person, Reply
    from tests.flow.conftest import Parlour


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

    def __init__(self, person: Person, deal: Deal) -> None:
        self.person = person
        self.deal = deal
        self.session = Session.deal(find_game(deal.variant), "tuesday")

    async def sit_down(self) -> Message:
        """Deal, and return the board; every move is the player's own."""
        await choose(self.person, forced="by hand")
        options = {"variant": self.deal.variant, "seed": "tuesday"}
        return shown(await self.person.slash(HERE, f"deal {self.deal.family}", **options))

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
            return shown(await self.person.press(board, "Deal" if move == "d" else self.redeal))
        return shown(await make(self.person, board, move))

    @property
    def redeal(self) -> str:
        """The label of the button for `r`."""
        return "Turn the waste over" if self.deal.family == "pyramid" else "Redeal"


def shown(reply: Reply) -> Message:
    """Return the message that a reply shows."""
    assert reply.message is not None
    return reply.message


def facts(board: Message) -> str:
    """Return the small print of a board."""
    return next(line for line in board.text.splitlines() if line.startswith("-#"))


async def resign(person: Person, board: Message) -> Message:
    """Resign the game of a board."""
    panel = shown(await person.press(board, "More"))
    asked = shown(await person.press(panel, "Resign"))
    return shown(await person.press(asked, "Resign"))


@every_family
async def test_moves_are_made_by_list_and_by_command(parlour: Parlour, deal: Deal) -> None:
    """A move from the list plays in place, /move posts a new board, and both show the last move."""
    table = Table(parlour.ada, deal)
    board = await table.sit_down()
    assert f"### {table.session.rules.name}" in board.text
    board = await table.until_a_choice(board)
    after = await table.make(board, first(board))
    assert after.id == board.id
    assert last_move(table.session) in facts(after)
    move = table.legal()[0]
    anew = shown(await parlour.ada.slash(HERE, "move", moves=move))
    assert last_move(table.session.play(move)) in facts(anew)


@every_family
async def test_autocomplete_offers_what_is_legal(parlour: Parlour, deal: Deal) -> None:
    """Autocomplete offers exactly the legal moves, at the deal and once there is a choice."""
    table = Table(parlour.ada, deal)
    board = await table.sit_down()
    for _ in range(2):
        offered = await parlour.ada.autocomplete(HERE, "move", "moves", moves="")
        assert [choice.value for choice in offered] == table.legal()[:25]
        board = await table.until_a_choice(board)


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
async def test_a_wrong_move_gets_its_reason(parlour: Parlour, deal: Deal, wrong: str, reason: str) -> None:
    """A wrong move gets its reason in private, and the board stays as it was."""
    board = await Table(parlour.ada, deal).sit_down()
    refused = shown(await parlour.ada.slash(HERE, "move", moves=wrong))
    assert refused.ephemeral
    assert refused.text.endswith(".")
    assert reason in refused.text
    assert shown(await parlour.ada.slash(HERE, "board")).text == board.text


@every_family
async def test_a_hint_names_a_move_that_can_be_played(parlour: Parlour, deal: Deal) -> None:
    """A hint names a legal move under the board, which stays as it is."""
    table = Table(parlour.ada, deal)
    board = await table.until_a_choice(await table.sit_down())
    nudged = await (await parlour.ada.press(board, "Hint")).final()
    assert nudged.id == board.id
    hinted = await (await parlour.ada.press(nudged, "Show the move")).final()
    assert hinted.text.startswith("\n".join(above_foot(board)))
    news = above_foot(hinted)[-1]
    assert news[0] in "✅❌🎲❔"
    moves = len((await parlour.game_of(parlour.ada)).session.moves)
    await (await parlour.ada.press(hinted, "Play it")).final()
    assert len((await parlour.game_of(parlour.ada)).session.moves) == moves + 1


@every_family
async def test_a_move_is_taken_back_unless_it_showed_a_card(parlour: Parlour, deal: Deal) -> None:
    """A move is taken back with Undo and played again with Redo, and the same choices are offered."""
    table = Table(parlour.ada, deal)
    board = await table.until_a_choice(await table.sit_down())
    choice = first(board)
    after = await table.make(board, choice)
    back = shown(await parlour.ada.press(after, "Undo"))
    assert facts(back) == facts(board)
    assert list(offered(back)) == list(offered(board))
    assert shown(await parlour.ada.press(back, "Redo")).text == after.text


@pytest.fixture
def allowed() -> Allowed:
    """Refuse nobody: whole games are played in a second."""
    return NO_LIMITS


@every_deal
async def test_a_game_is_played_to_its_end(parlour: Parlour, deal: Deal) -> None:
    """A game is played to its end with lists and buttons; the end says how it went and offers another."""
    table = Table(parlour.ada, deal)
    board = await table.sit_down()
    made = 0
    while table.legal() and not (deal.variant == "napoleon" and made == ENOUGH):
        board = await table.make(board, table.legal()[0])
        made += 1
    if deal.variant == "napoleon":
        board = await resign(parlour.ada, board)
    ends = ("**No moves left.**", "**You won in ", "**A minor win!**", f"**Resigned** after {ENOUGH} moves.")
    assert any(end in board.text for end in ends)
    assert not offered(board)
    again = shown(await parlour.ada.press(board, "Deal again"))
    assert f"### {table.session.rules.name}" in again.text
    assert "move 1" not in again.text


@pytest.mark.parametrize("deal", [deal for deal in DEALS if deal.variant in ("french", "pyramid")])
async def test_the_redeal_is_a_button(parlour: Parlour, deal: Deal) -> None:
    """The button for the redeal is there exactly when the redeal is legal."""
    table = Table(parlour.ada, deal)
    board = await table.sit_down()
    while "r" not in table.legal():
        assert table.redeal not in board.buttons
        board = await table.make(board, table.legal()[-1])
    assert table.redeal in board.buttons
    after = await table.make(board, "r")
    assert f": {table.redeal.lower()}" in facts(after)


@pytest.mark.parametrize("variant", ["push-pin", "double-jump", "french"])
async def test_a_deal_that_cannot_be_won_says_so_at_once(parlour: Parlour, variant: str) -> None:
    """A deal that cannot be won says so at once, and another is one press away, without a question."""
    board = await deal_hopeless(parlour.ada, variant)
    assert "⚠ The first and the last card never leave" in board.text
    assert "can't be won" in board.text
    another = shown(await parlour.ada.press(board, "New deal"))
    assert another.text.splitlines()[0] == board.text.splitlines()[0]
    assert [line for line in another.text.splitlines() if line.startswith("`")] != [
        line for line in board.text.splitlines() if line.startswith("`")
    ]


async def test_a_deal_that_cannot_be_won_may_be_played(parlour: Parlour) -> None:
    """A deal that cannot be won may be played, and another is dealt beside it."""
    board = await deal_hopeless(parlour.ada, "push-pin")
    after = shown(await make(parlour.ada, board, first(board)))
    assert "move 1" in facts(after)
    another = shown(await parlour.ada.press(after, "New deal"))
    assert "104 cards" in facts(another)


async def deal_hopeless(person: Person, variant: str) -> Message:
    """Deal the first seed whose ends do not match."""
    rules = find_game(variant)
    seed = next(seed for seed in map(str, range(100)) if rules.hopeless(rules.start(seed)))
    return shown(await person.slash(HERE, "deal marriage", variant=variant, seed=seed))
