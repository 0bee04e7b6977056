"""Deal a game to whoever asks, after a command or a press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.errors import AlreadyPlaying
from bot.service.study import Surety
from bot.solvers.difficulty import HARDEST
from bot.ui import notes
from bot.ui.answers import is_private, post, show, tell, think
from bot.ui.host import games_of, host_of, seat_of
from bot.ui.news import News
from bot.ui.orders import Order

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.ui.presses import Interaction


async def deal(interaction: Interaction, order: Order, replacing: tuple[int, int] | None = None) -> None:
    """Deal and show the board; where a game is in progress, ask first what to do with it.

    `replacing` names that game by its id and version where it may go.
    """
    game = await _sit_down(interaction, order, replacing)
    if game is not None:
        await show(interaction, game, _news(order))


async def deal_after(
    interaction: Interaction, last: Game, seed: str | None = None, news: News | None = None
) -> None:
    """Deal the game again, from a seed or a new one, to whoever pressed on its board.

    A stranger who joins in plays privately. The board of a game that has ended stays where others can see it.
    """
    public = last.public and last.seat.owner == interaction.user.id
    game = await _sit_down(interaction, Order(last.rules, seed, public=public))
    if game is not None:
        stays = last.over and not is_private(interaction, public=last.public)
        await (post if stays else show)(interaction, game, news)


async def _sit_down(
    interaction: Interaction, order: Order, replacing: tuple[int, int] | None = None
) -> Game | None:
    """Deal; where a game is in progress, ask what to do with it and return None."""
    games, seat = games_of(interaction), seat_of(interaction)
    try:
        seed = order.seed
        if order.wishes:
            await games.check_seat(seat, replacing)
            seed = await _find(interaction, order)
        return await games.deal(
            seat, order.rules, seed, public=order.public, replacing=replacing, wished=order.wishes
        )
    except AlreadyPlaying as error:
        await tell(interaction, notes.already_playing(error.game, order))
        return None


async def _find(interaction: Interaction, order: Order) -> str:
    """Look for a deal that is as wished for, which takes a moment."""
    await think(interaction, public=order.public)
    return await host_of(interaction).dealer.find(order.rules, order.wish)


def _news(order: Order) -> News | None:
    """Say what is known of a deal that is as wished for."""
    if not order.wishes:
        return None
    graded = f"Difficulty {order.wish.stars} of {HARDEST}. " if order.wish.stars else ""
    proven = "Proven: this deal can be won, had one known every card."
    return News(f"{graded}{proven} It was wished for, so it counts on no leaderboard.", Surety.WON)
