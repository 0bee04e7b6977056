"""What the games' data say in plain English, their names and their pages, in the reader's language.

A game's own words are data, so they are looked up sentence by sentence. On buttons and as titles of forms,
where room is short, the English `rules.name` stands alone: commands and other players call the game so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from bot.render.families import family_of
from bot.render.language import Language, _, in_each_language, joined, looked_up, read_here
from idle_year.engine.games import (
    ALL,
    LONGEST_NAME,
    game_called,
    games_of,
    near_names,
    short_spelling,
    unknown_game,
)
from idle_year.engine.rules import AnyRules, Page
from idle_year.engine.wording import both_spellings

_NEXT_SENTENCE = re.compile(r"(?<=[.!?])(?<! [A-Z]\.) (?=[A-Z0-9])")
"""The space before a sentence; that behind an initial, as in `William B. Dick`, is none."""
_LEAST = 4
"""Letters that a word of a name begins with, and that are taken for the name if no other game's has them."""


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
    if len(text) > LONGEST_NAME:
        raise unknown_game(text, [])
    wanted, everywhere = short_spelling(text), in_each_language(spellings)
    shown = [game for names in everywhere for game, spelt in names.items() if wanted in spelt[:2]]
    if shown:
        return ALL[shown[0]]
    if found := game_called(text):
        return found
    also = [game for names in everywhere for game, spelt in names.items() if wanted in spelt]
    begun = also[:1] or _begun(wanted)
    if len(begun) == 1:
        return ALL[begun[0]]
    raise unknown_game(text, _near(text))


def _begun(wanted: str) -> list[str]:
    """Return the games of which a word in the reader's language, or in English, begins so."""
    if len(wanted) < _LEAST:
        return []
    return [
        game for game, spelt in spellings().items() if f" {wanted}" in f" {' '.join(spelt)}".replace("-", " ")
    ]


def _near(text: str) -> list[str]:
    """Name the games that are called nearly so in the reader's language, or in English."""
    games = {name: game for game, (local, _both, *others) in spellings().items() for name in (local, *others)}
    return [game_name(ALL[game]) for game in dict.fromkeys(map(games.__getitem__, near_names(text, games)))]


def spellings() -> Mapping[str, Sequence[str]]:
    """Return how the names of each game are spelt, by its id.

    The first is its name in the reader's language, then come that beside the English one, English ones, what
    else people call it, and all of them with ae, oe and ue.
    """
    return _spellings(read_here())


@lru_cache(maxsize=8)
def _spellings(_language: Language) -> Mapping[str, Sequence[str]]:
    return {rules.id: _spelt(rules) for rules in ALL.values()}


def _spelt(rules: AnyRules) -> Sequence[str]:
    local, both = looked_up(rules.name), game_name(rules)
    others = (rules.name, rules.id, *rules.aliases, *family_of(rules).local_names.get(rules.id, ()))
    with_e = [both_spellings(name)[1] for name in (local, both, *others) if not name.isascii()]
    return list(map(short_spelling, (local, both, *others, *with_e)))


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
