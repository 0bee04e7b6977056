"""What the games' data say in plain English, their names and their pages, in the reader's language.

A game's own words are data, so they are looked up sentence by sentence. On buttons and as titles of forms,
where room is short, the English `rules.name` stands alone: commands and other players call the game so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from bot.engine.games import ALL, find_game, games_of, short_spelling
from bot.engine.rules import AnyRules, Page
from bot.render.language import Language, _, in_each_language, joined, looked_up, read_here

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


def load_names() -> None:
    """Spell the names of all games in all languages, which takes a while: nobody waits for it later."""
    in_each_language(spellings)


def read_game(text: str) -> AnyRules:
    """Return the game that is called so in the reader's language, in English or in another one.

    Raise GameError with the nearest names if there is none.
    """
    wanted = short_spelling(text)
    for names in in_each_language(spellings):
        for game, (local, both, *_others) in names.items():
            if wanted in (local, both):
                return ALL[game]
    return find_game(text)


def spellings() -> Mapping[str, Sequence[str]]:
    """Return how the names of each game are spelt, by its id.

    The first is its name in the reader's language, then come that beside the English one, and English ones.
    """
    return _spellings(read_here())


@lru_cache(maxsize=8)
def _spellings(_language: Language) -> Mapping[str, Sequence[str]]:
    return {
        rules.id: [*map(short_spelling, (looked_up(rules.name), game_name(rules), *_english_names(rules)))]
        for rules in ALL.values()
    }


def _english_names(rules: AnyRules) -> Sequence[str]:
    return (rules.name, rules.id, *rules.aliases)


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
