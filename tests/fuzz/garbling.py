"""What a reader accepts, with a few characters changed: nearer to its mistakes than random text.

Every case has a number and is the same in each run; `FUZZ=100` tries a hundred times as many.
"""

from __future__ import annotations

import json
import os
import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMES = int(os.environ.get("FUZZ") or 1)
_MOST_EDITS, _WIDEST = 3, 6
_PIECES = [
    *"0 1 2 9 -1 00 64 99999999999999999999 1e9 ١ ² ½ NaN".split(),
    *"< << <<< <4 > , : ; . + ! * ? | / # @ ~ - = _ % & ( ) [ ] { } \" ' ` \\ $ ^".split(),
    *"A K Q J T S H D C AS TH 10D ♠ ♥ 🂡 d d5 d* r t1 f w iy undo".split(),
    *("", " ", "  ", "\n", "\r\n", "\t", "\0", "\x1b[31m", "\u202e", "\u200b", "\ud800", "ß", "İ", "é"),
    "x" * 200,
]
"""Signs of every notation here, numbers that Python reads and we do not, and what has ever upset a parser."""


def cases(target: str, count: int) -> Iterator[random.Random]:
    """Yield a source of chance for each case."""
    for number in range(count * TIMES):
        yield random.Random(f"{target}/{number}")  # noqa: S311  chance, not secrecy


def garbled(text: str, chance: random.Random) -> str:
    """Return a text after up to a few edits, half of them of whole words, which leave more of its meaning."""
    for _ in range(chance.randint(0, _MOST_EDITS)):
        text = chance.choice((_with_words_changed, _with_letters_changed))(text, chance)
    return text


def surely_garbled(text: str, chance: random.Random) -> str:
    """Return a text after at least one edit that changed it."""
    while (changed := garbled(text, chance)) == text:
        pass
    return changed


def _with_words_changed(text: str, chance: random.Random) -> str:
    """Swap two words, leave one out, or say one twice."""
    words = text.split(" ")
    here, there = chance.randrange(len(words)), chance.randrange(len(words))
    match chance.randrange(4):
        case 0:
            del words[here]
        case 1:
            words.insert(there, words[here])
        case _:
            words[here], words[there] = words[there], words[here]
    return " ".join(words)


def _with_letters_changed(text: str, chance: random.Random) -> str:
    """Replace or insert a piece, or leave some letters out."""
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.choice((0, 0, 1, 1, 2, _WIDEST)))
    return text[:start] + chance.choice(_PIECES) + text[end:]


_NASTY: list[Any] = [
    *(None, True, False, 0, -1, 7, 2**31, 2**64, 10**400, 1.5, float("inf")),
    *("", "1", "x" * 5000, "\u202e\0", "\ud800", "https://example.org/a.png", "attachment://no"),
    *([], {}, [[]], [None], {"type": 1}, {"components": []}),
]
"""Values that are no value of anything, or of something else."""


_OF_EACH_TYPE: list[Any] = [None, True, 0, 1.5, "x", [], [True], ["x"], [[]], [{}], {}, {"x": {}}]
"""A value of each type that JSON has, and lists of each."""


def swapped_json(value: Any) -> Iterator[Any]:
    """Yield a JSON value with one of its parts replaced by a value of each type, for every part in turn."""
    yield from _OF_EACH_TYPE
    places = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for place, part in places:
        for swapped in swapped_json(part):
            whole = value.copy()
            whole[place] = swapped
            yield whole


def garbled_json(value: Any, chance: random.Random) -> Any:
    """Return a JSON value with up to a few of its parts replaced, left out or put elsewhere."""
    copy = json.loads(json.dumps(value))
    for _ in range(chance.randint(1, _MOST_EDITS)):
        places = list(_places(copy))
        if not places:
            return chance.choice(_NASTY)
        holder, key = chance.choice(places)
        match chance.randrange(4):
            case 0:
                del holder[key]
            case 1:
                other, place = chance.choice(places)
                holder[key] = json.loads(json.dumps(other[place]))
            case _:
                holder[key] = chance.choice(_NASTY)
    return copy


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place inside a JSON value: the list or object, and the index or key."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])
