"""Leaderboards of a server: of a game, of a month over all games, and of puzzles; with buttons to turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import discord

from bot.engine.daily import FAMILIES
from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.engine.rules import AnyRules
from bot.render import labels
from bot.render.language import capital, worded
from bot.render.leaderboard import NO_SERVER, PERIODS, AnyPlace, leaderboard_text
from bot.render.month import MONTHS, month_text
from bot.render.rating import ratings_text
from bot.service.month import Month, MonthBoard
from bot.service.ranks import Leaderboard, Period
from bot.store import Seen
from bot.ui.answers import tell_in_place
from bot.ui.board import style_for
from bot.ui.components import ButtonStyle, Layout, PressButton, Row, page_picker
from bot.ui.presses import NO_GAME, Interaction, Press, read_number, understood
from bot.ui.services import services_of


async def show_leaderboard(interaction: Interaction, rules: AnyRules, period: Period, page: int = 0) -> None:
    """Show a page of this server's best results in a game; raise GameError if there is no server."""
    found = await services_of(interaction).ranks.look(*_asking(interaction), rules, period, page)
    rows = *_rows(found), *page_picker(f"ranks:{period}", rules.family, rules.id)
    await _show(interaction, found.places, partial(leaderboard_text, found), rows)


async def show_month(interaction: Interaction, month: Month = Month.THIS, page: int = 0) -> None:
    """Show a page of this server's board of a month over all games; raise GameError if there is no server."""
    found = await services_of(interaction).months.look(*_asking(interaction), month, page)
    rows = *_month_rows(found), *page_picker(f"ranks:{Period.MONTH}", FAMILIES[0])
    await _show(interaction, found.places, partial(month_text, found), rows)


async def show_puzzles(interaction: Interaction, page: int = 0) -> None:
    """Show a page of this server's board of puzzles; raise GameError if there is no server."""
    found = await services_of(interaction).ratings.look(*_asking(interaction), page)
    turns = _turn_row(found.page, found.pages, _to_puzzles)
    rows = *turns, Row(_all_games()), *page_picker(f"ranks:{Period.MONTH}", FAMILIES[0])
    await _show(interaction, found.places, partial(ratings_text, found), rows)


async def ranks(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show another page or period of a leaderboard, in place of the current one."""
    with understood():
        name, period, page = (press.rest or "").split(":")
        which = find_game(name), Period(period), read_number(page)
    await show_leaderboard(interaction, *which)


async def months(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show another page or month of the board over all games, in place of the current one."""
    with understood():
        month, page = (press.rest or "").split(":")
        which = Month(month), read_number(page)
    await show_month(interaction, *which)


async def ratings(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show a page of the board of puzzles, in place of what is shown."""
    with understood():
        page = read_number(press.rest or "")
    await show_puzzles(interaction, page)


def _asking(interaction: Interaction) -> tuple[int, int]:
    """Return the server, and who asks; raise GameError if there is no server."""
    if interaction.guild_id is None:
        raise GameError(NO_SERVER)
    return interaction.guild_id, interaction.user.id


async def _show(
    interaction: Interaction, places: Sequence[AnyPlace], text: Callable[..., str], rows: Sequence[Row]
) -> None:
    """Show a page; its text says why the asker is hidden, if so, and which players have left the server."""
    services, (guild, asker) = services_of(interaction), _asking(interaction)
    gone = await services.members.left(guild, asker, [place.player for place in places])
    hidden = await services.ranks.hidden(guild, asker)
    says = text(await style_for(interaction, asker), hidden=hidden, gone=gone)
    await tell_in_place(interaction, Layout(discord.ui.TextDisplay(says), *rows))


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
