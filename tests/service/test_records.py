"""Recorded games that people bring along."""

from __future__ import annotations

import re
from datetime import date

import pytest

from bot.render.refusals import refusal_text
from bot.service.game import Seat
from bot.service.lookup import Lookup
from bot.service.records import MovesLater, Records, StillPlayed
from bot.store import Store
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.records import write_record
from idle_year.engine.session import Session
from tests.clock import clock, store
from tests.games import Games
from tests.held import held_of

__all__ = ["clock", "store"]
ANNA, BERT = 7, 8
HERE = Seat(ANNA, 5, 3)
TARBART = find_game("tarbart")
DAY = date(2026, 11, 20)
RECORD = write_record(Session.deal(TARBART, "tuesday").play("d d d"))


def _records(store: Store) -> Records:
    return Records(store, Lookup(store))


async def test_a_record_is_kept_as_a_game_of_its_reader(store: Store) -> None:
    """A record is kept as a finished game of its reader, which is no result and takes no seat."""
    games = Games(store)
    playing = await games.dealer.deal(HERE, TARBART, "friday")
    game = await _records(store).save(ANNA, b"\xef\xbb\xbf" + RECORD.encode())
    assert (game.over, game.seat.owner, len(game.session.moves)) == (True, ANNA, 3)
    assert await games.lookup.as_seen(ANNA, game.seen) == game
    assert await games.store.results.of(game.id) is None
    assert (await games.lookup.latest(HERE)).id == playing.id
    assert (await games.store.results.record(ANNA, TARBART.id)).played == 0


async def test_what_goes_out_comes_in_again(store: Store) -> None:
    """A finished game can be written as a file, which leads to the same game when it is read."""
    records = _records(store)
    game = await records.save(ANNA, RECORD.encode())
    again = await records.save(BERT, await records.write(game))
    assert again.session == game.session


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (RECORD.replace('"52"', '"51"'), "The record says `51` piles"),
        (RECORD.replace("tuesday", "tues day"), "does not replay"),
        ('[Game "tarbart"]\n[Seed "tuesday"]\n', "has no moves"),
        (RECORD + "y" * 50_000, "does not replay"),
    ],
)
async def test_a_record_that_does_not_hold_is_refused(store: Store, content: str, reason: str) -> None:
    """A record that does not hold is refused in one sentence, short enough for Discord."""
    with pytest.raises(GameError) as refused:
        await _records(store).save(ANNA, content.encode())
    said = refusal_text(refused.value)
    assert re.search(reason, said)
    assert len(said) <= 400


async def test_the_own_deal_in_play_is_refused(store: Store) -> None:
    """A record of one's own deal in play is refused, but may be read by others or afterwards."""
    games = Games(store)
    playing = await games.dealer.deal(HERE, TARBART, "tuesday")
    with pytest.raises(StillPlayed):
        await _records(store).save(ANNA, RECORD.encode())
    await _records(store).save(BERT, RECORD.encode())
    await games.play.resign(playing)
    await _records(store).save(ANNA, RECORD.encode())


async def test_a_game_in_play_is_no_file(store: Store) -> None:
    """A game in play is not written as a file, as its seed tells what lies face down."""
    game = await Games(store).dealer.deal(HERE, TARBART)
    with pytest.raises(MovesLater):
        await _records(store).write(game)


async def test_a_record_is_kept_once_and_a_hundred_in_all(store: Store) -> None:
    """A record is kept once, however often it is sent, and each reader keeps a hundred in all."""
    records = _records(store)
    first = await records.save(ANNA, RECORD.encode())
    assert (await records.save(ANNA, RECORD.encode())).id == first.id
    of_bert = await records.save(BERT, RECORD.encode())
    assert of_bert.id != first.id
    for number in range(100):
        last = await records.save(
            ANNA, write_record(Session.deal(TARBART, f"w{number}").play("d d")).encode()
        )
    held = (await held_of(store, ANNA))["games"]
    assert [len(held), held[-1]["id"]] == [100, last.id]
    assert first.id not in {game["id"] for game in held}
    assert len((await held_of(store, BERT))["games"]) == 1
