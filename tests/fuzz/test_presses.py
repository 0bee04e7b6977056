"""Buttons, lists and forms that nobody made: each press gets an answer, and only the owner's moves a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bot.bench.forged import SELECT, press, reply, submit
from bot.ui.presses import ACTIONS
from tests.flow.boards import deal, legal
from tests.fuzz.garbling import cases, garbled, garbled_json

if TYPE_CHECKING:
    from random import Random

    from bot.local import Message
    from tests.flow.conftest import Parlour

_RESTS = [
    *("", "private:accordion:tuesday", "accordion:today:0", "pyramid:all:3", "goren:rules", "set:line:3"),
    *("1", "12", "1000:0", "2<", "4<<<", "private:accordion:@2026-11-01", "bayan:misprints"),
]
_LONGEST = 100


def _custom_id(verbs: list[str], board: Message, chance: Random) -> str:
    """Return the custom_id of a button on the board, or of one that might be, both garbled."""
    own = [board.find(label)["custom_id"] for label in board.buttons]
    own += [select["custom_id"] for select in board.selects]
    verb, rest = chance.choice(verbs), chance.choice(_RESTS)
    made_up = f"iy:{chance.randrange(3)}:{chance.randrange(4)}:{verb}:{rest}".rstrip(":")
    return _as_sent(garbled(chance.choice([*own, *[made_up] * len(own)]), chance))


def _as_sent(text: str) -> str:
    """Return a text as Discord can carry it: as UTF-8, neither empty nor longer than a custom_id."""
    return text.encode(errors="replace").decode()[:_LONGEST] or "iy"


def _form(chance: Random) -> dict[str, Any]:
    field = {"type": 4, "id": 2, "custom_id": "moves", "value": _as_sent(garbled(" ".join(legal()), chance))}
    components = [{"type": 18, "id": 1, "component": field}]
    if chance.random() < 0.5:
        # Discord passes on whole characters only.
        components = json.loads(json.dumps(garbled_json(components, chance)).replace("\\ud800", "?"))
    return {"custom_id": _as_sent(garbled("iy:1:1:pick", chance)), "components": components}


async def test_whatever_is_pressed_is_answered(parlour: Parlour) -> None:
    """By whoever presses, on a board that anybody can see."""
    board = await deal(parlour.ada, where="in the channel")
    verbs = list(ACTIONS)
    for chance in cases("press", 500):
        person = chance.choice((parlour.ada, parlour.ben))
        kind = chance.choice((2, SELECT))
        values = [_as_sent(garbled("2<", chance))] if kind == SELECT else []
        custom_id = _custom_id(verbs, board, chance)
        given = await reply(parlour.local, person, board, custom_id, *values, kind=kind)
        if given.modal is None:  # a form is an answer too
            await given.final()
    assert (await parlour.ada.slash(board.channel_id, "board")).message


async def test_whatever_is_sent_in_a_form_is_answered(parlour: Parlour) -> None:
    """Text that is no move, fields that are missing or doubled."""
    board = await deal(parlour.ada)
    for chance in cases("form", 200):
        await submit(parlour.local, parlour.ada, _form(chance), board)


async def test_nobody_else_moves_a_game(parlour: Parlour) -> None:
    """Whatever Ben forges, Ada's game stands as she left it."""
    board = await deal(parlour.ada, where="in the channel")
    before = await parlour.game_of(parlour.ada)
    moves = [f"iy:{before.id}:{before.version}:{verb}" for verb in ACTIONS]
    moves += [f"iy:{before.id}:{before.version}:play:{move}" for move in legal()]
    for chance in cases("another's press", 200):
        custom_id = chance.choice(moves)
        if chance.random() < 0.5:
            custom_id = _as_sent(garbled(custom_id, chance))
        await press(parlour.local, parlour.ben, board, custom_id)
    assert await parlour.game_of(parlour.ada) == before
