"""Buttons, lists and forms that nobody made: each press gets an answer, and only the owner's moves a game."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.refusals import ANOTHER_VERSION, BROKEN
from bot.ui.presses import Press
from bot.ui.routes import ROUTES
from small_discord.wire import loads
from tests.flow.boards import deal, legal
from tests.flow.pictures import KEPT
from tests.flow.reading import as_read
from tests.forged import SELECT, press, reply, submit
from tests.fuzz.garbling import TIMES, cases, garbled, garbled_json, surely_garbled

if TYPE_CHECKING:
    from random import Random

    from small_discord import Message
    from tests.flow.conftest import Parlour

_RESTS = [
    *("", "private:accordion:tuesday", "accordion:today:0", "pyramid:all:3", "goren:rules", "set:line:3"),
    *("1", "12", "1000:0", "2<", "4<<<", "private:accordion:@2026-11-01", "bayan:misprints"),
]
_LONGEST = 100


def _custom_id(verbs: list[str], board: Message, chance: Random) -> str:
    """Return the custom_id of a button on the board, or of one that might be; three in four are garbled."""
    own = [board.find(label)["custom_id"] for label in board.buttons]
    own += [select["custom_id"] for select in board.selects]
    verb, rest = chance.choice(verbs), chance.choice(_RESTS)
    made_up = f"iy:{chance.randrange(3)}:{chance.randrange(4)}:{verb}:{rest}".rstrip(":")
    custom_id = chance.choice([*own, *[made_up] * len(own)])
    return _as_sent(surely_garbled(custom_id, chance) if chance.random() < 0.75 else custom_id)


def _as_sent(text: str) -> str:
    """Return a text as Discord can carry it: as UTF-8, neither empty nor longer than a custom_id."""
    return text.encode(errors="replace").decode()[:_LONGEST] or "iy"


def _is_known(custom_id: str) -> bool:
    """Whether this version of the bot knows what a custom_id says."""
    try:
        return Press.read(custom_id).verb in ROUTES
    except ValueError:
        return False


def _shares(custom_id: str) -> bool:
    return _is_known(custom_id) and Press.read(custom_id).verb == "shared"


def _form(chance: Random) -> dict[str, Any]:
    field = {"type": 4, "id": 2, "custom_id": "moves", "value": _as_sent(garbled(" ".join(legal()), chance))}
    components = [{"type": 18, "id": 1, "component": field}]
    if chance.random() < 0.5:
        with suppress(ValueError):  # Discord passes on neither half a character nor infinity
            components = loads(json.dumps(garbled_json(components, chance)))
    return {"custom_id": _as_sent(garbled("iy:1:1:pick", chance)), "components": components}


@pytest.mark.slow
async def test_whatever_is_pressed_is_answered(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever anybody presses on a public board is answered; what no button says, in one sentence."""
    monkeypatch.setattr("bot.render.cards._FOLDER", KEPT)
    monkeypatch.setattr("bot.ui.inbox._QUICK", 0)  # nobody here taps twice
    board = await deal(parlour.ada, where="in the channel")
    verbs, told = list(ROUTES), []
    for chance in cases("press", 500):
        person = chance.choice((parlour.ada, parlour.ben))
        kind = chance.choice((2, SELECT))
        values = [_as_sent(garbled("2<", chance))] if kind == SELECT else []
        custom_id = _custom_id(verbs, board, chance)
        given = await reply(parlour.local, person, board, custom_id, *values, kind=kind)
        if given.kind == "nothing" and _shares(custom_id):
            continue  # it has been shared: another press on that is acknowledged, and that's all
        answer = "a form" if given.modal else as_read((await given.final()).text)
        assert BROKEN not in answer, custom_id
        if not _is_known(custom_id):
            told.append(answer)
    assert set(told) == {ANOTHER_VERSION}
    assert len(told) > 250 * TIMES
    assert (await parlour.ada.slash(board.channel_id, "board")).message


@pytest.mark.slow
async def test_whatever_is_sent_in_a_form_is_answered(parlour: Parlour) -> None:
    """A form with text that is no move, or with fields that are missing or doubled, breaks nothing."""
    board = await deal(parlour.ada)
    for chance in cases("form", 200):
        await submit(parlour.local, parlour.ada, _form(chance), board)


@pytest.mark.slow
async def test_nobody_else_moves_a_game(parlour: Parlour) -> None:
    """Whatever Ben forges, Ada's game stands as she left it."""
    board = await deal(parlour.ada, where="in the channel")
    before = await parlour.game_of(parlour.ada)
    moves = [f"iy:{before.id}:{before.version}:{verb}" for verb in ROUTES]
    moves += [f"iy:{before.id}:{before.version}:play:{move}" for move in legal()]
    for chance in cases("another's press", 200):
        custom_id = chance.choice(moves)
        if chance.random() < 0.5:
            custom_id = _as_sent(garbled(custom_id, chance))
        await press(parlour.local, parlour.ben, board, custom_id)
    assert await parlour.game_of(parlour.ada) == before
