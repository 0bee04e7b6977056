"""The end of a game: what is looked up about it, to be told once."""

from __future__ import annotations

from bot.engine.daily import end_of_day
from bot.engine.rules import Outcome
from bot.render.cards import Style
from bot.render.daily import FinishedDaily
from bot.render.news import End, News, end_news, try_news
from bot.service.game import Game
from bot.service.stats import Achievement
from bot.store import COUNTED, RESIGNED, Daily, Kind, Result
from bot.ui.board import occasion_of, style_for
from bot.ui.presses import Interaction
from bot.ui.services import services_of


async def news_of_end(interaction: Interaction, game: Game) -> News | None:
    """Return what is told about a game that has just ended, or was given up."""
    services, player = services_of(interaction), game.seat.owner
    result = await services.store.results.of(game.id)
    if result is not None and result.from_before:
        result = None
    won = game.outcome is Outcome.WON
    end = End(
        game,
        result,
        await services.store.stats.win_runs(player, game.rules.id),
        None if won else await services.reviews.glance(game),
        await _earned(interaction, game, result),
        await _rank(interaction, game, result),
        await _daily(interaction, game),
        await _saved(interaction, game),
    )
    await _tell_digest(interaction, end)
    return end_news(end)


async def news_of_try(interaction: Interaction, game: Game) -> News:
    """Return what is told about a puzzle after a move, or once it was given up."""
    services = services_of(interaction)
    tried = await services.lookup.tried(game)
    best = await services.tries.best_left(game) if tried.found.wrong else None
    puzzles = await services.stats.puzzles(game.seat.owner) if game.over else None
    return try_news(game, tried, best, puzzles, await style_for(interaction, game.seat.owner))


async def finished_daily(interaction: Interaction, game: Game, daily: Daily, style: Style) -> FinishedDaily:
    """Return how a player's attempt that counts for a daily went, as the server here sees it."""
    services, player, guild = services_of(interaction), game.seat.owner, interaction.guild_id
    return FinishedDaily(
        game=game,
        result=await services.store.results.of(game.id),
        place=None if guild is None else await services.dailies.place(guild, player, daily),
        streak=await services.stats.daily_streak(player),
        next_day=None if daily.day < services.dailies.today else end_of_day(daily.day),
        occasion=await occasion_of(interaction, game, style),
        hidden=None if guild is None else await services.ranks.hidden(guild, player),
    )


async def _earned(interaction: Interaction, game: Game, result: Result | None) -> list[Achievement]:
    if result is None or result.kind not in COUNTED or result.outcome == RESIGNED:
        return []
    return await services_of(interaction).stats.earned(game.seat.owner, game.id)


async def _rank(interaction: Interaction, game: Game, result: Result | None) -> tuple[int, int] | None:
    if result is None or game.seat.guild is None:
        return None
    ranks = services_of(interaction).ranks
    return await ranks.best_of_month(game.seat.guild, game.seat.owner, game.rules, result)


async def _saved(interaction: Interaction, game: Game) -> bool:
    services = services_of(interaction)
    daily = None if game.day is None else await services.dailies.find(game.day, game.rules.family)
    return daily is not None and await services.turning_points.is_saved_by(game, daily)


async def _tell_digest(interaction: Interaction, end: End) -> None:
    """Have the digest of a game's server brought up to date if it tells of this end."""
    store, seat = services_of(interaction).store, end.game.seat
    finished = end.daily is not None and end.result is not None and end.result.outcome != RESIGNED
    if seat.guild is None or not (finished or end.saved):
        return
    if end.saved or not await store.ranks.hidden(seat.guild, [seat.owner]):
        await store.servers.touch(seat.guild)


async def _daily(interaction: Interaction, game: Game) -> FinishedDaily | None:
    """Return how a daily went that is not over."""
    services = services_of(interaction)
    if game.kind is not Kind.DAILY or game.day is None or not await services.lookup.seals(game):
        return None
    style = await style_for(interaction, game.seat.owner)
    return await finished_daily(
        interaction, game, await services.dailies.of(game.day, game.rules.family), style
    )
