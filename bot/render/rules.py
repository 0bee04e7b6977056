"""The rules of a game for players, in chapters of which one is enough to play, and in one line."""

from __future__ import annotations

import enum

from bot.render.cards import Style, table_lines
from bot.render.discord_limits import MESSAGE_CHARACTERS, OPTION_CHARACTERS
from bot.render.families import family_of
from bot.render.language import _, commas, n_, worded
from bot.render.names import family_name, game_name, page_text
from bot.render.odds import counted_words, headed, roughly
from idle_year.engine.games.odds import odds_of
from idle_year.engine.line import play_line
from idle_year.engine.rules import AnyRules, Example
from idle_year.engine.wording import sentence

_PAGE_CHARACTERS = MESSAGE_CHARACTERS - 100
"""The rest is for what stands above and below a page."""


class Chapter(enum.StrEnum):
    """What there is to read about a game: how to play it, and more for those who want it."""

    PLAY = "play"
    STRATEGY = "strategy"
    HISTORY = "history"
    MISPRINTS = "misprints"


CHAPTER_LABELS = {
    Chapter.PLAY: sentence("How to play"),
    Chapter.STRATEGY: sentence("Strategy"),
    Chapter.HISTORY: sentence("History and odds"),
    Chapter.MISPRINTS: sentence("Misprints"),
}


def chapters(rules: AnyRules) -> list[Chapter]:
    """Return the chapters that a game has."""
    lacks = {Chapter.STRATEGY: not rules.page.strategy, Chapter.MISPRINTS: not rules.page.misprints}
    return [chapter for chapter in Chapter if not lacks.get(chapter)]


def rules_page(rules: AnyRules, style: Style | None = None, chapter: Chapter = Chapter.PLAY) -> str:
    """Return a chapter about a game in Discord's Markdown; its example uses emoji only if they fit."""
    style = style or Style()
    text = style.explain(_page(rules, style, chapter))
    if len(text) > _PAGE_CHARACTERS:
        text = style.explain(_page(rules, style.without_pictures, chapter))
    return text


def drawn_example(rules: AnyRules, example: Example, style: Style) -> list[str]:
    """Return the lines of an example: its position, its move, and what that leads to."""
    before = rules.notation.read_position(example.position)
    after = play_line(rules, before, example.move).state
    return [
        *table_lines(rules.table(before), style),
        # Translators: a move; the cards that it leads to come on the next line
        _("`{move}` leads to", move=example.move),
        *table_lines(rules.table(after), style),
    ]


def game_line(rules: AnyRules) -> str:
    """Return what sets a game apart, how long it is and how often it is won, in at most 100 characters."""
    about = family_of(rules).about[rules.id]
    line, facts = worded(about.line), f" · {_length_and_odds(rules, about.moves)}"
    room = OPTION_CHARACTERS - len(facts)
    return (line if len(line) <= room else f"{line[: room - 1]}…") + facts


def list_text(family: str, part: int, parts: int) -> str:
    """Return the placeholder of a select of a family's games; `part` counts from 1."""
    name = family_name(family)
    if parts == 1:
        return _("{family} games", family=name)
    return _("{family} games, list {part} of {parts}", family=name, part=part, parts=parts)


def _length_and_odds(rules: AnyRules, moves: int) -> str:
    """Say how long a game is, and how many are won by our own player if cards are hidden, or could be."""
    odds = odds_of(rules.id)
    if odds.fair:
        # Translators: how long a game is, and how many are won, such as "1 in 3" or "hardly any"
        return n_("{n} move, {share} won", "{n} moves, {share} won", moves, share=roughly(odds.fair.share))
    if odds.known:
        share = roughly(odds.known.share)
        return n_("{n} move, {share} can be won", "{n} moves, {share} can be won", moves, share=share)
    return n_("{n} move", "{n} moves", moves)


def _page(rules: AnyRules, style: Style, chapter: Chapter) -> str:
    page = rules.page
    match chapter:
        case Chapter.STRATEGY:
            lines = [page_text(page.strategy)]
        case Chapter.HISTORY:
            chance = headed(_("Chance."), page_text(page.chance), counted_words(rules))
            lines = [*([page_text(page.history)] if page.history else []), chance]
        case Chapter.MISPRINTS:
            lines = [f"- {page_text(misprint)}" for misprint in page.misprints]
        case _:
            return "\n".join(_how_to_play(rules, style))
    return "\n".join([f"### {game_name(rules)} · {worded(CHAPTER_LABELS[chapter])}", *lines])


def _how_to_play(rules: AnyRules, style: Style) -> list[str]:
    page = rules.page
    source = _("Source: {source}", source=page_text(page.source))
    return [
        f"### {game_name(rules)}",
        *([f"-# {_also_called(rules)}"] if rules.aliases else []),
        # Translators: what a part of the rules is about
        headed(_("Goal."), page_text(page.goal)),
        # Translators: how the cards are dealt, the heading of a part of the rules
        headed(_("Deal."), page_text(page.deal)),
        headed(_("Moves."), page_text(page.play)),
        *(_example(rules, page.example, style) if page.example else []),
        f"-# {source}",
    ]


def _also_called(rules: AnyRules) -> str:
    return _("also called {names}", names=commas(rules.aliases))


def _example(rules: AnyRules, example: Example, style: Style) -> list[str]:
    return [headed(_("Example."), page_text(example.shows)), *drawn_example(rules, example, style)]
