"""The rules of a game for players, in chapters of which one is enough to play, and in one line."""

from __future__ import annotations

import enum

from bot.engine.games import games_of
from bot.engine.games.odds import odds_of
from bot.engine.line import play_line
from bot.engine.rules import AnyRules, Example
from bot.render.cards import Style, table_lines
from bot.render.odds import about, counted_words

_ROOM = 3900
"""Characters that a page may use of the 4000 in a message."""


class Chapter(enum.StrEnum):
    """What there is to read about a game: how to play it, and more for those who want it."""

    PLAY = "play"
    STRATEGY = "strategy"
    HISTORY = "history"
    MISPRINTS = "misprints"


CHAPTER_LABELS = {
    Chapter.PLAY: "How to play",
    Chapter.STRATEGY: "Strategy",
    Chapter.HISTORY: "History and odds",
    Chapter.MISPRINTS: "Misprints",
}
_LINES = {
    "accordion": "All 52 cards face up: the game to start with",
    "till-dawn": "Two cards face up; deal as many as you like, whenever you like",
    "idle-year": "The rules of 1883: one card at a time, and you must move when you can",
    "idle-year-slides": "Rules of 1883, read differently: no leap while any pile can slide",
    "tarbart": "One card at a time, and moves may wait (1905)",
    "tower-of-babel": "One card at a time, and moves may wait (1940)",
    "goren": "You may deal one card past a waiting move",
    "parlett": "Any move must be made before the next card",
    "compacted": "As Parlett, but five piles or fewer is the usual goal",
    "relaxed-accordion": "Piles move to the right as well",
    "skidoo": "Piles move two or three places; two piles win",
    "accordions-revenge": "A card named at the start must end on top",
    "late-binding": "Only 18 cards: a short game",
    "royal-marriage": "Bring the king and queen of hearts together",
    "royal-marriage-dealt": "The cards come one at a time",
    "royal-marriage-suitrun": "Three or more cards of one suit may leave as well",
    "queen-and-her-lad": "Bring the queen and jack of hearts together; pairs leave",
    "queen-and-her-lad-lenient": "Two pairs in a row may leave too",
    "push-pin": "Two packs, 104 cards: one or two cards leave at a time",
    "push-pin-single": "Push Pin with 52 cards",
    "double-jump": "Exactly two cards leave at a time",
    "french": "Exactly one card leaves at a time; one redeal",
    "concertina": "Two matching cards leave, with one or two others between them",
    "bayan": "Two matching cards leave: neighbours, or with two between",
    "royal-marriage-compacted": "One card at a time, and cards that can leave must",
    "queen-and-her-lad-compacted": "Pairs leave, and cards that can leave must",
    "push-pin-compacted": "Two packs, one card at a time; cards that can leave must",
    "double-jump-compacted": "One card at a time, and cards that can leave must",
    "french-compacted": "One card at a time, and cards that can leave must; one redeal",
    "concertina-compacted": "One card at a time, and cards that can leave must",
    "one-handed": "Only the last four cards count: play it in your hand",
    "cribbage": "Score pairs, runs and fifteens as the cards come: 61 points win",
    "cribbage-strict": "61 points before the last card",
    "napoleon": "Forty Thieves: two packs, ten columns, one card at a time",
    "napoleon-manual": "Aces stay until you move them",
    "pyramid": "Take out pairs that make 13; go through the cards as often as you like",
    "pyramid-three-passes": "Only three times through the cards",
    "pyramid-all": "Not only the pyramid: all 52 cards must go",
    "pyramid-all-three-passes": "All 52 cards must go, in three times through",
}

_LENGTHS = {
    "late-binding": 10,
    "double-jump": 15,
    "royal-marriage-suitrun": 25,
    "concertina": 25,
    "bayan": 25,
    "royal-marriage": 30,
    "push-pin-single": 30,
    "french": 30,
    "relaxed-accordion": 35,
    "accordion": 40,
    "accordions-revenge": 40,
    "skidoo": 45,
    "push-pin": 60,
    "pyramid": 60,
    "pyramid-three-passes": 60,
    "pyramid-all": 60,
    "pyramid-all-three-passes": 60,
    "one-handed": 65,
    "cribbage": 65,
    "cribbage-strict": 65,
    "double-jump-compacted": 70,
    "concertina-compacted": 75,
    "queen-and-her-lad": 80,
    "queen-and-her-lad-compacted": 80,
    "till-dawn": 85,
    "tarbart": 85,
    "tower-of-babel": 85,
    "goren": 85,
    "parlett": 85,
    "compacted": 85,
    "royal-marriage-dealt": 85,
    "queen-and-her-lad-lenient": 85,
    "royal-marriage-compacted": 85,
    "idle-year": 90,
    "idle-year-slides": 90,
    "napoleon": 110,
    "napoleon-manual": 110,
    "french-compacted": 115,
    "push-pin-compacted": 175,
}
"""About how many moves a game has to its end, dealt cards included."""


def chapters(rules: AnyRules) -> list[Chapter]:
    """Return the chapters that a game has."""
    lacks = {Chapter.STRATEGY: not rules.page.strategy, Chapter.MISPRINTS: not rules.page.misprints}
    return [chapter for chapter in Chapter if not lacks.get(chapter)]


def rules_page(rules: AnyRules, style: Style | None = None, chapter: Chapter = Chapter.PLAY) -> str:
    """Return a chapter about a game in Discord's Markdown; its example uses emoji only if they fit."""
    style = style or Style()
    text = style.explain(_page(rules, style, chapter))
    if len(text) > _ROOM:
        text = style.explain(_page(rules, style.without_pictures, chapter))
    return text


def drawn_example(rules: AnyRules, example: Example, style: Style) -> list[str]:
    """Return the lines of an example: its position, its move, and what that leads to."""
    before = rules.notation.read_position(example.position)
    after = play_line(rules, before, example.move).state
    return [
        *table_lines(rules.table(before), style),
        f"`{example.move}` leads to",
        *table_lines(rules.table(after), style),
    ]


def game_line(rules: AnyRules) -> str:
    """Return what sets a game apart, how long it is and how often it is won, in at most 100 characters."""
    return f"{_LINES[rules.id]} · {_LENGTHS[rules.id]} moves{_won(rules)}"


def family_name(family: str) -> str:
    """Return the name of a family of games, which is that of its first game."""
    return games_of(family)[0].name


def list_text(family: str, part: int, parts: int) -> str:
    """Return the placeholder of a select of a family's games; `part` counts from 1."""
    which = f", list {part} of {parts}" if parts > 1 else ""
    return f"{family_name(family)} games{which}"


def _won(rules: AnyRules) -> str:
    """Say how many deals are won by our own player if cards are hidden, or could be."""
    odds = odds_of(rules.id)
    if odds.fair:
        return f", {about(odds.fair.share).removeprefix('about ')} won"
    return f", {about(odds.known.share).removeprefix('about ')} can be won" if odds.known else ""


def _page(rules: AnyRules, style: Style, chapter: Chapter) -> str:
    match chapter:
        case Chapter.STRATEGY:
            lines = [rules.page.strategy]
        case Chapter.HISTORY:
            lines = [
                *([rules.page.history] if rules.page.history else []),
                f"**Chance.** {rules.page.chance} {counted_words(rules)}".rstrip(),
            ]
        case Chapter.MISPRINTS:
            lines = [f"- {misprint}" for misprint in rules.page.misprints]
        case _:
            return "\n".join(_how_to_play(rules, style))
    return "\n".join([f"### {rules.name} · {CHAPTER_LABELS[chapter]}", *lines])


def _how_to_play(rules: AnyRules, style: Style) -> list[str]:
    page, example = rules.page, rules.page.example
    return [
        f"### {rules.name}",
        *([f"-# also called {', '.join(rules.aliases)}"] if rules.aliases else []),
        f"**Goal.** {page.goal}",
        f"**Deal.** {page.deal}",
        f"**Moves.** {page.play}",
        *([f"**Example.** {example.shows}", *drawn_example(rules, example, style)] if example else []),
        f"-# Source: {page.source}",
    ]
