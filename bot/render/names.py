"""What the games' data say in plain English, their names and their pages, in the reader's language.

A game's own words are data, so they are looked up sentence by sentence. On buttons and as titles of forms,
where room is short, the English `rules.name` stands alone: commands and other players call the game so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.engine.games import ALL, games_of
from bot.engine.rules import AnyRules, Page
from bot.render.language import _, joined, looked_up

_NEXT_SENTENCE = re.compile(r"(?<=[.!?])(?<! [A-Z]\.) (?=[A-Z0-9])")
"""The space before a sentence; that behind an initial, as in `William B. Dick`, is none."""


def game_name(rules: AnyRules) -> str:
    """Return a game's name, with the local one beside it if there is one: `Accordion (Akkordeon)`."""
    local = looked_up(rules.name)
    if local == rules.name:
        return local
    # Translators: a game's English name and its name in this language
    return _("{name} ({local})", name=rules.name, local=local)


def family_name(family: str) -> str:
    """Return the name of a family of games, which is that of its first game."""
    return game_name(games_of(family)[0])


def page_text(text: str) -> str:
    """Return a text of a game's page, sentence by sentence in the reader's language."""
    return joined(*map(looked_up, sentences(text)))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text of a page; none if it is empty."""
    return _NEXT_SENTENCE.split(text) if text else []


def page_sentences() -> Iterator[str]:
    """Yield everything that is looked up here, as often as it occurs: names, and the sentences of pages."""
    for rules in ALL.values():
        yield rules.name
        for text in _texts(rules.page):
            yield from sentences(text)


def _texts(page: Page) -> Iterator[str]:
    yield from (page.goal, page.deal, page.play, page.source, page.strategy, page.history, page.chance)
    yield from page.misprints
    if page.example:
        yield page.example.shows
