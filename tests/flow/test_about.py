"""/rules and /about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine.games import ALL
from bot.service.limits import NO_LIMITS
from tests.flow.conftest import HERE
from tests.flow.reading import as_read

if TYPE_CHECKING:
    from bot.service.limits import Allowed
    from tests.flow.conftest import Parlour


@pytest.fixture
def allowed() -> Allowed:
    """Refuse nobody: somebody reads all the rules in a second."""
    return NO_LIMITS


async def test_every_game_has_its_rules_and_source(parlour: Parlour) -> None:
    """/rules shows goal, deal, moves and source."""
    for game in ALL:
        reply = await parlour.ada.slash(HERE, "rules", game=game)
        assert reply.message is not None
        for heading in (f"### {ALL[game].name}", "**Goal.**", "**Deal.**", "**Moves.**", "-# Source: "):
            assert heading in reply.message.text, game


async def test_the_chapters_of_a_game_take_each_others_place(parlour: Parlour) -> None:
    """Each chapter of a game's rules is one press away, in the same message, and so is the way back."""
    first = (await parlour.ada.slash(HERE, "rules", game="accordion")).message
    assert first is not None
    assert first.buttons[:3] == ["Strategy", "History and odds", "Misprints"]
    seen = first
    for label in ("History and odds", "Misprints", "Strategy"):
        shown = (await parlour.ada.press(seen, label)).message
        assert shown is not None
        assert (shown.id, shown.text.splitlines()[0]) == (first.id, f"### Accordion · {label}")
        seen = shown
    back = (await parlour.ada.press(seen, "How to play")).message
    assert back is not None
    assert back.text == first.text


async def test_rules_are_those_of_the_game_in_play(parlour: Parlour) -> None:
    """Without a game named, /rules shows the rules of the game being played here."""
    await parlour.ada.slash(HERE, "deal accordion", variant="goren")
    reply = await parlour.ada.slash(HERE, "rules")
    assert reply.message is not None
    assert "### Goren" in reply.message.text


async def test_about_says_how_to_begin(parlour: Parlour) -> None:
    """/about names the first commands and the one that tells what is kept, and leads to /play."""
    reply = await parlour.ada.slash(HERE, "about")
    assert reply.message is not None
    for command in ("/play", "/deal accordion", "/daily play", "/privacy"):
        assert f"**{command}**" in as_read(reply.message.text)
    assert reply.message.buttons == ["Play", "Your first game"]
    door = (await parlour.ada.press(reply.message, "Play")).message
    assert door is not None
    assert door.text.startswith("### Play")
