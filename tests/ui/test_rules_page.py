"""The rules of a game, chapter by chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.controls import HERE

if TYPE_CHECKING:
    from tests.ui.room import Room


async def test_the_chapters_of_a_game_take_each_others_place(room: Room) -> None:
    """Each chapter of a game's rules is one press away, in the same message, and so is the way back."""
    first = await room.ada.slash(HERE, "rules", game="accordion")
    assert first.buttons[:3] == ["Strategy", "History and odds", "Misprints"]
    seen = first
    for label in ("History and odds", "Misprints", "Strategy"):
        shown = await room.ada.press(seen, label)
        assert (shown.id, shown.text.splitlines()[0]) == (first.id, f"### Accordion · {label}")
        seen = shown
    back = await room.ada.press(seen, "How to play")
    assert back.text == first.text


async def test_rules_are_those_of_the_game_in_play(room: Room) -> None:
    """Without a game named, /rules shows the rules of the game being played here."""
    await room.ada.slash(HERE, "deal accordion", variant="goren")
    reply = await room.ada.slash(HERE, "rules")
    assert "### Goren" in reply.text
