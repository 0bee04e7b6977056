"""Pages about a game; the picker under each switches to the same page of another game."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.engine.daily import FAMILIES
from bot.render import labels
from bot.render.chart import spread_chart, spread_in_words
from bot.render.odds import odds_text
from bot.render.stats import game_text, no_games_text, overview_text
from bot.service.scores.ranks import Period
from bot.ui.answers import tell_in_place, think_in_place
from bot.ui.board.styles import style_for
from bot.ui.components.game_picker import page_picker
from bot.ui.components.items import PressButton, Row
from bot.ui.components.notes import Note
from bot.ui.components.presses import Press, UnknownButton, understood
from bot.ui.pages.leaderboards import leaderboard_view
from bot.ui.pages.rules import rules_note
from bot.ui.services import services_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.engine.rules import AnyRules
    from bot.service.scores.stats import GameStats
    from bot.ui.components.presses import Interaction

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
    played, won = await services_of(interaction).lookup.record(interaction.user.id, rules)
    style = await style_for(interaction, interaction.user.id)
    note = Note(odds_text(rules, style, played=played, won=won))
    await tell_in_place(interaction, _with_picker(note, "odds", rules))


async def show_leaderboard(interaction: Interaction, rules: AnyRules, period: Period) -> None:
    """Show the best results of this server."""
    await tell_in_place(interaction, await leaderboard_view(interaction, rules.id, period))


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


async def _picture(note: Note, rules: AnyRules, found: GameStats) -> discord.File:
    """Return a chart of how the games ended, and add the gallery that shows it to a note."""
    unit = rules.score(rules.start("a")).parts[0][0].replace("_", " ")
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
    return note.add_item(Row(PressButton(labels.ALL_GAMES, Press(0, 0, "overview"))))


_PAGES: Mapping[str, Show] = {"rules": show_rules, "odds": show_odds, "stats": show_stats}
