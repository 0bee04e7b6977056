"""Whatever is typed is read or refused in one line; what was read is written and read again."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest

from bot.render.language import LANGUAGES, read_in
from bot.render.names import game_name, read_game
from bot.ui.options import read_zone
from bot.ui.presses import Press
from idle_year.engine.errors import GameError
from idle_year.engine.games import ALL, find_game
from idle_year.engine.records import read_code, read_deal, read_record, write_code, write_moves, write_record
from idle_year.engine.session import Session
from tests.fuzz.garbling import TIMES, cases, garbled, surely_garbled
from tests.idle_year.engine.walks import walk
from tests.render.test_zones import NOW

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from idle_year.engine.rules import AnyRules

pytestmark = pytest.mark.slow
_GAMES = list(ALL.values())
_LONGEST = 400
_DEALS = 4
_PRESSES = [
    "iy:1:2:undo",
    "iy:31:7:play:12<<<",
    "iy:0:0:ranks:pyramid:all:3",
    "iy:9:4:pick#1",
    "iy:1:1:practise:1:2:3",
]
_ZONES = ["America/New_York", "são paulo", "東京", "UTC+5:30", "gmt-3", "Etc/GMT+2", "EST", "Deutschland"]


class _Played(NamedTuple):
    """A game played at random: its record, its moves as text, its last position and state."""

    record: str
    moves: str
    position: str
    state: Any


@cache
def _played(game: str, number: int) -> _Played:
    rules = ALL[game]
    walked = walk(rules, f"fuzz-{number}", [7 * number + 3 * step for step in range(9 * number)])
    record = write_record(Session.replay(rules, f"fuzz-{number}", walked.moves))
    position = rules.notation.write_position(walked.last)
    return _Played(record, write_moves(rules, walked.moves), position, walked.last)


def _drawn(chance: random.Random) -> tuple[AnyRules, _Played]:
    rules = chance.choice(_GAMES)
    return rules, _played(rules.id, chance.randrange(_DEALS))


def _check(refusal: GameError) -> None:
    """See that a refusal is one readable line, no longer than people read."""
    told = str(refusal)
    assert told.isprintable(), repr(told)
    assert 0 < len(told) <= _LONGEST, told


@contextmanager
def _refusing() -> Iterator[None]:
    """Check a refusal, if there is one."""
    try:
        yield
    except GameError as refusal:
        _check(refusal)


def test_positions() -> None:
    """A position that is read can be written, read again and played on."""
    for chance in cases("position", 2500):
        rules, played = _drawn(chance)
        try:
            state = rules.notation.read_position(garbled(played.position, chance))
        except GameError as refusal:
            _check(refusal)
            continue
        assert rules.notation.read_position(rules.notation.write_position(state)) == state
        for move in rules.moves(state)[:3]:
            rules.play(state, move)
        rules.outcome(state)


def test_moves() -> None:
    """A move that is read is played or refused; if it was played, it is written as one that does the same."""
    for chance in cases("move", 2500):
        rules, played = _drawn(chance)
        known = [rules.notation.write_move(move) for move in rules.moves(played.state)] or ["d"]
        try:
            move = rules.notation.read_move(garbled(chance.choice(known), chance), played.state)
            after = rules.play(played.state, move)
        except GameError as refusal:
            _check(refusal)
            continue
        again = rules.notation.read_move(rules.notation.write_move(move), played.state)
        assert rules.play(played.state, again) == after


def test_lines() -> None:
    """A typed line is played as a whole or not at all, and the game that it led to replays."""
    for chance in cases("line", 700):
        rules, played = _drawn(chance)
        session = Session.deal(rules, "fuzz-1")
        try:
            after = session.play(garbled(played.moves, chance))
        except GameError as refusal:
            _check(refusal)
            continue
        assert Session.replay(rules, "fuzz-1", after.moves).state == after.state


def test_records() -> None:
    """A record that is read is written as one that reads the same."""
    for chance in cases("record", 700):
        try:
            session = read_record(garbled(_drawn(chance)[1].record, chance))
        except GameError as refusal:
            _check(refusal)
            continue
        again = read_record(write_record(session))
        assert (again.rules, again.seed, again.moves) == (session.rules, session.seed, session.moves)


def test_codes_and_names() -> None:
    """A garbled deal code, seed or name of a game is read rightly or refused in a sentence."""
    for chance in cases("code", 1000):
        rules = chance.choice(_GAMES)
        with _refusing():
            deal = read_code(garbled(write_code(rules.id, "tuesday"), chance))
            assert read_code(write_code(deal.rules.id, deal.seed)) == deal
        with _refusing():
            assert read_deal(rules, garbled("tuesday", chance)).seed
        with _refusing():
            assert find_game(garbled(rules.name, chance)) in _GAMES
        with _refusing(), read_in(chance.choice([*LANGUAGES])):
            assert read_game(garbled(game_name(rules), chance)) in _GAMES


def test_zones() -> None:
    """A garbled zone is read as one that there is, or refused in a sentence."""
    for chance in cases("zone", 300):
        with _refusing():
            zone = read_zone(garbled(chance.choice(_ZONES), chance), NOW)
            assert ZoneInfo(zone).key == zone


def test_custom_ids() -> None:
    """A custom_id that is read is written as one that reads the same; most garbled ones are refused."""
    refused = 0
    for chance in cases("custom_id", 1000):
        try:
            press = Press.read(surely_garbled(chance.choice(_PRESSES), chance))
        except ValueError:
            refused += 1
            continue
        assert Press.read(press.custom_id) == press
    assert 500 * TIMES < refused < 1000 * TIMES
