"""What players get of their data, what deleting it means for them, and that it means nothing for others."""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.service.errors import DailySeen, NoSuchGame, StillExporting
from bot.service.game import Game, Seat
from bot.service.privacy import Privacy
from bot.service.race import MayNotStop, Races, SeenBefore
from bot.service.ranks import Ranks
from bot.service.settings import Settings
from bot.store import Daily, Kind, NewGame, PlayerSettings, Race, Store
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.games import Games
from tests.held import held_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["clock", "store"]
HEAD = "All that is kept."
ANNA, BERT, SERVER, HERE, THERE, ELSEWHERE = (10**18 + n for n in range(1, 7))
TODAY = date(2026, 11, 20)
DAILY = Daily(TODAY, "accordion", "late-binding", 1, "dailyseed", "key", 0, None, None)
SECTIONS = [
    "about",
    "games",
    "results",
    "best_results",
    "races_joined",
    "races_started",
    "parlours_started",
    "parlour_moves",
    "posts_answered",
    "puzzles_tried",
    "puzzles_of_lost_games",
    "puzzle_ratings",
    "digests_set_up",
    "settings",
    "reminder",
    "hidden_from_leaderboards",
]


@pytest.fixture
def games(store: Store) -> Games:
    """Play on an empty store."""
    return Games(store)


@pytest.fixture
def settings(store: Store) -> Settings:
    """Use the usual settings."""
    return Settings(store)


@pytest.fixture
def privacy(store: Store, games: Games, settings: Settings) -> Privacy:
    """Handle requests for what is kept."""
    return Privacy(store, games.lookup, settings)


def _seat(player: int = ANNA, channel: int = HERE) -> Seat:
    return Seat(player, channel, SERVER)


async def _export(privacy: Privacy) -> dict[str, Any]:
    exported: dict[str, Any] = json.loads(await privacy.export(ANNA, HEAD))
    return exported


async def _deals(privacy: Privacy) -> list[str | None]:
    return [game["deal"] for game in (await _export(privacy))["games"]]


async def _play(games: Games, game: Game) -> Game:
    """Play to the end, first move first."""
    session = game.session
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    return await games.play.move(game, write_moves(session.rules, session.moves))


async def _race(store: Store, games: Games, starter: int = ANNA) -> tuple[Races, Race]:
    races = Races(store, games.lookup, games.dealer)
    return races, await races.start(_seat(starter, THERE), SERVER, find_game("late-binding"), 1)


async def test_a_game_comes_with_all_that_is_kept_of_it(
    privacy: Privacy, games: Games, settings: Settings
) -> None:
    """An export holds all that is kept of a game, in sections that are always there, with ids as text."""
    assert list(await _export(privacy)) == SECTIONS
    game = await _play(games, await games.dealer.deal(_seat(), find_game("late-binding"), "tuesday"))
    await games.dealer.deal(_seat(BERT), find_game("goren"))
    await settings.change(ANNA, a_line=13)
    found = await _export(privacy)
    assert list(found) == SECTIONS
    assert found["about"]["player"] == str(ANNA)
    (kept,) = found["games"]
    expected = {
        "game": "late-binding",
        "deal": "late-binding:tuesday",
        "moves": write_moves(game.rules, game.session.moves),
        "channel": str(HERE),
        "guild": str(SERVER),
        "status": "finished",
        "created_at": "2026-11-20T12:00:00+00:00",
    }
    assert {name: kept[name] for name in expected} == expected
    assert found["results"][0]["game_id"] == kept["id"]
    assert found["settings"] == [
        {
            "cards": "emoji",
            "colours": "four",
            "a_line": 13,
            "deals": "any",
            "dealing": "by itself",
            "language": "",
            "taps": "at once",
        }
    ]


async def test_what_breaks_ties_comes_with_results(privacy: Privacy, games: Games) -> None:
    """An export has what breaks ties, and nothing there in games without tiebreaks."""
    game = await _play(games, await games.dealer.deal(_seat(), find_game("late-binding")))
    await _play(games, await games.dealer.deal(_seat(), find_game("royal-marriage")))
    found = await _export(privacy)
    penalty = dict(game.rules.score(game.state).parts)["penalty"]
    assert [result["tiebreak"] for result in found["results"]] == [penalty, None]
    assert {(best["game"], best["tiebreak"]) for best in found["best_results"]} == {
        ("late-binding", penalty),
        ("royal-marriage", None),
    }


async def test_hidden_cards_stay_hidden(privacy: Privacy, games: Games) -> None:
    """An export keeps hidden cards hidden while a game is in play, also in others of the same seed."""
    await games.dealer.deal(_seat(), find_game("late-binding"), "monday")
    hidden = await games.dealer.deal(_seat(channel=THERE), find_game("goren"), "tuesday")
    await _play(games, await games.dealer.deal(_seat(channel=ELSEWHERE), find_game("accordion"), "tuesday"))
    assert await _deals(privacy) == ["late-binding:monday", None, None]
    await games.play.resign(hidden)
    assert await _deals(privacy) == ["late-binding:monday", "goren:tuesday", "accordion:tuesday"]


async def test_the_daily_is_told_when_it_is_over(privacy: Privacy, games: Games, clock: Clock) -> None:
    """An export tells the deal of a daily an hour after its day, and not when the attempt has ended."""
    await _play(games, await games.dealer.deal_daily(_seat(), DAILY))
    assert await _deals(privacy) == [None]
    assert b"dailyseed" not in await privacy.export(ANNA, HEAD)
    clock.turn_to(TODAY + timedelta(1), 0, 59)
    assert await _deals(privacy) == [None]
    clock.wait(1)
    assert await _deals(privacy) == ["late-binding:dailyseed"]


async def test_a_race_is_told_when_it_is_over(privacy: Privacy, games: Games, store: Store) -> None:
    """An export tells the deal of a race when it is over, even to its starter."""
    races, race = await _race(store, games)
    assert race.seed.encode() not in await privacy.export(ANNA, HEAD)
    await _play(games, await races.join(_seat(), race))
    found = await privacy.export(ANNA, HEAD)
    assert race.seed.encode() not in found
    assert json.loads(found)["races_joined"] == [{"race": race.id, "game_id": 1}]
    await store.races.end(race.id)
    assert await _deals(privacy) == [f"late-binding:{race.seed}"]
    await store.races.posted(race.id, 10**18)
    (started,) = (await _export(privacy))["races_started"]
    assert (started["deal"], started["message"]) == (f"late-binding:{race.seed}", str(10**18))


async def test_nothing_is_left_in_memory_either(privacy: Privacy, games: Games, settings: Settings) -> None:
    """When a player's data is deleted, nothing of it is left in memory, and others keep theirs."""
    mine, theirs = [await games.dealer.deal(_seat(player), find_game("accordion")) for player in (ANNA, BERT)]
    for player in (ANNA, BERT):
        await settings.change(player, a_line=5)
    await privacy.delete(ANNA)
    with pytest.raises(NoSuchGame):
        await games.lookup.as_seen(ANNA, mine.seen)
    assert await games.lookup.as_seen(BERT, theirs.seen) == theirs
    assert [(await settings.of(player)).a_line for player in (ANNA, BERT)] == [PlayerSettings().a_line, 5]
    assert [section for section, rows in (await _export(privacy)).items() if rows] == ["about"]


async def test_a_daily_counts_once(privacy: Privacy, games: Games, clock: Clock) -> None:
    """Deleting gives no second attempt at a daily, not even at one that was only begun."""
    await games.dealer.deal_daily(_seat(), DAILY)
    await privacy.delete(ANNA)
    with pytest.raises(DailySeen):
        await games.dealer.deal_daily(_seat(), DAILY)
    assert (await games.dealer.deal_daily(_seat(BERT), DAILY)).kind is Kind.DAILY
    await privacy.delete(ANNA)
    with pytest.raises(DailySeen):
        await games.dealer.deal_daily(_seat(), DAILY)
    clock.turn_to(TODAY + timedelta(1), 0)
    tomorrow = DAILY._replace(day=TODAY + timedelta(1), seed="another")
    assert (await games.dealer.deal_daily(_seat(channel=THERE), tomorrow)).kind is Kind.DAILY


@both_databases
async def test_no_second_attempt_slips_in(
    privacy: Privacy, games: Games, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks for a deal twice at once, and has all deleted in between, gets one attempt at it, not two."""
    races, race = await _race(store, games, BERT)
    create = store.games.create
    deals: dict[type[Exception], Callable[[], Awaitable[Game]]] = {
        DailySeen: lambda: games.dealer.deal_daily(_seat(), DAILY),
        SeenBefore: lambda: races.join(_seat(), race),
    }
    for refused, deal in deals.items():

        async def create_late(new: NewGame, most: int = 0, deal: Callable[[], Awaitable[Game]] = deal) -> Any:
            monkeypatch.undo()
            await deal()
            await privacy.delete(ANNA)
            return await create(new, most)

        monkeypatch.setattr(store.games, "create", create_late)
        with pytest.raises(refused):
            await deal()
        assert (await held_of(store, ANNA))["games"] == []


async def test_what_is_left_of_a_daily_goes_by_itself(
    privacy: Privacy, games: Games, store: Store, clock: Clock
) -> None:
    """Two days later the trace of a deleted daily goes by itself."""
    await games.dealer.deal_daily(_seat(), DAILY)
    await privacy.delete(ANNA)
    clock.wait(2 * 24 * 60)
    cleaning = asyncio.create_task(privacy.keep_clean())
    async with asyncio.timeout(60):
        while await store.privacy.has_seen(ANNA, DAILY.game, DAILY.seed):
            pass
    cleaning.cancel()


async def test_a_race_goes_on_without_who_was_deleted(privacy: Privacy, games: Games, store: Store) -> None:
    """A race goes on without a deleted starter, who can neither come back to it nor stop it."""
    races, race = await _race(store, games)
    for player in (ANNA, BERT):
        await races.join(_seat(player, THERE), race)
    await privacy.delete(ANNA)
    with pytest.raises(SeenBefore):
        await races.join(_seat(channel=THERE), race)
    with pytest.raises(MayNotStop):
        await races.stop(_seat(channel=THERE), manages=False)
    standings = await races.standings(await store.games.of_race(race.id))
    assert [standing.player for standing in standings] == [BERT]
    game = await races.join(_seat(BERT, THERE), race)
    assert (await _play(games, game)).over
    assert (await races.stop(_seat(BERT, THERE), manages=True)).id == race.id


async def test_exports_take_turns(
    store: Store, games: Games, privacy: Privacy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exports take turns: however many are asked for at once, only one is in memory."""
    under_way, most = 0, 0
    held = store.privacy.held

    async def counted(player: int, section: str) -> Any:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        async for rows in held(player, section):
            yield rows
        under_way -= 1

    monkeypatch.setattr(store.privacy, "held", counted)
    people = range(ANNA, ANNA + 5)
    for each in people:
        await games.dealer.deal(Seat(each, HERE, SERVER), find_game("accordion"))
    exports = await asyncio.gather(*(privacy.export(each, HEAD) for each in people))
    assert [len(json.loads(export)["games"]) for export in exports] == [1] * 5
    assert most == 1


async def test_an_export_takes_little_more_memory_than_its_file(privacy: Privacy, store: Store) -> None:
    """However many games somebody has, an export takes little more memory than its file."""
    game = NewGame(ANNA, 0, None, "pyramid", 1, "tuesday", moves="d " * 1500)
    for number in range(300):
        await store.games.save_over(game._replace(seed=f"s{number}"), 300)
    tracemalloc.start()
    try:
        file = await privacy.export(ANNA, HEAD)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(json.loads(file)["games"]) == 300
    assert most < 4 * len(file)


async def test_nobody_queues_for_exports_again_and_again(privacy: Privacy, store: Store) -> None:
    """Whoever asks for a file ten times at once gets it once, so that others wait for one file, not ten."""
    ranks = Ranks(store)
    for export in (partial(privacy.export, ANNA, HEAD), partial(ranks.export, SERVER)):
        for _ in range(2):
            found = await asyncio.gather(*(export() for _ in range(10)), return_exceptions=True)
            assert [type(each) for each in found] == [bytes, *[StillExporting] * 9]
