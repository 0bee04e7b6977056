"""What players have done: tallies, streaks and spreads, from results as they are stored."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import count, product

from bot.render.cards import Style
from bot.render.spread import spread_chart, spread_in_words
from bot.render.stats import game_text, overview_text
from bot.service.stats import Achievement, Overview, Stats, Streak
from bot.store import Ended, Help, Kind, NewGame, NewVersion, Status, Store, Tally
from idle_year.engine.games import ALL, find_game
from tests.clock import Clock, clock, store
from tests.databases import both_databases

__all__ = ["clock", "store"]
ADA, BEN, SERVER = 1, 2, 4
PARLETT = find_game("parlett")
NUMBERS = count()
"""Numbers the deals: a second game of the same deal would not be clean."""
MOST_CHARACTERS = 4000
"""Maximum number of characters of all texts of a message."""


async def _end(
    store: Store,
    outcome: str,
    left: int,
    *,
    player: int = ADA,
    daily: bool = False,
    hint: bool = False,
    game: str = "parlett",
    guild: int = SERVER,
    lost_by: int | None = None,
) -> None:
    day = store.now().date() if daily else None
    kind = Kind.DAILY if daily else Kind.FREE
    new = NewGame(player, 3, guild, game, 1, f"s{next(NUMBERS)}", kind=kind, day=day)
    saved = await store.games.create(new)
    if hint:
        await store.games.help(saved.id, Help.HINT)
    ended = Ended(outcome, left, 9)
    assert await store.games.save(saved.seen, NewVersion(saved.owner, "d", "", Status.FINISHED, ended))
    if lost_by is not None:
        await store.results.save_lost_by(saved.id, 2, lost_by)


async def test_a_game_in_figures(store: Store, clock: Clock) -> None:
    """The figures of a game are what was played, won, clean and in a row, beside the server's games."""
    for outcome, left in (("won", 1), ("won", 1), ("minor_win", 4), ("stuck", 9), ("won", 1)):
        clock.now += timedelta(minutes=5)
        await _end(store, outcome, left, hint=left == 4)
    await _end(store, "stuck", 20, player=BEN)
    found = await Stats(store).of_game(ADA, PARLETT, SERVER)
    assert found is not None
    assert found.tally[:5] == ("parlett", 5, 3, 1, 4)
    assert found.wins == (3, 1, 2, 5)
    assert found.mine == {1: 3, 4: 1, 9: 1}
    assert found.theirs == {1: 3, 4: 1, 9: 1, 20: 1}
    text = game_text(PARLETT, found.tally, found.wins, Style())
    for fact in ("5, 4 of them unaided (80 %)", "3 (60 %), and 1 minor win", "1 now, best 2"):
        assert fact in text


@both_databases
async def test_any_end_but_a_win_breaks_a_run_of_wins(store: Store, clock: Clock) -> None:
    """Any end but a win breaks a run of wins, in whatever direction the clock leaps meanwhile."""
    chance = random.Random(1883)  # noqa: S311  how games end, not a secret
    ends: list[str] = []
    for _ in range(40):
        ends.append(chance.choice(("won", "won", "won", "minor_win", "stuck", "resigned")))
        clock.now += timedelta(days=chance.randint(-1, 1), minutes=5)
        await _end(store, ends[-1], 1)
        await _end(store, "stuck", 9, player=BEN)
        runs = "".join("w" if end == "won" else "-" for end in ends).split("-")
        wins = await store.stats.win_runs(ADA, PARLETT.id)
        assert wins == (ends.count("won"), len(runs[-1]), max(map(len, runs)), len(ends))


async def test_what_went_wrong(store: Store) -> None:
    """Statistics say in how many games that were not won it is known what went wrong."""
    for lost_by, told in ((None, None), (3, "1 lost game could have been won."), (0, "won, and 1 couldn't.")):
        await _end(store, "minor_win", 4, lost_by=lost_by)
        await _end(store, "won", 1, lost_by=0)
        found = await Stats(store).of_game(ADA, PARLETT, SERVER)
        assert found is not None
        text = game_text(PARLETT, found.tally, found.wins, Style())
        if told is None:
            assert "lost game" not in text
        else:
            assert told in text


async def test_each_player_game_and_server_has_its_own_figures(store: Store) -> None:
    """Each player, game and server has its own figures."""
    every = product((1, 2, 3), ("goren", "parlett", "pyramid"), (3, 4, 5))
    for number, (player, game, guild) in enumerate(every):
        await _end(store, "won", number, player=player, game=game, guild=guild)
    found = await Stats(store).of_game(BEN, PARLETT, SERVER)
    assert found is not None
    assert (found.tally.played, found.wins) == (3, (3, 3, 3, 3))
    assert found.mine == {12: 1, 13: 1, 14: 1}
    assert found.theirs == {4: 1, 13: 1, 22: 1}
    tallies = (await Stats(store).overview(BEN)).tallies
    assert [(each.game, each.played) for each in tallies] == [("goren", 3), ("parlett", 3), ("pyramid", 3)]


async def test_who_gives_up_has_left_nothing(store: Store) -> None:
    """A resigned game counts as played, but says nothing about how far one gets."""
    await _end(store, "stuck", 9)
    await _end(store, "resigned", 52)
    found = await Stats(store).of_game(ADA, PARLETT, SERVER)
    assert found is not None
    assert (found.tally.played, found.mine, found.theirs) == (2, {9: 1}, {9: 1})


async def test_who_has_ended_nothing(store: Store) -> None:
    """A player who has finished no game is told so."""
    assert await Stats(store).of_game(ADA, PARLETT, SERVER) is None
    assert "You haven't finished a game yet" in overview_text(
        None, Overview([], Streak(0, 0), set()), Style()
    )


def test_every_game_that_was_played_is_listed() -> None:
    """Every game that was played is listed in one message, together with every achievement."""
    tallies = [Tally(game, *[10**6] * 6) for game in ALL]
    text = overview_text(None, Overview(tallies, Streak(10**4, 10**4), set(Achievement)), Style())
    assert [line for line in text.splitlines() if line.startswith("- ")] == [
        f"- {rules.name}: 1000000 of 1000000 won" for rules in ALL.values()
    ]
    assert len(text) <= MOST_CHARACTERS


@both_databases
async def test_a_year_holds_its_own_games(store: Store, clock: Clock) -> None:
    """A year holds its own games and streaks, and begins at midnight UTC."""
    clock.now = datetime(2026, 12, 31, 23, 59, tzinfo=UTC)
    await _end(store, "won", 1, daily=True)
    clock.now += timedelta(minutes=2)
    await _end(store, "stuck", 3, daily=True)
    stats = Stats(store)
    old, new, ever = [await stats.overview(ADA, year) for year in (2026, 2027, None)]
    assert [
        (sum(t.played for t in each.tallies), sum(t.won for t in each.tallies)) for each in (old, new)
    ] == [
        (1, 1),
        (1, 0),
    ]
    assert ever.tallies[0].played == 2
    assert (old.days.best, new.days.current, ever.days.current) == (1, 1, 2)


def test_a_picture_and_its_words_say_the_same() -> None:
    """The words of a picture say what is most frequent in it, and the picture is a small PNG."""
    mine, theirs = {1: 5, 2: 2, 12: 3}, {1: 10, 40: 30}
    picture = spread_chart("Parlett", "piles", mine, theirs)
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 60_000
    own = "Piles at the end of your 10 games: most often 1 in 50 %, 2 in 20 %, 12 in 30 %."
    assert spread_in_words("piles", mine, {}) == own
    both = f"{own} Of this server's 40 games: most often 1 in 25 %, 40 in 75 %."
    assert spread_in_words("piles", mine, theirs) == both


@both_databases
async def test_what_is_finished_of_each_day(store: Store, clock: Clock) -> None:
    """Of each day those games of its dailies count that were finished, and not what others have done."""
    first = clock.now.date()
    await _end(store, "won", 1, daily=True)
    await _end(store, "stuck", 9, daily=True, game="pyramid")
    await _end(store, "resigned", 9, daily=True, game="napoleon")
    await _end(store, "stuck", 9, daily=True, player=BEN)
    await _end(store, "won", 1)
    clock.now += timedelta(days=2)
    await _end(store, "stuck", 9, daily=True)
    last = clock.now.date()
    assert await store.stats.finished(ADA, first) == {first: 2, last: 1}
    assert await store.stats.finished(ADA, last) == {last: 1}


@both_databases
async def test_whether_a_deal_was_ever_won(store: Store) -> None:
    """A deal was won by whoever has won that very one, however often it was lost."""
    before = next(NUMBERS) + 1
    for outcome in ("stuck", "won"):
        await _end(store, outcome, 1)
    lost, won = (f"s{number}" for number in (before, before + 1))
    found = [await store.stats.has_won(who, "parlett", seed) for who in (ADA, BEN) for seed in (lost, won)]
    assert found == [False, True, False, False]
