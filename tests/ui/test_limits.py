"""Limits as players meet them: one sentence, when to go on, and how to make room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.service.limits import SECONDS, Allowed
from bot.store import Help
from tests.controls import HERE, first
from tests.flow.reading import as_read
from tests.ui.room import CARDS, LOUNGE, TEA, play_out

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor

AGAIN = 1795176010
"""Ten seconds after the moment at which the tests' clock stands, as Discord writes it."""


async def _deal(person: Visitor, where: str = HERE) -> Message:
    """Deal a game of Accordion; return what is shown."""
    return await person.slash(where, "deal accordion")


async def test_searches_for_a_deal_are_limited(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches for a winnable deal are limited, while other deals are not."""
    monkeypatch.setattr("bot.service.limits.SEARCHES", 1)
    await room.restart()
    assert "Undo" in (await room.ada.slash(HERE, "deal accordion", winnable=True)).buttons
    refused = await room.ada.slash(HERE, "deal accordion", winnable=True)
    assert refused.text.startswith("The limit for one person is 1 in 10 seconds")
    assert "Undo" in (await _deal(room.ada)).buttons


async def public_deal(person: Visitor, where: str = HERE) -> Message:
    """Deal a game where everybody sees it; return what is shown."""
    return await person.slash(where, "deal accordion", where="in the channel")


async def test_one_person_cannot_fill_a_channel(room: Room) -> None:
    """Of many public deals some are shown to all, and the next is refused with the moment to go on."""
    await room.restart(Allowed(posts=2))
    board, _ = await public_deal(room.ada), await public_deal(room.ada)
    before = (await room.game_of(room.ada)).id
    refused = await public_deal(room.ada)
    assert refused.ephemeral
    assert refused.text == (
        "One person may post 2 boards, races and results at once, then 1 in 10 seconds: "
        f"go on <t:{AGAIN}:R>, or play where only you see it."
    )
    assert (await room.game_of(room.ada)).id == before
    assert len(room.ben.sees(HERE)) == 2
    assert not (await public_deal(room.ben)).ephemeral
    room.clock.wait(SECONDS / 60)
    assert not (await public_deal(room.ada)).ephemeral
    assert board.id in {each.id for each in room.ben.sees(HERE)}


async def test_neither_races_nor_results_fill_a_channel(room: Room) -> None:
    """A race and a result are posts as well: refused ones start nothing, and can be posted later."""
    await room.restart(Allowed(posts=1))
    over = await play_out(room.ada)
    preview = await room.ada.press(over, "Share")
    await public_deal(room.ada, LOUNGE)
    for refused in (
        await room.ada.press(preview, "Post it here"),
        await room.ada.slash(HERE, "race start"),
    ):
        assert refused.ephemeral
        assert refused.text.startswith("One person may post 1 boards")
    assert room.ben.sees(HERE) == []
    assert "Join race" in (await room.ben.slash(HERE, "race start")).buttons
    room.clock.wait(SECONDS / 60)
    await room.ada.press(preview, "Post it here")
    assert "Late-Binding" in room.ben.sees()[-1].text


async def test_moves_go_on_where_nothing_more_is_posted(room: Room) -> None:
    """Presses on a public board are no posts; moves by command are played, but shown to their player only."""
    await room.restart(Allowed(posts=2))
    board = await public_deal(room.ada)
    for _ in range(5):
        board = await room.ada.make(board, first(board))
    await room.services.store.games.help((await room.game_of(room.ada)).id, Help.UNDO)
    assert not (await room.ada.slash(HERE, "undo")).ephemeral
    shown = await room.ada.slash(HERE, "undo")
    assert shown.ephemeral
    assert "Only you see this, as you have posted so much: /board " in as_read(shown.text)
    assert f"shows it to everybody again <t:{AGAIN}:R>." in shown.text
    assert len((await room.game_of(room.ada)).session.moves) == 3
    assert (await room.ada.slash(HERE, "hint")).ephemeral
    assert (await room.ada.make(shown, first(shown))).id == shown.id
    assert "Undo" in (await _deal(room.ada, LOUNGE)).buttons
    room.clock.wait(SECONDS / 60)
    assert not (await room.ada.slash(HERE, "board")).ephemeral


async def test_room_for_a_game_is_made_with_one_button(room: Room) -> None:
    """Whoever has too many games can resign the one left longest, after a question; a daily takes no room."""
    await room.restart(Allowed(games=2))
    for where in (LOUNGE, CARDS):
        await _deal(room.ada, where)
        room.clock.wait(1)
    await room.ada.slash(HERE, "daily play")
    refused = await _deal(room.ada, TEA)
    lounge = room.ada.seat_in(LOUNGE).channel
    assert refused.text == (
        "You have 2 games in play, which is the limit for one person. "
        f"Finish or resign one first: the one you left longest ago is Accordion in <#{lounge}>."
    )
    asked = await room.ada.press(refused, "Resign")
    await room.ada.press(asked, "Resign")
    assert (await room.game_of(room.ada, LOUNGE)).over
    assert not (await room.game_of(room.ada, CARDS)).over
    assert "Undo" in (await _deal(room.ada, TEA)).buttons


async def test_nobody_is_dealt_games_without_end(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever deals and resigns again and again is told when to go on; what is in play stays as it was."""
    monkeypatch.setattr("bot.service.limits.DEALS", 2)
    await room.restart()
    for _ in range(2):
        await _deal(room.ada)
    before = (await room.game_of(room.ada)).seen
    refused = await _deal(room.ada)
    told = "One person may be dealt 2 games at once, then 1 in 10 seconds"
    assert refused.text == f"{told}: go on <t:{AGAIN}:R>."
    assert (await room.game_of(room.ada)).seen == before
    assert "Undo" in (await room.ada.slash(HERE, "daily play")).buttons
    room.clock.wait(SECONDS / 60)
    assert "Undo" in (await _deal(room.ada)).buttons
