"""Games in writing: a deal as a code such as `goren:tuesday`, and a played game as a text file.

The file has tag lines, then the moves; `idleyear replay` checks it.

[Game "parlett"]
[Seed "tuesday"]
[Revision "1"]
[Result "3"]

d d 3< d

A layout of one's own has a [Position "…"] in place of the seed. As in PGN, comments stand in {braces} or
follow a semicolon, moves may be numbered (12.), and a last * says that the game is unfinished.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from idle_year.engine.cards import read_seed
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules, Move, Rules, S
from idle_year.engine.session import Session
from idle_year.engine.wording import quoted, sentence

_COUNTED = {
    # Translators: what a result counts, as in "The record says 12 piles"
    "piles": sentence("piles"),
    "cards": sentence("cards"),
    "points": sentence("points"),
    "foundation_cards": sentence("foundation cards"),
}
_TAG = re.compile(r'\[(\w+) "([^"\\]*)"\]')
_COMMENT = re.compile(r'(\[\w+ "[^"\\]*"\])|\{[^}]*\}|;.*')
"""A comment; or a tag, in whose text nothing is one."""
_NUMBER = re.compile(r"^\d+\.+")
_UNFINISHED = "*"


class BadCode(GameError):  # noqa: N818  named as the thing, like IllegalMove
    """The text is neither a deal code nor a seed."""


class BadRecord(GameError):  # noqa: N818  named as the thing, like IllegalMove
    """The text is not a recorded game, or its moves do not lead to its result."""


class Deal(NamedTuple):
    """A game and the seed that deals it."""

    rules: AnyRules
    seed: str


def write_code(game: str, seed: str) -> str:
    """Write the code of a deal of a game, which is named by its id: it may have been removed since."""
    return f"{game}:{seed}"


def read_code(text: str) -> Deal:
    """Read the code of a deal; raise GameError saying what is wrong with it."""
    name, colon, seed = text.strip().partition(":")
    if not (name and colon and seed):
        raise BadCode(
            sentence(
                "{code} is not a deal code: write game, colon and seed, such as goren:tuesday.",
                code=quoted(text),
            )
        )
    return Deal(find_game(name), _seed(seed))


def read_deal(rules: AnyRules, text: str) -> Deal:
    """Read a seed for a game, or a deal code, which then names the game itself."""
    return read_code(text) if ":" in text else Deal(rules, _seed(text))


def write_moves(rules: Rules[S], moves: Iterable[Move]) -> str:
    """Write moves as they are stored: canonical and separated by spaces."""
    return " ".join(rules.notation.write_move(move) for move in moves)


def write_record(session: Session[S]) -> str:
    """Write a session as a recorded game; its result is the first part of the score."""
    rules = session.rules
    (_, result), *_ = rules.score(session.state).parts
    begun = {"Seed": session.seed} if session.seed else {"Position": _layout(session)}
    tags = {"Game": rules.id, **begun, "Revision": str(rules.revision), "Result": str(result)}
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", write_moves(rules, session.moves), ""])


def read_record(text: str, *, layouts: bool = False) -> Session[Any]:
    """Replay a recorded game and check its result; raise BadRecord with the reason if it does not hold.

    Without a seed it is none, unless `layouts` of one's own are read as well.
    """
    tags, moves = _split(text)
    begun = "Position" if layouts and "Seed" not in tags and "Position" in tags else "Seed"
    for name in ("Game", begun):
        if name not in tags:
            raise BadRecord(sentence('This is no recorded game: it has no [{tag} "…"] line.', tag=name))
    try:
        rules = find_game(tags["Game"])
    except GameError as error:
        raise BadRecord(error.told) from None
    if tags.get("Revision", str(rules.revision)) != str(rules.revision):
        raise BadRecord(
            sentence(
                "The record plays {game} by revision {revision} of its rules; this program knows revision "
                "{known}.",
                game=rules.id,
                revision=quoted(tags["Revision"]),
                known=rules.revision,
            )
        )
    try:
        session = _begun(rules, begun, tags[begun]).read_on(moves)
    except GameError as error:
        raise BadRecord(sentence("The record does not replay. {reason}", reason=error.told)) from None
    (name, result), *_ = rules.score(session.state).parts
    if tags.get("Result", str(result)) not in (str(result), _UNFINISHED):
        raise BadRecord(
            sentence(
                "The record says {written} {what}; its moves lead to {result}.",
                written=quoted(tags["Result"]),
                what=_COUNTED[name],
                result=result,
            )
        )
    return session


def _seed(text: str) -> str:
    try:
        return read_seed(text)
    except GameError as error:
        raise BadCode(error.told) from None


def _layout(session: Session[S]) -> str:
    return session.rules.notation.write_position(session.state_at(0))


def _begun(rules: AnyRules, by: str, written: str) -> Session[Any]:
    if by == "Seed":
        return Session.deal(rules, written)
    return Session(rules, "", rules.notation.read_position(written))


def _split(text: str) -> tuple[dict[str, str], str]:
    """Return the tags and the moves of a record, without comments and numbers."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    for number, line in enumerate(_without_comments(text).splitlines(), start=1):
        tag = _TAG.fullmatch(line.strip())
        if tag is not None and not moves:
            tags[tag.group(1)] = tag.group(2)
        elif line.lstrip().startswith("["):
            raise BadRecord(
                sentence(
                    'Line {number} is not a tag: write it as [Game "parlett"], above the moves.',
                    number=number,
                )
            )
        else:
            moves += filter(None, (_NUMBER.sub("", word) for word in line.split()))
    if moves[-1:] == [_UNFINISHED]:
        moves.pop()
    return tags, " ".join(moves)


def _without_comments(text: str) -> str:
    """Leave out comments, but not the ends of their lines, which are counted."""
    return _COMMENT.sub(lambda found: found[1] or "\n" * found[0].count("\n"), text)
