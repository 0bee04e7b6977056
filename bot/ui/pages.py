"""Pages about a game: its rules, odds and statistics, each with a picker of other games."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import discord

from bot.render import labels
from bot.render.cards import Style
from bot.render.names import read_game
from bot.render.odds import odds_text
from bot.render.rules import CHAPTER_LABELS, Chapter, chapters, rules_page
from bot.render.spread import spread_chart, spread_in_words
from bot.render.stats import game_text, no_games_text, overview_text
from bot.service.ranks import Period
from bot.service.stats import GameStats
from bot.store import Seen
from bot.ui.answers import tell, tell_in_place, tell_over_board
from bot.ui.components import ButtonStyle, Layout, Note, Part, PressButton, Row, attached, page_picker
from bot.ui.presses import NO_GAME, Press, UnknownButton, understood
from bot.ui.ranks import show_leaderboard
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services, game_here
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules

Show: TypeAlias = Callable[[Services, Request, AnyRules], Awaitable[Response]]
_ENOUGH_FOR_A_PICTURE = 5  # games
_FILE = "spread.png"


async def rules_of_game(services: Services, request: Request, game: str | None) -> Response:
    """Show how a game is played, by default the one that is played here."""
    return await show_rules(services, request, read_game(game or await game_here(services, request)))


async def odds_of_game(services: Services, request: Request, game: str | None) -> Response:
    """Show the odds of winning a game, by default of the one that is played here."""
    return await show_odds(services, request, read_game(game or await game_here(services, request)))


async def stats_of_game(services: Services, request: Request, game: str | None) -> Response:
    """Show a player's results in a game, by default in all of them."""
    if game is None:
        return await show_overview(services, request)
    return await show_stats(services, request, read_game(game))


async def show_page(services: Services, request: Request, page: str, rules: AnyRules) -> Response:
    """Show a page by its name in a custom_id: `rules`, `ranks:today`; raise UnknownButton for any other."""
    name, _, detail = page.partition(":")
    if name == "ranks":
        with understood():
            period = Period(detail)
        return await show_leaderboard(services, request, rules, period)
    if detail or name not in _PAGES:
        raise UnknownButton
    return await _PAGES[name](services, request, rules)


async def show_rules(services: Services, request: Request, rules: AnyRules) -> Response:
    """Show how a game is played."""
    return tell_in_place(services, request, rules_note(rules, request.style))


async def show_odds(services: Services, request: Request, rules: AnyRules) -> Response:
    """Show the odds of winning a game, and the person's own record."""
    played, won = await services.store.results.record(request.player, rules.id)
    told = odds_text(rules, request.style, played=played, won=won)
    return tell_in_place(services, request, Layout(told, *page_picker("odds", rules.family, rules.id)))


async def show_overview(services: Services, request: Request, year: int | None = None) -> Response:
    """Show a player's results in all games, of all time or of a year; the former come with a game picker."""
    found = await services.stats.overview(request.player, year)
    rows = () if year else page_picker("stats", FAMILIES[0])
    return tell_in_place(services, request, Layout(overview_text(year, found, request.style), *rows))


async def show_year(services: Services, request: Request, year: int | None) -> Response:
    """Show a player's results in all games of a year, by default this one."""
    return await show_overview(services, request, year or services.stats.this_year)


async def show_stats(services: Services, request: Request, rules: AnyRules) -> Response:
    """Show a player's results in a game, with a chart of how the games ended once there are enough."""
    found = await services.stats.of_game(request.player, rules, request.guild)
    all_games = Row(PressButton(labels.ALL_GAMES, Press(NO_GAME, "overview")))
    rows = *page_picker("stats", rules.family, rules.id), all_games
    if found is None:
        return tell_in_place(services, request, Layout(no_games_text(rules), *rows))
    told = game_text(rules, found.tally, found.wins, request.style)
    if sum(found.mine.values()) < _ENOUGH_FOR_A_PICTURE:
        return tell_in_place(services, request, Layout(told, *rows))
    gallery, picture = await _picture(rules, found)
    return tell_in_place(services, request, Layout(told, gallery, *rows), [picture])


def rules_note(
    rules: AnyRules, style: Style, chapter: Chapter = Chapter.PLAY, back: Seen = NO_GAME
) -> Layout:
    """Return a chapter about a game, with a way back to the board it hides, or a picker for other rules."""
    others = [other for other in chapters(rules) if other is not chapter]
    buttons = [
        PressButton(CHAPTER_LABELS[other], Press(back, "chapter", f"{rules.id}:{other}")) for other in others
    ]
    if back.id:
        go_back = PressButton(labels.BACK_TO_GAME, Press(back, "back"), style=ButtonStyle.primary)
        return Note(rules_page(rules, style, chapter), go_back, *buttons)
    return Layout(rules_page(rules, style, chapter), buttons, *page_picker("rules", rules.family, rules.id))


async def other_family(services: Services, request: Request) -> Response:
    """Show a page of the game that the button names."""
    game, _, page = (request.press.rest or "").partition(":")
    return await _show_by_id(services, request, page, game)


async def other_game(services: Services, request: Request) -> Response:
    """Show a page of the game that was chosen."""
    return await _show_by_id(services, request, request.press.rest or "", "".join(request.values))


async def rules(services: Services, request: Request) -> Response:
    """Show the rules of the game to anyone; to its player in place of the board, with a way back."""
    game = await services.lookup.get(request.press.seen.id)
    if game.seat.owner == request.player and not game.public:
        return tell_over_board(services, request, rules_note(game.rules, request.style, back=game.seen))
    return tell(services, rules_note(game.rules, request.style))


async def chapter(services: Services, request: Request) -> Response:
    """Show another chapter about a game, in place of the current one."""
    with understood():
        name, which = (request.press.rest or "").split(":")
        rules, wanted = find_game(name), Chapter(which)
        if wanted not in chapters(rules):
            raise ValueError(which)
    if request.press.seen.id:
        back = rules_note(rules, request.style, wanted, request.press.seen)
        return tell_over_board(services, request, back)
    return tell_in_place(services, request, rules_note(rules, request.style, wanted))


async def _picture(rules: AnyRules, found: GameStats) -> tuple[Part, discord.File]:
    """Return a chart of how the games ended, in a gallery and as the file that this shows."""
    unit = rules.score(rules.start("a")).parts[0][0]
    mine, theirs = ({abs(left): count for left, count in each.items()} for each in (found.mine, found.theirs))
    says = spread_in_words(unit, mine, theirs)
    picture = await asyncio.to_thread(spread_chart, rules.name, unit, mine, theirs)
    return attached(_FILE, says), discord.File(io.BytesIO(picture), _FILE, description=says)


async def _show_by_id(services: Services, request: Request, page: str, game: str) -> Response:
    with understood():
        rules = find_game(game)
    return await show_page(services, request, page, rules)


_PAGES: Mapping[str, Show] = {"rules": show_rules, "odds": show_odds, "stats": show_stats}
