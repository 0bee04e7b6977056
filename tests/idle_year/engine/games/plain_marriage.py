"""The rule book of Royal Marriage and its kin implemented again, on text positions, as briefly as possible.

It shares no code with the engine: if the two disagree, one of them is wrong.
"""

from __future__ import annotations

from itertools import combinations

ANY_CARDS = {
    "royal-marriage": {1, 2},
    "queen-and-her-lad": {1},
    "push-pin": {1, 2},
    "double-jump": {2},
    "french": {1},
}
APART = {"concertina": {2, 3}, "bayan": {1, 3}}


def legal(game: str, position: str) -> list[str]:
    """List every legal move of a position: by the first card to leave, then by the last; `d`, `r` last."""
    row, stock, used = _split(position)
    removals = _removals(game, row)
    if stock:
        return removals + ["d"] * (not (removals and game.endswith("-compacted")))
    redeal = _base(game) == "french" and not used and not removals and len(row) > 2
    return removals + ["r"] * redeal


def after(position: str, move: str) -> list[str]:
    """Return the row after a removal or a deal."""
    row, stock, _ = _split(position)
    if move == "d":
        return [*row, stock[0]]
    if "," in move:
        gone = {int(number) for number in move[1:].split(",")}
    else:
        first, _, last = move[1:].partition("-")
        gone = set(range(int(first), int(last or first) + 1))
    return [card for number, card in enumerate(row, start=1) if number not in gone]


def _split(position: str) -> tuple[list[str], list[str], bool]:
    words = position.split()
    used = words[-1] == "!"
    words = words[:-1] if used else words
    bar = words.index("|") if "|" in words else len(words)
    return [word for word in words[:bar] if word != "+0"], words[bar + 1 :], used


def _base(game: str) -> str:
    for ending in ("-compacted", "-dealt", "-suitrun", "-lenient", "-single"):
        game = game.removesuffix(ending)
    return game


def _match(one: str, other: str) -> bool:
    return one[0] == other[0] or one[1] == other[1]


def _removals(game: str, row: list[str]) -> list[str]:
    if game == "one-handed":
        return _last_four(row)
    return _pairs(game, row) if _base(game) in APART else _blocks(game, row)


def _last_four(row: list[str]) -> list[str]:
    if len(row) < 4:
        return []
    outer, last, number = row[-4], row[-1], len(row)
    if outer[0] == last[0]:
        return [f"x{number - 3}-{number}"]
    return [f"x{number - 2}-{number - 1}"] * (outer[1] == last[1])


def _pairs(game: str, row: list[str]) -> list[str]:
    numbers = range(1, len(row) + 1)
    return [
        f"x{one},{other}"
        for one, other in combinations(numbers, 2)
        if other - one in APART[_base(game)] and _match(row[one - 1], row[other - 1])
    ]


def _blocks(game: str, row: list[str]) -> list[str]:
    found = []
    for left, right in combinations(range(len(row)), 2):
        block = row[left + 1 : right]
        if block and _match(row[left], row[right]) and _may_leave(game, block):
            first, last = left + 2, right
            found.append(f"x{first}" if first == last else f"x{first}-{last}")
    return found


def _may_leave(game: str, block: list[str]) -> bool:
    if len(block) in ANY_CARDS[_base(game)]:
        return True
    if game == "royal-marriage-suitrun":
        return len(block) >= 3 and len({card[1] for card in block}) == 1
    if _base(game) != "queen-and-her-lad":
        return False
    chains = {2, 4, 6, 8} if game.endswith("-lenient") else {2, 6, 8}
    pairs = zip(block[::2], block[1::2], strict=False)
    return len(block) in chains and all(_match(one, other) for one, other in pairs)
