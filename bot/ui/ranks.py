"""Leaderboards of a server: of a game, of a month over all games, and of puzzles; with buttons to turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bot.render import labels
from bot.render.language import capital, worded
from bot.render.names import read_game
from bot.render.ranks import MONTHS, NO_SERVER, PERIODS, AnyPlace, leaderboard_text, month_text, ratings_text
from bot.service.ranks import Leaderboard, Month, MonthBoard, Period
from bot.store import Seen
from bot.ui.answers import tell_in_place
from bot.ui.components import ButtonStyle, Layout, PressButton, Row, page_picker
from bot.ui.options import is_of_puzzles
from bot.ui.presses import NO_GAME, Press, read_number, understood
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services, game_here
from idle_year.engine.daily import FAMILIES
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules


async def show_board(
    services: Services, request: Request, game: str | None, period: Period | None
) -> Response:
    """Show a board of this server: of a game or of puzzles, by default that of the month over all games."""
    if game is None and period is None:
        return await show_month(services, request)
    if game is not None and is_of_puzzles(game):
        return await show_puzzles(services, request)
    rules = read_game(game or await game_here(services, request))
    return await show_leaderboard(services, request, rules, period or Period.MONTH)


async def show_leaderboard(
    services: Services, request: Request, rules: AnyRules, period: Period, page: int = 0
) -> Response:
    """Show a page of this server's best results in a game; raise GameError if there is no server."""
    found = await services.ranks.look(_server(request), request.player, rules, period, page)
    rows = *_rows(found), *page_picker(f"ranks:{period}", rules.family, rules.id)
    return await _show(services, request, found.places, partial(leaderboard_text, found), rows)


async def show_month(
    services: Services, request: Request, month: Month = Month.THIS, page: int = 0
) -> Response:
    """Show a page of this server's board of a month over all games; raise GameError if there is no server."""
    found = await services.ranks.of_month(_server(request), request.player, month, page)
    rows = *_month_rows(found), *page_picker(f"ranks:{Period.MONTH}", FAMILIES[0])
    return await _show(services, request, found.places, partial(month_text, found), rows)


async def show_puzzles(services: Services, request: Request, page: int = 0) -> Response:
    """Show a page of this server's board of puzzles; raise GameError if there is no server."""
    found = await services.ranks.of_puzzles(_server(request), request.player, page)
    turns = _turn_row(found.page, found.pages, _to_puzzles)
    rows = *turns, Row(_all_games()), *page_picker(f"ranks:{Period.MONTH}", FAMILIES[0])
    return await _show(services, request, found.places, partial(ratings_text, found), rows)


async def ranks(services: Services, request: Request) -> Response:
    """Show another page or period of a leaderboard, in place of the current one."""
    with understood():
        name, period, page = (request.press.rest or "").split(":")
        which = find_game(name), Period(period), read_number(page)
    return await show_leaderboard(services, request, *which)


async def months(services: Services, request: Request) -> Response:
    """Show another page or month of the board over all games, in place of the current one."""
    with understood():
        month, page = (request.press.rest or "").split(":")
        which = Month(month), read_number(page)
    return await show_month(services, request, *which)


async def ratings(services: Services, request: Request) -> Response:
    """Show a page of the board of puzzles, in place of what is shown."""
    with understood():
        page = read_number(request.press.rest or "")
    return await show_puzzles(services, request, page)


def _server(request: Request) -> int:
    if request.guild is None:
        raise GameError(NO_SERVER)
    return request.guild


async def _show(
    services: Services,
    request: Request,
    places: Sequence[AnyPlace],
    text: Callable[..., str],
    rows: Sequence[Row],
) -> Response:
    """Show a page; its text says why the asker is hidden, if so, and which players have left the server."""
    guild, asker = _server(request), request.player
    gone = await services.members.left(guild, asker, [place.player for place in places])
    hidden = await services.ranks.hidden(guild, asker)
    says = text(request.style, hidden=hidden, gone=gone)
    return tell_in_place(services, request, Layout(says, *rows))


def _rows(found: Leaderboard) -> Iterator[Row]:
    """Yield the buttons for the other pages, if there are any, and those for the periods and all games."""

    def to(page: int, turns: int, period: Period = found.period) -> Press:
        return Press(Seen(0, turns), "ranks", f"{found.rules.id}:{period}:{page}")

    yield from _turn_row(found.page, found.pages, to)
    periods = (
        _choice(capital(worded(PERIODS[period])), to(0, 0, period), chosen=period is found.period)
        for period in Period
    )
    yield Row(*periods, _all_games())


def _month_rows(found: MonthBoard) -> Iterator[Row]:
    """Yield the buttons for the other pages, if there are any, and those for the months."""

    def to(page: int, turns: int, month: Month = found.month) -> Press:
        return Press(Seen(0, turns), "months", f"{month}:{page}")

    yield from _turn_row(found.page, found.pages, to)
    yield Row(
        *(
            _choice(capital(worded(MONTHS[month])), to(0, 0, month), chosen=month is found.month)
            for month in Month
        ),
        PressButton(labels.PUZZLES, _to_puzzles(0, 0)),
    )


def _all_games() -> PressButton:
    return PressButton(labels.ALL_GAMES, Press(NO_GAME, "months", f"{Month.THIS}:0"))


def _to_puzzles(page: int, turns: int) -> Press:
    return Press(Seen(0, turns), "ratings", f"{page}")


def _turn_row(page: int, pages: int, to: Callable[[int, int], Press]) -> Iterator[Row]:
    """Yield the buttons for the page before and the page after; none if there is only one.

    No two buttons of a message may share a custom_id, and two of them may lead to the first page: `to` takes
    a number that tells these apart.
    """
    if pages > 1:
        yield Row(
            PressButton(labels.BETTER, to(page - 1, 1), disabled=page == 0),
            PressButton(labels.FURTHER, to(page + 1, 1), disabled=page == pages - 1),
        )


def _choice(label: str, press: Press, *, chosen: bool) -> PressButton:
    return PressButton(label, press, style=ButtonStyle.primary if chosen else ButtonStyle.secondary)
