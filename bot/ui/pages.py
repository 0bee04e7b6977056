"""Pages about a game: its rules, odds and statistics, each with a picker of other games."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import discord

from bot.engine.daily import FAMILIES
from bot.engine.games import find_game
from bot.engine.rules import AnyRules
from bot.render import labels
from bot.render.cards import Style
from bot.render.odds import odds_text
from bot.render.rules import CHAPTER_LABELS, Chapter, chapters, rules_page
from bot.render.spread import spread_chart, spread_in_words
from bot.render.stats import game_text, no_games_text, overview_text
from bot.service.ranks import Period
from bot.service.stats import GameStats
from bot.store import Seen
from bot.ui.answers import tell, tell_in_place, tell_over_board, think_in_place
from bot.ui.board import style_for
from bot.ui.components import ButtonStyle, PressButton, Row, page_picker
from bot.ui.notes import Note
from bot.ui.presses import NO_GAME, Interaction, Press, UnknownButton, understood
from bot.ui.ranks import show_leaderboard
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


async def _show_by_id(interaction: Interaction, page: str, game: str) -> None:
    with understood():
        rules = find_game(game)
    await show_page(interaction, page, rules)


_PAGES: Mapping[str, Show] = {"rules": show_rules, "odds": show_odds, "stats": show_stats}
