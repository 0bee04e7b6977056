"""The daily as players see it: the board, the server's results, the proof."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.render.daily import NO_SERVER, commitments_text, keys_text, results_text
from bot.render.news import DAILY_PRACTICE
from bot.service.errors import AlreadyPlaying
from bot.store import Kind
from bot.ui.answers import show, tell, think
from bot.ui.board.styles import style_for
from bot.ui.components import notes
from bot.ui.daily.finished_daily import show_finished
from bot.ui.services import seat_of, services_of

if TYPE_CHECKING:
    from datetime import date

    from bot.ui.components.deal_request import DealRequest
    from bot.ui.components.presses import Interaction


async def deal_daily(
    interaction: Interaction, request: DealRequest, replacing: tuple[int, int] | None = None
) -> None:
    """Deal a daily; if the player's attempt that counts was dealt already, show that, or how it went.

    If practising it would replace a game in progress here, ask first what to do with that game;
    `replacing` names it by id and version if it may go.
    """
    services, seat = services_of(interaction), seat_of(interaction)
    day = request.day or services.dailies.today
    begun = await services.lookup.attempt(seat.owner, day, request.rules.id)
    if begun is not None and begun.over:
        await show_finished(interaction, begun, await services.dailies.of(day, request.rules.family))
        return
    if begun is not None:
        await services.play.turn_to(begun)
        await show(interaction, begun)
        return
    try:
        if await services.dailies.find(day, request.rules.family) is None:
            await think(interaction, public=False)
        daily = await services.dailies.of(day, request.rules.family)
        game = await services.dealing.deal_daily(seat, daily, replacing)
    except AlreadyPlaying as error:
        await tell(interaction, notes.already_playing(error.game, request._replace(day=day)))
        return
    await show(interaction, game, None if game.kind is Kind.DAILY else DAILY_PRACTICE)


async def show_results(interaction: Interaction, family: str, day: date | None) -> None:
    """Show this server's results, to those who have played or once the day is over."""
    if interaction.guild_id is None:
        raise GameError(NO_SERVER)
    services, asker = services_of(interaction), interaction.user.id
    day = day or services.dailies.today
    if await services.dailies.find(day, family) is None:
        await think(interaction, public=False)
    daily = await services.dailies.of(day, family)
    places = await services.dailies.places(interaction.guild_id, asker, daily)
    style = await style_for(interaction, asker)
    hidden = await services.ranks.hides(asker)
    await tell(interaction, notes.Note(results_text(daily, places, asker, style, hidden=hidden)))


async def show_proof(interaction: Interaction, day: date | None) -> None:
    """Show the commitments to today's and tomorrow's dailies, or the keys of a day that is over."""
    dailies = services_of(interaction).dailies
    if day is not None and day < dailies.today:
        keys = [proof.daily for proof in await dailies.proofs(day) if proof.daily is not None]
        await tell(interaction, notes.Note(keys_text(day, keys)))
        return
    days = [day] if day else [dailies.today, dailies.today + timedelta(1)]
    published = [
        (each, [(proof.family, proof.commitment) for proof in await dailies.proofs(each)]) for each in days
    ]
    await tell(interaction, notes.Note(commitments_text(published)))
