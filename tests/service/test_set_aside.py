"""Games that can no longer be read: out of their players' way, and kept."""

from __future__ import annotations

import json
import logging
from datetime import date
from typing import Any

import pytest
from sqlalchemy import update

from bot.service.errors import NoGame, RulesChanged, Sealed, SetAside
from bot.service.game import Seat
from bot.service.privacy import Privacy
from bot.service.race import Races
from bot.service.ranks import Ranks
from bot.service.settings import Settings
from bot.service.stats import Stats
from bot.store import Daily, Kind, NewGame, NewVersion, SavedGame, Seen, Status, Store
from bot.store.tables import games as table
from idle_year.engine.games import find_game
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.games import Games

__all__ = ["clock", "store"]
LOGGED = pytest.mark.logs("Game .* cannot be read and is set aside: ")
ANNA, BERT, SERVER = 7, 8, 3
HERE = Seat(ANNA, 5, SERVER)
PARLETT = find_game("parlett")
GOOD = NewGame(ANNA, 5, SERVER, "parlett", 1, "tuesday", moves="d d")
DAY = date(2026, 11, 20)
BAD: dict[str, dict[str, Any]] = {
    "a move that is none": {"moves": "d nonsense"},
    "a move that is not legal": {"moves": "d 9<"},
    "a move that no rules foresee": {"moves": "d <<<"},
    "a bad seed": {"seed": "no seed!"},
    "a game that is gone": {"game": "bridge"},
    "another revision": {"revision": 99},
    "no move, and a bad seed": {"moves": "", "seed": ""},
}
ANY_OF_THEM = pytest.mark.parametrize("bad", BAD.values(), ids=list(BAD))


def _told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def _write(store: Store, game: SavedGame, values: dict[str, Any]) -> None:
    """Write into a game's row, as a program of another version may."""
    await store.games._database.execute(update(table).where(table.c.id == game.id).values(values))


async def _read(store: Store, game: SavedGame) -> SavedGame:
    found = await store.games.get(game.id)
    assert found is not None
    return found


@LOGGED
@ANY_OF_THEM
async def test_its_player_hears_of_it_once_and_plays_on(
    store: Store, caplog: pytest.LogCaptureFixture, bad: dict[str, Any]
) -> None:
    """A player hears once that a game cannot be read, and plays on; the log names it by its number."""
    games, row = Games(store), await store.games.create(GOOD._replace(**bad))
    with pytest.raises(SetAside) as refused:
        await games.lookup.current(HERE)
    assert isinstance(refused.value, RulesChanged) == ("revision" in bad)
    with pytest.raises(NoGame):
        await games.lookup.current(HERE)
    dealt = await games.dealer.deal(HERE, PARLETT)
    assert await games.lookup.current(HERE) == dealt
    for press in (
        games.lookup.as_seen(ANNA, row.seen),
        games.lookup.get(row.id),
        games.lookup.own(ANNA, row.id),
    ):
        with pytest.raises(SetAside):
            await press
    (told,) = _told(caplog)
    assert told.startswith(f"Game {row.id} cannot be read and is set aside: ")


@LOGGED
async def test_it_is_kept_as_it_was(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """A game that cannot be read is kept as it was, with the reason beside it."""
    row = await store.games.create(GOOD._replace(moves="d 9<"))
    with pytest.raises(SetAside):
        await Games(store).lookup.get(row.id)
    kept = await _read(store, row)
    assert (kept.moves, kept.seed, kept.game) == ("d 9<", "tuesday", "parlett")
    assert kept.set_aside is not None
    assert kept.set_aside.startswith("playing: IllegalMove: Move 2 of 2, `9<`")
    assert (kept.status, kept.updated_at) == (Status.RESIGNED, row.updated_at)
    assert len(_told(caplog)) == 1


@LOGGED
async def test_it_is_not_played_before_it_is_taken_back(store: Store) -> None:
    """A game that could be read again is not played on before it has been taken back."""
    games, row = Games(store), await store.games.create(GOOD._replace(moves="d 9<"))
    with pytest.raises(SetAside):
        await games.lookup.get(row.id)
    await _write(store, row, {"moves": "d d"})
    with pytest.raises(SetAside):
        await games.lookup.get(row.id)


@both_databases
@LOGGED
@pytest.mark.parametrize("unknown", [{"game": "bridge"}, {"revision": 99}, {"kind": "duel"}])
async def test_what_an_older_version_set_aside_goes_on(store: Store, unknown: dict[str, Any]) -> None:
    """A game that only a newer version can read goes on as it was once that version has started."""
    games, row = Games(store), await store.games.create(GOOD._replace(kind=Kind.RACE))
    await _write(store, row, unknown)
    with pytest.raises(SetAside):
        await games.lookup.current(HERE)
    await games.lookup.take_back()
    with pytest.raises(NoGame):
        await games.lookup.current(HERE)
    await _write(store, row, {name: getattr(row, name) for name in unknown})
    await games.lookup.take_back()
    back = await games.lookup.current(HERE)
    assert (back.id, back.over) == (row.id, False)
    await games.play.move(back, "9S<")
    assert (await _read(store, row)).moves.startswith("d d ")


@LOGGED
async def test_what_was_over_stays_over(store: Store) -> None:
    """A game that had been resigned when it was set aside is not in play when it can be read again."""
    games, row = Games(store), await store.games.create(GOOD)
    await games.play.resign(await games.lookup.get(row.id))
    await _write(store, row, {"revision": 99})
    with pytest.raises(RulesChanged):
        await Games(store).lookup.get(row.id)
    await _write(store, row, {"revision": 1})
    await games.lookup.take_back()
    assert (await games.lookup.get(row.id)).resigned


@LOGGED
@pytest.mark.parametrize("over", [False, True])
async def test_whoever_plays_on_meanwhile_is_right(store: Store, *, over: bool) -> None:
    """A game that its player goes on with in a newer version is not set aside, and an end of it stays."""
    newer, row = Games(store), await store.games.create(GOOD)
    game = await newer.lookup.current(HERE)
    await _write(store, row, {"kind": "duel"})
    with pytest.raises(SetAside):
        await Games(store).lookup.get(row.id)
    await _write(store, row, {"kind": row.kind})
    game = await newer.play.move(game, "9S<")
    if over:
        await newer.play.resign(game)
    await newer.lookup.take_back()
    kept = await newer.lookup.get(row.id)
    assert (kept.resigned, kept.session.moves[:3]) == (over, game.session.moves[:3])


@LOGGED
async def test_a_race_that_ends_without_it_is_practice(store: Store) -> None:
    """A game of a race that went on and ended while it was set aside is practice once it is taken back."""
    games = Games(store)
    races = Races(store, games.lookup, games.dealer)
    race = await races.start(HERE, SERVER, PARLETT, 1)
    joined, other = await races.join(HERE, race), await races.join(Seat(BERT, 5, SERVER), race)
    row = await store.games.get(joined.id)
    assert row is not None
    await _write(store, row, {"revision": 99})
    with pytest.raises(SetAside):
        await Games(store).lookup.get(row.id)
    await games.play.resign(other)
    assert await races.end_if_done(race)
    await _write(store, row, {"revision": 1})
    await games.lookup.take_back()
    assert (await games.lookup.get(row.id)).kind is Kind.PRACTICE


@LOGGED
async def test_its_code_is_kept_while_it_may_go_on(store: Store) -> None:
    """The code of a game that was set aside in play is in no export: it would tell the cards."""
    games, row = Games(store), await store.games.create(GOOD._replace(kind=Kind.FREE, revision=99))
    with pytest.raises(SetAside):
        await games.lookup.get(row.id)
    exported = await Privacy(store, games.lookup, Settings(store)).export(ANNA, "All of it.")
    assert json.loads(exported)["games"][0]["revision"] == 99
    assert "tuesday" not in exported.decode()


@LOGGED
async def test_what_was_taken_back_must_be_readable_too(store: Store) -> None:
    """A game whose taken-back moves cannot be read is set aside, or else redo would fail much later."""
    row = await store.games.create(GOOD)
    await store.games.save(row.seen, NewVersion(row.owner, "d", "nonsense"))
    with pytest.raises(SetAside):
        await Games(store).lookup.get(row.id)


@LOGGED
async def test_the_daily_can_be_practised_the_day_after(store: Store, clock: Clock) -> None:
    """A daily that cannot be read can be practised the day after, and not played again before that."""
    clock.turn_to(DAY, 12)
    daily = Daily(DAY, "accordion", "accordion", 1, "tuesday", "key", 0, 3, None)
    attempt = GOOD._replace(game="accordion", kind=Kind.DAILY, day=DAY, moves="nonsense")
    await store.games.create(attempt)
    games = Games(store)
    with pytest.raises(SetAside):
        await games.lookup.attempt(ANNA, DAY, "accordion")
    assert await games.lookup.attempt(ANNA, DAY, "accordion") is None
    with pytest.raises(Sealed):
        await games.dealer.deal_daily(HERE, daily)
    clock.wait(24 * 60)
    assert (await games.dealer.deal_daily(HERE, daily)).kind is Kind.PRACTICE


@LOGGED
async def test_a_race_goes_on_without_it(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """A race goes on without a game that cannot be read, which is reported once."""
    games = Games(store)
    races = Races(store, games.lookup, games.dealer)
    race = await races.start(HERE, SERVER, PARLETT, 1)
    await store.games.create(
        NewGame(ANNA, 5, SERVER, "parlett", 1, race.seed, kind=Kind.RACE, race=race.id, moves="d d 99<")
    )
    await races.join(Seat(BERT, 5, SERVER), race)
    for _ in range(3):
        found = await races.standings(await store.games.of_race(race.id))
        assert [each.player for each in found] == [BERT]
    assert len(_told(caplog)) == 1


@LOGGED
async def test_what_is_kept_of_a_player_is_handed_over_all_the_same(store: Store) -> None:
    """An export includes games that cannot be read, with the reason."""
    games = Games(store)
    for number, bad in enumerate(BAD.values()):
        await store.games.create(GOOD._replace(channel=100 + number, **bad))
    privacy = Privacy(store, games.lookup, Settings(store))
    await privacy.export(ANNA, "All of it.")
    told = json.loads(await privacy.export(ANNA, "All of it."))["games"]
    assert len(told) == len(BAD)
    assert all(each["set_aside"].startswith("playing: ") for each in told)


async def test_leaderboards_statistics_and_export_are_as_they_were(store: Store) -> None:
    """A result stays in statistics and exports when its game is set aside."""
    row = await store.games.create(GOOD)
    games = Games(store)
    await games.play.resign(await games.lookup.get(row.id))
    gone = await store.games.create(GOOD._replace(game="bridge"))
    for seen in (Seen(row.id, 2), gone.seen):
        await store.games.set_aside(seen, "broken")
    assert (await Stats(store).overview(ANNA)).tallies[0].played == 1
    exported = (await Ranks(store).export(SERVER)).decode().splitlines()
    assert len(exported) == 2
    assert (await _read(store, row)).status is Status.RESIGNED
