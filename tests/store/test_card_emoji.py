"""What was sent to Discord is written down, on both databases."""

from __future__ import annotations

from bot.store import SentEmoji, Store, open_store

EIGHT = SentEmoji("8_spades", 2**63 - 1, "ab" * 32)
QUEEN = SentEmoji("queen_hearts", 7, "cd" * 32)


async def test_nothing_was_sent_at_first(store: Store) -> None:
    """An empty database knows of no picture."""
    assert await store.card_emoji.all() == {}


async def test_what_was_sent_is_found_by_its_name(url: str) -> None:
    """Also by the next program; ids may be as large as Discord's get."""
    async with await open_store(url) as store:
        await store.card_emoji.put(EIGHT)
        await store.card_emoji.put(QUEEN)
    async with await open_store(url) as store:
        assert await store.card_emoji.all() == {"8_spades": EIGHT, "queen_hearts": QUEEN}


async def test_a_new_picture_takes_the_place_of_the_old_one(store: Store) -> None:
    """There is one of each name."""
    for sent in (EIGHT, QUEEN, EIGHT._replace(emoji=9, digest="ef" * 32)):
        await store.card_emoji.put(sent)
    assert await store.card_emoji.all() == {
        "8_spades": SentEmoji("8_spades", 9, "ef" * 32),
        "queen_hearts": QUEEN,
    }
