"""Pages about a game: its rules, odds, leaderboard and statistics, each with a picker of other games."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import discord

from bot.engine.daily import FAMILIES
from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.engine.rules import AnyRules
from bot.render import labels
from bot.render.cards import Style
from bot.render.language import capital, worded
from bot.render.leaderboard import NO_SERVER, PERIODS, AnyPlace, leaderboard_text
from bot.render.month import MONTHS, month_text
from bot.render.odds import odds_text
from bot.render.rating import ratings_text
from bot.render.rules import CHAPTER_LABELS, Chapter, chapters, rules_page
from bot.render.spread import spread_chart, spread_in_words
from bot.render.stats import game_text, no_games_text, overview_text
from bot.service.month import Month, MonthBoard
from bot.service.ranks import Hidden, Leaderboard, Period
from bot.service.stats import GameStats
from bot.store import Seen
from bot.ui.answers import tell, tell_in_place, tell_over_board, think_in_place
from bot.ui.board import style_for
from bot.ui.components import ButtonStyle, Layout, PressButton, Row, page_picker
from bot.ui.notes import Note
from bot.ui.presses import NO_GAME, Interaction, Press, UnknownButton, read_number, understood
from bot.ui.services import services_of

Show: TypeAlias = Callable[[Interaction, AnyRules], Awaitable[None]]
_ENOUGH_FOR_A_PICTURE = 5  # games
_FILE = "spread.png"


async def show_page(interaction: Interaction, page: str, rules: AnyRules) -> None:
    """Show a page by its name in a custom_id: `rules`, `ranks:today`; raise UnknownButton for any other."""
    name, _, detail = page.partition(":")
    if name == "ranks":
        with understood():
            period = Period(detail)
        await show_leaderboard(interaction, rules, period)
    elif detail or name not in _PAGES:
        raise UnknownButton
    else:
        await _PAGES[name](interaction, rules)


async def show_rules(interaction: Interaction, rules: AnyRules) -> None:
    """Show how a game is played."""
    style = await style_for(interaction, interaction.user.id)
    await tell_in_place(interaction, rules_note(rules, style))


async def show_odds(interaction: Interaction, rules: AnyRules) -> None:
    """Show the odds of winning a game, and the user's own record."""
    played, won = await services_of(interaction).store.results.record(interaction.user.id, rules.id)
    style = await style_for(interaction, interaction.user.id)
    note = Note(odds_text(rules, style, played=played, won=won))
    await tell_in_place(interaction, _with_picker(note, "odds", rules))


async def show_leaderboard(interaction: Interaction, rules: AnyRules, period: Period) -> None:
    """Show the best results of this server."""
    await tell_in_place(interaction, await leaderboard_view(interaction, rules.id, period))


async def show_month(interaction: Interaction) -> None:
    """Show this server's board of the month over all games."""
    await tell_in_place(interaction, await month_view(interaction, Month.THIS))


async def show_puzzles(interaction: Interaction) -> None:
    """Show this server's board of puzzles."""
    await tell_in_place(interaction, await puzzles_view(interaction))


async def show_overview(interaction: Interaction, year: int | None) -> None:
    """Show a player's results in all games, of all time or of a year; the former come with a game picker."""
    found = await services_of(interaction).stats.overview(interaction.user.id, year)
    style = await style_for(interaction, interaction.user.id)
    note = Note(overview_text(year, found, style))
    for row in () if year else page_picker("stats", FAMILIES[0]):
        note.add_item(row)
    await tell_in_place(interaction, note)


async def show_stats(interaction: Interaction, rules: AnyRules) -> None:
    """Show a player's results in a game, with a chart of how the games ended once there are enough."""
    await think_in_place(interaction)
    found = await services_of(interaction).stats.of_game(interaction.user.id, rules, interaction.guild_id)
    if found is None:
        await tell_in_place(interaction, _of_stats(Note(no_games_text(rules)), rules))
        return
    style = await style_for(interaction, interaction.user.id)
    note = Note(game_text(rules, found.tally, found.wins, style))
    files = [await _picture(note, rules, found)] if sum(found.mine.values()) >= _ENOUGH_FOR_A_PICTURE else []
    await tell_in_place(interaction, _of_stats(note, rules), files)


def rules_note(rules: AnyRules, style: Style, chapter: Chapter = Chapter.PLAY, back: Seen = NO_GAME) -> Note:
    """Return a chapter about a game, with a way back to the board it hides, or a picker for other rules."""
    others = [other for other in chapters(rules) if other is not chapter]
    buttons = [
        PressButton(CHAPTER_LABELS[other], Press(back, "chapter", f"{rules.id}:{other}")) for other in others
    ]
    if back.id:
        go_back = PressButton(labels.BACK_TO_GAME, Press(back, "back"), style=ButtonStyle.primary)
        return Note(rules_page(rules, style, chapter), go_back, *buttons)
    note = Note(rules_page(rules, style, chapter), *buttons)
    for row in page_picker("rules", rules.family, rules.id):
        note.add_item(row)
    return note


async def leaderboard_view(interaction: Interaction, game: str, period: Period, page: int = 0) -> Layout:
    """Return a page of a leaderboard of this server; raise GameError if there is no server."""
    services, guild, asker = services_of(interaction), _server_of(interaction), interaction.user.id
    found = await services.ranks.look(guild, asker, find_game(game), period, page)
    hidden, gone = await _missing(interaction, found.places)
    style = await style_for(interaction, asker)
    return Layout(
        discord.ui.TextDisplay(leaderboard_text(found, style, hidden=hidden, gone=gone)),
        *_leaderboard_rows(found),
        *page_picker(f"ranks:{period}", found.rules.family, found.rules.id),
    )


async def month_view(interaction: Interaction, month: Month, page: int = 0) -> Layout:
    """Return a page of this server's board of a month; raise GameError if there is no server."""
    services, guild, asker = services_of(interaction), _server_of(interaction), interaction.user.id
    found = await services.months.look(guild, asker, month, page)
    hidden, gone = await _missing(interaction, found.places)
    style = await style_for(interaction, asker)
    return Layout(
        discord.ui.TextDisplay(month_text(found, style, hidden=hidden, gone=gone)),
        *_month_rows(found),
        *page_picker(f"ranks:{Period.MONTH}", FAMILIES[0]),
    )


async def puzzles_view(interaction: Interaction, page: int = 0) -> Layout:
    """Return a page of this server's board of puzzles; raise GameError if there is no server."""
    services, guild, asker = services_of(interaction), _server_of(interaction), interaction.user.id
    found = await services.ratings.look(guild, asker, page)
    hidden, gone = await _missing(interaction, found.places)
    style = await style_for(interaction, asker)
    return Layout(
        discord.ui.TextDisplay(ratings_text(found, style, hidden=hidden, gone=gone)),
        *_turn_row(found.page, found.pages, _to_ratings),
        Row(_all_games()),
        *page_picker(f"ranks:{Period.MONTH}", FAMILIES[0]),
    )


async def other_family(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show a page of the game that the button names."""
    game, _, page = (press.rest or "").partition(":")
    await _show_by_id(interaction, page, game)


async def other_game(interaction: Interaction, press: Press, values: list[str]) -> None:
    """Show a page of the game that was chosen."""
    await _show_by_id(interaction, press.rest or "", "".join(values))


async def overview(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    """Show the player's results in all games."""
    await show_overview(interaction, None)


async def rules(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show the rules of the game to anyone; to its player in place of the board, with a way back."""
    game = await services_of(interaction).lookup.get(press.seen.id)
    style = await style_for(interaction, interaction.user.id)
    if game.seat.owner == interaction.user.id and not game.public:
        await tell_over_board(interaction, rules_note(game.rules, style, back=game.seen))
    else:
        await tell(interaction, rules_note(game.rules, style))


async def chapter(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show another chapter about a game, in place of the current one."""
    with understood():
        name, which = (press.rest or "").split(":")
        rules, wanted = find_game(name), Chapter(which)
        if wanted not in chapters(rules):
            raise ValueError(which)
    style = await style_for(interaction, interaction.user.id)
    if press.seen.id:
        await tell_over_board(interaction, rules_note(rules, style, wanted, press.seen))
    else:
        await tell_in_place(interaction, rules_note(rules, style, wanted))


async def ranks(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show another page or period of a leaderboard, in place of the current one."""
    with understood():
        name, period, page = (press.rest or "").split(":")
        which = find_game(name).id, Period(period), read_number(page)
    await tell_in_place(interaction, await leaderboard_view(interaction, *which))


async def months(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show another page or month of the board over all games, in place of the current one."""
    with understood():
        month, page = (press.rest or "").split(":")
        which = Month(month), read_number(page)
    await tell_in_place(interaction, await month_view(interaction, *which))


async def ratings(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show a page of the board of puzzles, in place of what is shown."""
    with understood():
        page = read_number(press.rest or "")
    await tell_in_place(interaction, await puzzles_view(interaction, page))


def _server_of(interaction: Interaction) -> int:
    if interaction.guild_id is None:
        raise GameError(NO_SERVER)
    return interaction.guild_id


async def _missing(interaction: Interaction, places: Sequence[AnyPlace]) -> tuple[Hidden | None, set[int]]:
    """Return why the asker is hidden, if so, and which players of a page have left the server."""
    services, guild, asker = services_of(interaction), _server_of(interaction), interaction.user.id
    gone = await services.members.left(guild, asker, [place.player for place in places])
    return await services.ranks.hidden(guild, asker), gone


def _all_games() -> PressButton:
    return PressButton(labels.ALL_GAMES, Press(NO_GAME, "months", f"{Month.THIS}:0"))


def _to_ratings(page: int, turns: int) -> Press:
    return Press(Seen(0, turns), "ratings", f"{page}")


async def _picture(note: Note, rules: AnyRules, found: GameStats) -> discord.File:
    """Return a chart of how the games ended, and add the gallery that shows it to a note."""
    unit = rules.score(rules.start("a")).parts[0][0]
    mine, theirs = ({abs(left): count for left, count in each.items()} for each in (found.mine, found.theirs))
    says = spread_in_words(unit, mine, theirs)
    gallery: discord.ui.MediaGallery[Note] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{_FILE}", description=says)
    note.add_item(gallery)
    picture = await asyncio.to_thread(spread_chart, rules.name, unit, mine, theirs)
    return discord.File(io.BytesIO(picture), _FILE, description=says)


def _with_picker(note: Note, page: str, rules: AnyRules) -> Note:
    for row in page_picker(page, rules.family, rules.id):
        note.add_item(row)
    return note


def _of_stats(note: Note, rules: AnyRules) -> Note:
    """Add the picker, and a way back to all games."""
    _with_picker(note, "stats", rules)
    return note.add_item(Row(PressButton(labels.ALL_GAMES, Press(NO_GAME, "overview"))))


def _leaderboard_rows(found: Leaderboard) -> Iterator[Row]:
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
        PressButton(labels.PUZZLES, _to_ratings(0, 0)),
    )


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


async def _show_by_id(interaction: Interaction, page: str, game: str) -> None:
    with understood():
        rules = find_game(game)
    await show_page(interaction, page, rules)


_PAGES: Mapping[str, Show] = {"rules": show_rules, "odds": show_odds, "stats": show_stats}
