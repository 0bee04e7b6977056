"""The end of a game: what is looked up about it, to be told once, in the language of the place."""

from __future__ import annotations

from functools import partial

from bot.render.cards import Style
from bot.render.daily import FinishedDaily
from bot.render.news import End, TryEnd, end_news, try_news
from bot.service.challenge import Rival
from bot.service.game import Game
from bot.service.stats import Achievement
from bot.store import COUNTED, RESIGNED, Daily, Kind, Result
from bot.ui.answers import Telling
from bot.ui.board import occasion_of, style_for
from bot.ui.request import Request
from bot.ui.services import Services
from idle_year.engine.daily import end_of_day
from idle_year.engine.rules import Outcome


async def news_of_end(services: Services, request: Request, game: Game) -> Telling:
    """Return what is told about a game that has just ended, or was given up."""
    result = await services.store.results.of(game.id)
    if result is not None and result.from_before:
        result = None
    won = game.outcome is Outcome.WON
    end = End(
        game,
        result,
        await services.store.stats.win_runs(game.seat.owner, game.rules.id),
        None if won else await services.reviews.glance(game),
        await _earned(services, game, result),
        await _rank(services, game, result),
        await _daily(services, request, game),
        await _saved(services, game),
        await _challenge(services, game),
        await services.races.own_standing(game),
    )
    await _tell_digest(services, end)
    return partial(end_news, end)


async def news_of_try(services: Services, request: Request, game: Game) -> Telling:
    """Return what is told about a puzzle after a move, or once it was given up."""
    tried = await services.lookup.tried(game)
    best = await services.tries.best_left(game) if tried.found.wrong else None
    end = await _end_of_try(services, game) if game.over else None
    style = await style_for(services, request, game.seat.owner)
    return partial(try_news, game, tried, best, end, style)


async def _end_of_try(services: Services, game: Game) -> TryEnd:
    puzzles = await services.stats.puzzles(game.seat.owner)
    return TryEnd(puzzles, await services.store.tries.gain(game.id))


async def finished_daily(
    services: Services, guild: int | None, game: Game, daily: Daily, style: Style
) -> FinishedDaily:
    """Return how a player's attempt that counts for a daily went, as a server sees it."""
    player = game.seat.owner
    return FinishedDaily(
        game=game,
        result=await services.store.results.of(game.id),
        place=None if guild is None else await services.dailies.place(guild, player, daily),
        streak=await services.stats.daily_streak(player),
        next_day=None if daily.day < services.dailies.today else end_of_day(daily.day),
        occasion=await occasion_of(services, game, style),
        hidden=None if guild is None else await services.ranks.hidden(guild, player),
    )


async def _earned(services: Services, game: Game, result: Result | None) -> list[Achievement]:
    if result is None or result.kind not in COUNTED or result.outcome == RESIGNED:
        return []
    return await services.stats.earned(game.seat.owner, game.id)


async def _rank(services: Services, game: Game, result: Result | None) -> tuple[int, int] | None:
    if result is None or game.seat.guild is None:
        return None
    return await services.ranks.best_of_month(game.seat.guild, game.seat.owner, game.rules, result)


async def _challenge(services: Services, game: Game) -> Rival | None:
    """Return whom a game was to beat, and have the post that dealt it say how it went."""
    challenge = await services.challenges.of_game(game)
    if challenge is None:
        return None
    services.posts.edit_soon(challenge.message)
    return await services.challenges.rival(challenge.shared, challenge.guild)


async def _saved(services: Services, game: Game) -> bool:
    daily = None if game.day is None else await services.dailies.find(game.day, game.rules.family)
    return daily is not None and await services.turning_points.is_saved_by(game, daily)


async def _tell_digest(services: Services, end: End) -> None:
    """Have the digest of a game's server brought up to date if it tells of this end."""
    store, seat = services.store, end.game.seat
    finished = end.daily is not None and end.result is not None and end.result.outcome != RESIGNED
    if seat.guild is None or not (finished or end.saved):
        return
    if end.saved or not await store.ranks.hidden(seat.guild, [seat.owner]):
        await store.servers.touch(seat.guild)


async def _daily(services: Services, request: Request, game: Game) -> FinishedDaily | None:
    """Return how a daily went that is not over."""
    if game.kind is not Kind.DAILY or game.day is None or not await services.lookup.seals(game):
        return None
    style = await style_for(services, request, game.seat.owner)
    daily = await services.dailies.of(game.day, game.rules.family)
    return await finished_daily(services, request.guild, game, daily, style)
