"""The commands that Discord knows are kept, so that a start without new ones need not send them again."""

from __future__ import annotations

import asyncio

from bot.store import Registered, Store

BOT, OTHER = 2**62, 2**61
FIRST, SECOND = Registered("a", {"deal": 2**60}), Registered("b", {"deal": 2**60, "help": 5})


async def test_what_was_sent_last_is_known(store: Store) -> None:
    """The commands sent last are known for each bot that has used the database."""
    assert await store.commands.get(BOT) is None
    await store.commands.put(OTHER, FIRST)
    assert await store.commands.get(BOT) is None
    for sent in (FIRST, SECOND):
        await store.commands.put(BOT, sent)
        assert await store.commands.get(BOT) == sent
    assert await store.commands.get(OTHER) == FIRST


async def test_of_processes_that_start_at_once_one_is_heard(store: Store) -> None:
    """Of processes that send commands at once one is heard, and the others meet no error."""
    await asyncio.gather(*(store.commands.put(BOT, sent) for sent in (FIRST, SECOND) * 3))
    assert await store.commands.get(BOT) in (FIRST, SECOND)
