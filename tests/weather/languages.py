"""A day in six languages: in which of them people have read what the bot wrote, and should have."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.render.language import LANGUAGES, looked_up, nearest, read_in
from idle_year.engine.games import ALL
from small_discord.limits.kinds import walk
from tests.messages import extracted
from tests.weather.day import SERVERS, Day

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from bot.store import Store
    from small_discord import SmallDiscord
    from small_discord.world.posts import Post
    from tests.weather.operator import Operator

LOCALES = (
    *("en-US", "en-GB", "de", "de", "es-ES", "es-419"),
    *("fr", "fr", "ja", "ja", "pt-BR", "pt-BR"),
)
"""What each of the people has Discord speak."""
SERVERS_LOCALES = ("pt-BR", "ja", "fr")
"""What each server speaks."""
_OF_SERVERS = ("GUILD_CREATE", "GUILD_UPDATE")
_LANGUAGE_HANGS_ON = ("locale", "guild_locale", "guild_id")
"""The events that tell of a server, and what tells in an interaction whose language its answer is in."""
_MARKS = "#-*_> "


class SixLanguages(Day):
    """A day on which people and servers speak languages of their own."""

    def __init__(self, local: SmallDiscord, operator: Operator, store: Store, luck: Random) -> None:
        super().__init__(local, operator, store, luck)
        for player, locale in zip(self.players, LOCALES, strict=True):
            player.person.set_language(locale)
        for owner, (server, *_), locale in zip(self.owners, SERVERS, SERVERS_LOCALES, strict=True):
            owner.person.settings_of(server).set_language(locale)
        self.interpreters = Interpreters(local)


class Heard(NamedTuple):
    """A message as somebody has read it, and what it should have been in."""

    reader: str
    """The id of who alone sees it, or of the server."""
    language: str
    texts: list[str]


class Interpreters:
    """Whoever knows every sentence in every language, and reads what the bot writes."""

    def __init__(self, local: SmallDiscord) -> None:
        self._world = local.world
        self._misled: set[str] = set()
        """Of whose languages Discord has told nonsense."""
        self._heard: list[Heard] = []
        self._world.posts.listeners.append(self._read)
        assert local.weather.oddity is not None
        local.weather.oddity = self._noting(local.weather.oddity)

    def wrong(self) -> list[Heard]:
        """Return the messages with texts that are in other languages only."""
        return [
            heard._replace(texts=foreign)
            for heard in self._heard
            if heard.reader not in self._misled and (foreign := _foreign(heard))
        ]

    def understood(self) -> dict[str, int]:
        """Count, for each reader, the messages with a text that is in their language, and not in all."""
        counts: dict[str, int] = defaultdict(int)
        for heard in self._heard:
            counts[heard.reader] += any(
                heard.language in known and len(known) < len(LANGUAGES)
                for known in map(_known().get, heard.texts)
                if known is not None
            )
        return counts

    def _read(self, happening: str, post: Post) -> None:
        message = post.payload
        if happening == "deleted" or message["author"]["id"] != self._world.app.bot.id:
            return
        reader, locale = self._reader(post)
        self._heard.append(Heard(reader, nearest(locale), list(_texts(message))))

    def _reader(self, post: Post) -> tuple[str, str]:
        if post.viewer is not None:
            return post.viewer, self._world.languages.of(post.viewer)
        guild = self._world.guild_of(self._world.channels[post.channel_id])
        assert guild is not None, "Nobody here writes to the bot in private."
        return guild.id, guild.locale

    def _noting(self, spoil: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
        """Return weather that notes of whose language it has told nonsense."""

        def spoil_and_note(name: str, event: Any) -> Any:
            odd = spoil(name, event)
            if odd is not event and name in _OF_SERVERS:
                self._misled.add(event["id"])
            elif name == "INTERACTION_CREATE" and _tells_another_language(event, odd):
                self._misled |= {event["guild_id"], event["member"]["user"]["id"]}
            return odd

        return spoil_and_note


def _tells_another_language(event: Mapping[str, Any], odd: Mapping[str, Any]) -> bool:
    return any(event.get(each) != odd.get(each) for each in _LANGUAGE_HANGS_ON)


def _foreign(heard: Heard) -> list[str]:
    known = ((text, _known().get(text)) for text in heard.texts)
    return [text for text, languages in known if languages and heard.language not in languages]


def _texts(message: Mapping[str, Any]) -> Iterator[str]:
    """Yield what stands on the buttons and lists of a message, and the lines of its text."""
    for part in walk(message["components"]):
        yield from (part[key] for key in ("label", "placeholder") if part.get(key))
        yield from (line.strip(_MARKS) for line in part.get("content", "").splitlines())


@cache
def _known() -> Mapping[str, set[str]]:
    """Return the languages that each sentence without places is in, as written in it.

    Names of games are left out: alone they stay as they are.
    """
    found: dict[str, set[str]] = defaultdict(set)
    names = {rules.name for rules in ALL.values()}
    ids = (each.id for each in extracted() if isinstance(each.id, str))
    whole = [sentence for sentence in ids if "{" not in sentence and sentence not in names]
    for code in LANGUAGES:
        with read_in(code):
            for sentence in whole:
                found[looked_up(sentence).strip(_MARKS)].add(code)
    return found
