"""What tests of boards share: dealing a game, its rows, and its legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games import find_game
from bot.engine.session import Session
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from small_discord import Message, Person


async def deal(person: Person, variant: str = "accordion", **options: str) -> Message:
    """Deal a known game and return its board."""
    reply = await person.slash(HERE, "deal accordion", variant=variant, seed="tuesday", **options)
    return await reply.final()


def row_of(message: Message) -> str:
    """Return the lines of the board that show cards."""
    return "\n".join(line for line in message.text.splitlines() if line.startswith("`"))


def legal(variant: str = "accordion", played: str = "") -> list[str]:
    """Return the legal moves of the deal `tuesday` after some moves."""
    session = Session.deal(find_game(variant), "tuesday")
    session = session.play(played) if played else session
    return [session.rules.notation.write_move(move) for move in session.rules.moves(session.state)]
