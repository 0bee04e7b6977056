"""How players see cards, on both databases."""

from __future__ import annotations

import pytest

from bot.service.settings import Looks, NoSuchLine
from bot.store import LINES, Cards, Look, Store

ANNA, BERT = 10**18 + 1, 10**18 + 2


async def test_a_look_is_chosen_and_kept(store: Store) -> None:
    """A look that is chosen is known at once and to a new program, and others see cards as before."""
    looks = Looks(store)
    assert await looks.of(ANNA) == Look()
    words = await looks.change(ANNA, Look(Cards.WORDS))
    assert await looks.of(ANNA) == words == await Looks(store).of(ANNA)
    assert await looks.of(BERT) == Look()


async def test_a_line_holds_only_so_many_cards(store: Store) -> None:
    """A line holds only certain numbers of cards; another one is refused, and the look stays."""
    looks = Looks(store)
    for a_line in (5, 8, 10, 13):
        assert (await looks.change(ANNA, Look(a_line=a_line))).a_line == a_line
    with pytest.raises(NoSuchLine):
        await looks.change(ANNA, Look(a_line=7))
    assert await looks.of(ANNA) == Look(a_line=13)


async def test_more_players_than_are_remembered_are_known(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More players than are remembered are known: their looks are read again."""
    monkeypatch.setattr("bot.service.settings._MOST_LOOKS", 2)
    looks = Looks(store)
    chosen = {player: Look(a_line=line) for player, line in enumerate(LINES)}
    for player, look in chosen.items():
        await looks.change(player, look)
    assert {player: await looks.of(player) for player in chosen} == chosen


async def test_a_look_that_another_process_changed_is_seen_in_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look that another process changed is seen after a while."""
    here, there = Looks(store), Looks(store)
    await here.of(ANNA)
    await there.change(ANNA, Look(Cards.TEXT))
    assert await here.of(ANNA) == Look()
    monkeypatch.setattr("bot.service.settings.monotonic", lambda: float("inf"))
    assert await here.of(ANNA) == Look(Cards.TEXT)
