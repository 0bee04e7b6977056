"""What tests of boards share: dealing a game, its rows, and its legal moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session
from tests.flow.conftest import HERE
from tests.games import played_out

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour


async def deal(person: Person, variant: str = "accordion", **options: str) -> Message:
    """Deal a known game and return its board."""
    reply = await person.slash(HERE, "deal accordion", variant=variant, seed="tuesday", **options)
    return await reply.final()


def row_of(message: Message) -> str:
    """Return the lines of the board that show cards."""
    return "\n".join(line for line in message.text.splitlines() if re.match("`[ 0-9]+`", line))


async def more(person: Person, board: Message) -> Message:
    """Press More; return the board with what is rarely needed in place of its moves."""
    return await (await person.press(board, "More")).final()


def legal(variant: str = "accordion", played: str = "") -> list[str]:
    """Return the legal moves of the deal `tuesday` after some moves."""
    session = Session.deal(find_game(variant), "tuesday")
    session = session.play(played) if played else session
    return [session.rules.notation.write_move(move) for move in session.rules.moves(session.state)]


async def play_out(person: Person, variant: str = "late-binding", **options: str) -> Message:
    """Play the deal `tuesday` of a game by command, first move first, and return its board."""
    session = played_out(variant)
    await person.slash(HERE, "deal accordion", variant=variant, seed=session.seed, **options)
    moves = write_moves(session.rules, session.moves)
    return await (await person.slash(HERE, "move", moves=moves)).final()


async def reviewed(person: Person, board: Message) -> Message:
    """Press Review and wait for it."""
    return await (await person.press(board, "Review")).final()


async def play_made_up(parlour: Parlour, person: Person, where: str = HERE, *, begun: bool = False) -> int:
    """Play a made-up deal first move first to its end; return the piles left."""
    if not begun:
        await person.slash(where, "deal accordion", variant="late-binding")
    session = (await parlour.game_of(person, where)).session
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    await person.slash(where, "move", moves=write_moves(session.rules, session.moves))
    return len(session.state.piles)
