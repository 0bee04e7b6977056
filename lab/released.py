"""The database that a release leaves: `python -m lab.released` writes it for tests of all later upgrades."""

from __future__ import annotations

import asyncio
import gzip
import tempfile
from datetime import date, timedelta
from importlib.metadata import version
from pathlib import Path

from bot.service.challenge import Challenges
from bot.service.game import Game, Seat
from bot.service.race import Races
from bot.store import Daily, NewGame, NewParlour, NewRace, ParlourMove, Puzzle, Registered, Store, open_store
from bot.store.settings import Cards, Colours, Deals, Forced, Taps
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from tests.clock import Clock
from tests.databases import sqlite_address
from tests.games import Games
from tests.puzzles import LONGER, NEXT_RIGHT, RIGHT, SHORT, WRONG, stock

FOLDER = Path(__file__).parents[1] / "tests" / "store" / "released"
SERVER, LOUNGE, LEFT = 900, 901, 990
ADA, BEN, CAL, DAN = 1, 2, 3, 4
"""Who plays everything, who plays along, who hides, and who has had all data deleted."""
_BOT, _HOST = 800, 801
_DAY = date(2026, 11, 20)
_LATE, _ACCORDION = find_game("late-binding"), find_game("accordion")


def main() -> None:
    """Write the database of this version, once: what hosts have by then is never made anew."""
    file = FOLDER / f"{version('idle-year-bot')}.sqlite3.gz"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        asyncio.run(play(path))
        FOLDER.mkdir(exist_ok=True)
        with file.open("xb") as target:
            target.write(gzip.compress(path.read_bytes(), mtime=0))
    print(file)


async def play(path: Path) -> None:
    """Have people do something of everything, over two days; the clock is the only one who waits."""
    clock = Clock()
    async with await open_store(sqlite_address(path), clock) as store:
        games = Games(store)
        await _set_up(store)
        await _play_alone(store, games, clock)
        await _play_together(store, games, clock)
        await _try_puzzles(store, games)
        clock.wait(24 * 60)
        await store.servers.done(SERVER, _DAY + timedelta(1), 905)
        await store.parlours.move(1, 2, ParlourMove(BEN, _DAY + timedelta(1), "4<"), ends=False)


async def _set_up(store: Store) -> None:
    """Choose something in every setting."""
    await store.commands.put(_BOT, Registered("digest", {"deal": 802}))
    await store.secrets.save("dailies", "07" * 32)
    await store.settings.put(
        ADA,
        cards=Cards.TEXT,
        colours=Colours.TWO,
        a_line=5,
        deals=Deals.WINNABLE,
        forced=Forced.BY_HAND,
        language="fr",
        taps=Taps.ASKED,
    )
    await store.reminders.put(ADA, 7, "Europe/Berlin", "fr")
    await store.reminders.put_once(BEN, store.now() + timedelta(hours=20), "de")
    await store.servers.put(SERVER, LOUNGE, 8, _HOST, "Europe/Berlin")
    await store.servers.choose_language(SERVER, "de")
    await store.servers.choose_quiet(SERVER, quiet=True)
    await store.departures.left(LEFT)
    await store.ranks.hide(SERVER, CAL)


async def _play_alone(store: Store, games: Games, clock: Clock) -> None:
    """Play three games to their ends, one of them reopened, and leave one with a move taken back."""
    for player, seed in ((ADA, "wednesday"), (BEN, "friday"), (CAL, "sunday")):
        dealt = await store.games.create(NewGame(player, LOUNGE, SERVER, _LATE.id, _LATE.revision, seed))
        await _play_on(games, await games.lookup.get(dealt.id), clock)
    over = await games.dealer.deal(_seat(ADA), _LATE, "monday")
    await games.play.undo(await _play_on(games, over, clock), 2)
    begun = await games.dealer.deal(_seat(ADA), _ACCORDION, "friday", wished=True, stars=3)
    await games.play.undo(await _play_on(games, begun, clock, 4))
    daily = Daily(_DAY, "accordion", "accordion", _ACCORDION.revision, "noon", "key", 1, 3, 0.25)
    await store.dailies.save(daily)
    played = await _play_on(games, await games.dealer.deal_daily(_seat(ADA), daily), clock)
    await store.results.save_lost_by(played.id, played.version, 7)


async def _play_together(store: Store, games: Games, clock: Clock) -> None:
    """Race, beat somebody, begin a parlour's game, and leave while others still play the same deal."""
    races = Races(store, games.lookup, games.dealer)
    new = NewRace(SERVER, LOUNGE, ADA, _LATE.id, "thursday", store.now() + timedelta(hours=1))
    await store.races.start(new)
    race = await races.get(1)
    await store.races.posted(race.id, 903)
    dan = await races.join(_seat(DAN), race)
    await _play_on(games, dan, clock, 3)
    await _play_on(games, await races.join(_seat(ADA), race), clock)
    await _play_on(games, await races.join(_seat(BEN), race), clock, 3)
    same = await games.dealer.deal(_seat(BEN), _LATE, "wednesday")
    await Challenges(store).accept(904, 1, await _play_on(games, same, clock, 1), SERVER)
    await store.parlours.start(NewParlour(SERVER, LOUNGE, ADA, "accordion", _ACCORDION.revision, "tuesday"))
    await store.parlours.posted(1, LOUNGE, 902)
    await store.parlours.move(1, 1, ParlourMove(ADA, _DAY, "3<"), ends=False)
    await store.privacy.delete(DAN)


async def _try_puzzles(store: Store, games: Games) -> None:
    """Solve the day's puzzle in a run, fail at it, solve another one that counts, and leave that open."""
    new = SHORT._replace(day=_DAY), LONGER._replace(rating=1450, deviation=120.0)
    await stock(store, *new)
    short, longer = (Puzzle(number, *each) for number, each in enumerate(new, 1))
    solved = await games.dealer.deal_puzzle(_seat(ADA), short, run=0)
    await games.play.move(solved, f"{RIGHT} {NEXT_RIGHT}")
    await games.play.move(await games.dealer.deal_puzzle(_seat(BEN), short), WRONG)
    await games.play.move(await games.dealer.deal_puzzle(_seat(ADA), longer), "4<<< 2< 3<")
    await games.dealer.deal_puzzle(_seat(BEN), longer, run=0)


async def _play_on(games: Games, game: Game, clock: Clock, most: int = 999) -> Game:
    """Make first moves, each half a minute after the one before, until that is enough or the game is over."""
    while not game.over and len(game.session.moves) < most:
        clock.wait(0.5)
        game = await games.play.move(
            game, write_moves(game.session.rules, game.session.rules.moves(game.state)[:1])
        )
    return game


def _seat(player: int) -> Seat:
    return Seat(player, LOUNGE, SERVER)


if __name__ == "__main__":
    main()
