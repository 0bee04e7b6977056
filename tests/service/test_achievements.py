"""Achievements: earned by how somebody plays, and shown with what comes next."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.render.cards import Style
from bot.render.families import FAMILIES
from bot.render.stats import achievements_text, overview_text
from bot.service.stats import Achievement, Stats, Streak, achieved, is_rarely_won
from bot.store import Daily, Ended, Help, Kind, NewGame, NewVersion, Status, Store, Wins
from idle_year.engine.games import ALL, find_game
from tests.clock import Clock, clock, store
from tests.databases import both_databases

__all__ = ["clock", "store"]
ADA = 1


async def _win(store: Store, game: str, kind: Kind = Kind.FREE, *, helped: bool = False) -> None:
    day = store.now().date() if kind is Kind.DAILY else None
    kept = await store.games.create(NewGame(ADA, 3, None, game, 1, f"{game}-x", kind=kind, day=day))
    if helped:
        await store.games.help(kept.id, Help.HINT)
    won = NewVersion(ADA, "d", "", Status.FINISHED, Ended("won", 1, 9))
    assert await store.games.save(kept.seen, won)


async def _achieved(store: Store) -> set[Achievement]:
    return (await Stats(store).overview(ADA)).achieved


async def test_a_win_with_help_is_a_win_and_no_more(store: Store) -> None:
    """A win with help counts for its family, and only one without help counts as unaided."""
    await _win(store, "royal-marriage", helped=True)
    assert await _achieved(store) == {Achievement.MARRIAGE}
    await _win(store, "pyramid")
    assert await _achieved(store) == {Achievement.MARRIAGE, Achievement.PYRAMID, Achievement.CLEAN_WIN}


@pytest.mark.parametrize("kind", [Kind.CHOSEN, Kind.WISHED, Kind.PRACTICE, Kind.LATE])
async def test_what_counts_nowhere_earns_nothing(store: Store, kind: Kind) -> None:
    """A game that counts nowhere earns no achievement, as it can be won by looking."""
    await _win(store, "parlett", kind)
    assert await _achieved(store) == set()


async def test_a_game_that_is_hardly_ever_won(store: Store) -> None:
    """A win of a game that is hardly ever won is against the odds; one of Accordion is not."""
    await _win(store, "accordion")
    assert Achievement.AGAINST_THE_ODDS not in await _achieved(store)
    await _win(store, "parlett")
    assert Achievement.AGAINST_THE_ODDS in await _achieved(store)
    assert is_rarely_won("french-compacted")


@pytest.mark.parametrize(("stars", "earned"), [(5, True), (4, False), (None, False)])
async def test_a_daily_of_five_stars(store: Store, stars: int | None, earned: bool) -> None:
    """Only a daily of five stars earns the achievement for a hard one."""
    day = store.now().date()
    await store.dailies.save(Daily(day, "accordion", "accordion", 1, "accordion-x", "key", 0, stars, None))
    await _win(store, "accordion", Kind.DAILY)
    assert (Achievement.HARD_DAILY in await _achieved(store)) is earned


@both_databases
async def test_days_in_a_row_count_at_their_best(store: Store, clock: Clock) -> None:
    """Days in a row count at their best, so that a past week is never lost again."""
    for _ in range(7):
        await _win(store, "accordion", Kind.DAILY)
        clock.now += timedelta(days=1)
    clock.now += timedelta(days=60)
    assert Achievement.WEEK in await _achieved(store)
    text = overview_text(None, await Stats(store).overview(ADA), Style())
    assert "**Achievements.** 3 of 13: Unaided, Squeezed shut, A patient week" in text
    assert "-# Next: Newly-weds — win Royal Marriage or one of its kin" in text
    assert "Achievements" not in overview_text(2026, await Stats(store).overview(ADA, 2026), Style())


def test_everything_can_be_achieved() -> None:
    """Everything can be achieved, and a player who has achieved all of it has no next one."""
    every = achieved([Wins(game, 1) for game in ALL], Streak(365, 365), 1)
    assert every == set(Achievement)
    assert "Next" not in achievements_text(every)
    next_to_year = achievements_text(every - {Achievement.YEAR})
    assert next_to_year.endswith("-# Next: The Idle Year — finish a daily 365 days in a row")
    assert set(FAMILIES) == {find_game(game).family for game in ALL}
