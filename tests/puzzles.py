"""Puzzles as `make_puzzle` makes them, for tests that need no solver to have one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import NewPuzzle, Source

if TYPE_CHECKING:
    from bot.store import Store

SHORT = NewPuzzle(
    "accordion",
    1,
    "thursday",
    "19<<< 5<<< 45<<< 38< 2< 22< 4<<< 38<<< 15<<< 7<<< 36< 10< 34<<< 38< 15<<< 11< 6<<< 12<<< 14< 25< 25<<< "
    "5< 12<<< 8< 7<<< 12<<< 14<<< 11<<< 13<<< 6<<< 3< 17<<< 12<<< 10< 9< 12< 12<<< 12< 9<<< 6<<< 8<<< 8<<< "
    "5<<< 4< 7<<<",
    '[{"5<<<":1},{"4<<<":-1}]',
    2,
    Source.MADE,
)
"""QD 4S 4H 8D 4C 8C KH: one move keeps the win, and then another one."""
RIGHT, NEXT_RIGHT, WRONG, NEXT_WRONG = "5<<<", "4<<<", "4<<<", "5<"
LONGER = NewPuzzle(
    "accordion",
    1,
    "tuesday",
    "3< 16<<< 28< 10< 24< 24< 27<<< 28< 36<<< 19< 27<<< 23<<< 38<<< 15< 38<<< 33<<< 19< 10< 20< 8<<< 12<<< "
    "15< 16< 12<<< 26<<< 26< 10<<< 7<<< 20<<< 19< 20<<< 4<<< 18<<< 15<<< 4< 5<<< 4<<< 14<<< 13<<< 6<<< 5<<< "
    "7<<< 6<<< 6<<<",
    '[{"4<<<":1},{"2<":2,"4<":3},{"3<":-1},{"2<":-1,"4<":4},{"2<":-1}]',
    2,
    Source.MADE,
)
"""One move keeps the win, then either of two do."""


async def stock(store: Store, *puzzles: NewPuzzle) -> None:
    """Keep some puzzles."""
    for each in puzzles:
        assert await store.puzzles.save(each)
