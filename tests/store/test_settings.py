"""Settings are kept, on both databases."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from bot.store import Cards, Colours, Deals, Forced, PlayerSettings, Store, open_store

ANNA, BERT = 10**18 + 1, 10**18 + 2
CHOSEN = PlayerSettings(Cards.WORDS, Colours.TWO, 13, Deals.WINNABLE, Forced.BY_HAND, "pt_BR")


async def test_who_has_chosen_nothing_has_the_usual_settings(store: Store) -> None:
    """A player who has chosen nothing has pictures in four colours, eight a line, and any deal."""
    assert await store.settings.get(ANNA) == PlayerSettings(
        Cards.EMOJI, Colours.FOUR, 8, Deals.ANY, Forced.BY_ITSELF
    )


async def test_a_look_takes_the_place_of_an_older_one(store: Store) -> None:
    """New settings take the place of their player's old ones, and leave all else and others alone."""
    await store.settings.put(BERT, a_line=5)
    await store.settings.put(ANNA, cards=Cards.TEXT)
    assert await store.settings.get(ANNA) == PlayerSettings(Cards.TEXT)
    await store.settings.put(ANNA, colours=Colours.TWO)
    assert await store.settings.get(ANNA) == PlayerSettings(Cards.TEXT, Colours.TWO)
    for _ in range(2):
        await store.settings.put(ANNA, **asdict(CHOSEN))
        assert await store.settings.get(ANNA) == CHOSEN
    assert await store.settings.get(BERT) == PlayerSettings(a_line=5)


async def test_of_looks_that_are_chosen_at_once_one_is_kept(store: Store) -> None:
    """Of several settings chosen at once one is kept, and no player sees an error."""
    for player in range(1, 11):
        await asyncio.gather(*(store.settings.put(player, a_line=line) for line in (5, 8, 13)))
        assert (await store.settings.get(player)).a_line in (5, 8, 13)


async def test_a_look_is_there_after_the_store_was_opened_again(url: str) -> None:
    """Chosen settings are there after the store was opened again."""
    async with await open_store(url) as store:
        await store.settings.put(ANNA, **asdict(CHOSEN))
    async with await open_store(url) as store:
        assert await store.settings.get(ANNA) == CHOSEN
