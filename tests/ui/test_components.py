"""The game picker fits Discord's limits, however many games there are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render.families import About, family_of
from bot.ui.components import Layout, picker_rows
from bot.ui.front_door import deal_picker
from bot.ui.presses import NO_GAME, Press
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import ALL, find_game
from tests.screens import check_fits, components_of


@pytest.mark.parametrize("family", FAMILIES)
async def test_every_picker_fits_discord(family: str) -> None:
    """Every picker fits Discord's limits of options, characters and components."""
    check_fits(deal_picker(family))


async def test_no_message_stays_in_memory() -> None:
    """However many messages with lists are sent, discord.py keeps none of them to wait for a choice."""
    assert deal_picker(FAMILIES[0]).is_finished()


async def test_many_games_take_several_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many games take several lists, none is left out, and each list says which it is."""
    for number in range(60):
        name = f"game-{number}"
        monkeypatch.setitem(ALL, name, replace(find_game("accordion"), id=name, name=name, aliases=()))  # type: ignore[type-var]  # it is an Accordion
        monkeypatch.setitem(family_of(ALL[name]).about, name, About("x" * 80, 40))
    to_family, choose = (lambda each: Press(NO_GAME, "deals", each)), Press(NO_GAME, "dealt")
    view = Layout(*picker_rows("accordion", to_family, choose))
    check_fits(view)
    lists = [each for each in components_of(view) if "options" in each]
    assert [each["placeholder"] for each in lists] == [f"Accordion games, list {n} of 3" for n in (1, 2, 3)]
    offered = [option["value"] for each in lists for option in each["options"]]
    assert offered == [rules.id for rules in ALL.values() if rules.family == "accordion"]
