"""What a person sees, and waits to see."""

import asyncio
import re

import pytest

from small_discord import NotResponding, Person

HALL = "The Parlour/#patience"


async def test_a_person_waits_for_a_message(ada: Person) -> None:
    """A message is seen as soon as it is there, by a part of its text or a pattern."""
    waiting = asyncio.create_task(ada.sees(HALL, re.compile(r"^good (evening|night)$")))
    await ada.slash(HALL, "hello", text="good evening")
    assert (await waiting).text == "good evening"
    assert await ada.sees(HALL, "od even") == ada.sees(HALL)[-1]


async def test_an_edit_is_waited_for(ada: Person) -> None:
    """An answer that was put off is seen when it has come."""
    await ada.slash(HALL, "later")
    assert (await ada.sees(HALL, "done")).text == "done"


async def test_who_waits_in_vain_is_told_what_is_there(ada: Person) -> None:
    """If no such message comes, what was seen last is told; a text is no pattern."""
    await ada.slash(HALL, "hello", text="good evening")
    with pytest.raises(NotResponding, match=r"Ada saw no .* within 0.05 s, the newest is: good evening"):
        await ada.sees(HALL, "good .*", timeout=0.05)
    with pytest.raises(NotResponding, match="none at all"):
        await ada.sees("dm", "good evening", timeout=0.05)
