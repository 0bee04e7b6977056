"""Looks are kept, on both databases."""

from __future__ import annotations

import asyncio

from bot.store import Cards, Colours, Dealing, Deals, Look, Store, open_store

ANNA, BERT = 10**18 + 1, 10**18 + 2
CHOSEN = Look(Cards.WORDS, Colours.TWO, 13, Deals.WINNABLE, Dealing.BY_ITSELF)


async def test_who_has_chosen_nothing_has_the_usual_look(store: Store) -> None:
    """A player who has chosen nothing has pictures in four colours, ten a line, and any deal by hand."""
    assert await store.looks.get(ANNA) == Look(Cards.EMOJI, Colours.FOUR, 10, Deals.ANY, Dealing.BY_HAND)


async def test_a_look_takes_the_place_of_an_older_one(store: Store) -> None:
    """A new look takes the place of its player's old one, and leaves those of others alone."""
    await store.looks.put(BERT, Look(a_line=5))
    for look in (Look(Cards.TEXT), CHOSEN, CHOSEN):
        await store.looks.put(ANNA, look)
        assert await store.looks.get(ANNA) == look
    assert await store.looks.get(BERT) == Look(a_line=5)


async def test_of_looks_that_are_chosen_at_once_one_is_kept(store: Store) -> None:
    """Of several looks chosen at once one is kept, and no player sees an error."""
    for player in range(1, 11):
        await asyncio.gather(*(store.looks.put(player, Look(a_line=line)) for line in (5, 8, 13)))
        assert (await store.looks.get(player)).a_line in (5, 8, 13)


async def test_a_look_is_there_after_the_store_was_opened_again(url: str) -> None:
    """A chosen look is there after the store was opened again."""
    async with await open_store(url) as store:
        await store.looks.put(ANNA, CHOSEN)
    async with await open_store(url) as store:
        assert await store.looks.get(ANNA) == CHOSEN
