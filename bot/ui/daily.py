"""The daily as players see it: the board, how it went, the server's results, the proof."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from bot.engine.daily import FAMILIES
from bot.engine.errors import GameError
from bot.engine.games import games_of
from bot.render import labels
from bot.render.daily import (
    NO_SERVER,
    FinishedDaily,
    commitments_text,
    finished_daily_text,
    keys_text,
    results_text,
)
from bot.render.news import DAILY_PRACTICE
from bot.service.game import Game
from bot.service.wish import DealRequest
from bot.store import Daily, Kind
from bot.ui.answers import show, tell, think
from bot.ui.board import style_for
from bot.ui.components import ButtonStyle, PressButton
from bot.ui.news import finished_daily
from bot.ui.notes import Note
from bot.ui.presses import Interaction, Press
from bot.ui.services import own_game, seat_of, services_of


async def deal_daily(interaction: Interaction, request: DealRequest) -> None:
    """Deal a daily; if the player's attempt that counts was dealt already, show that, or how it went."""
    services, seat = services_of(interaction), seat_of(interaction)
    day = services.dailies.asked_for(request.day)
    begun = await services.lookup.attempt(seat.owner, day, request.rules.id)
    if begun is not None and begun.over:
        await show_finished(interaction, begun, await services.dailies.of(day, request.rules.family))
        return
    if begun is not None:
        await services.store.seats.turn_to(begun.id)
        await show(interaction, begun)
        return
    if await services.dailies.find(day, request.rules.family) is None:
        await think(interaction, public=False)
    game = await services.dealer.deal_daily(seat, await services.dailies.of(day, request.rules.family))
    await show(interaction, game, None if game.kind is Kind.DAILY else DAILY_PRACTICE)


async def show_results(interaction: Interaction, family: str, day: date | None) -> None:
    """Show this server's results, to those who have played or once the daily is over."""
    if interaction.guild_id is None:
        raise GameError(NO_SERVER)
    services, asker = services_of(interaction), interaction.user.id
    day = services.dailies.asked_for(day)
    if await services.dailies.find(day, family) is None:
        await think(interaction, public=False)
    daily = await services.dailies.of(day, family)
    places = await services.dailies.places(interaction.guild_id, asker, daily)
    gone = await services.members.left(interaction.guild_id, asker, [place.player for place in places])
    style = await style_for(interaction, asker)
    hidden = await services.ranks.hidden(interaction.guild_id, asker)
    await tell(interaction, Note(results_text(daily, places, asker, style, hidden=hidden, gone=gone)))


async def show_proof(interaction: Interaction, day: date | None) -> None:
    """Show the commitments to today's and tomorrow's dailies, or the keys of those that are over."""
    dailies = services_of(interaction).dailies
    if day is not None and dailies.is_over(day):
        keys = [proof.daily for proof in await dailies.proofs(day) if proof.daily is not None]
        await tell(interaction, Note(keys_text(day, keys)))
        return
    days = [day] if day else [dailies.today, dailies.today + timedelta(1)]
    published = [
        (each, [(proof.family, proof.commitment) for proof in await dailies.proofs(each)]) for each in days
    ]
    await tell(interaction, Note(commitments_text(published)))


async def show_finished(interaction: Interaction, game: Game, daily: Daily) -> None:
    """Show a player how their attempt that counts for a daily went."""
    style = await style_for(interaction, interaction.user.id)
    finished = await finished_daily(interaction, game, daily, style)
    buttons = _buttons(finished, interaction.guild_id)
    await tell(interaction, Note(finished_daily_text(finished, style), *buttons))


async def play_todays(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    """Deal today's daily, whatever day the message is from, to the user who pressed."""
    await deal_daily(interaction, DealRequest(games_of(FAMILIES[0])[0]))


async def results(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show this server's results of the daily that a game belongs to."""
    game = await own_game(interaction, press)
    await show_results(interaction, game.rules.family, game.day)


def _buttons(finished: FinishedDaily, guild: int | None) -> Iterator[PressButton]:
    """Yield the buttons that apply; those that would reveal the deal wait until the daily is over."""
    game, sealed = finished.game, finished.occasion.sealed
    if finished.result is not None and finished.result.moves:
        yield PressButton(labels.SHARE, Press(game.seen, "share"), style=ButtonStyle.primary)
    if guild is not None:
        yield PressButton(labels.RESULTS, Press(game.seen, "results"))
    if not sealed:
        yield PressButton(labels.REVIEW, Press(game.seen, "review"))
        yield PressButton(labels.PRACTISE_DEAL, Press(game.seen, "practise", "0"))
    yield PressButton(labels.board_label(game), Press(game.seen, "board"))
