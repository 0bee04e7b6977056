"""What everybody reads: every version of every message, and what of it nobody should."""

from __future__ import annotations

import json
import re
from datetime import date, datetime, timedelta
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.render.language import LANGUAGES, read_in
from bot.render.picture import board_in_words
from idle_year.engine.cards import PACK, SUIT_WORDS, Card, shuffled
from idle_year.engine.daily import FAMILIES, ends_at
from idle_year.engine.games import find_game
from idle_year.engine.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.store import Daily, Store
    from small_discord.world.posts import Post
    from tests.weather.day import Day

_MANY = 6
"""So many cards one after the other as they were dealt are no chance: two deals have them once in 100,000."""
_RANKS = "ace 2 3 4 5 6 7 8 9 10 jack queen king".split()
_PICTURE = re.compile(rf"({'|'.join(_RANKS)})_of_({'|'.join(SUIT_WORDS)})")
_CARD = re.compile(r"(?:10|[A2-9JQK])[♣♦♥♠]")


class Version(NamedTuple):
    """A message as somebody has seen it."""

    at: datetime
    """By the bot's clock."""
    viewer: int | None
    """Who alone has; None if everybody has."""
    told: str


class Readers:
    """Everybody who reads what the bot writes."""

    def __init__(self, day: Day) -> None:
        self._day = day
        self._bot = day.local.world.app.bot.id
        self.pinged: list[str] = []
        """Who was notified of a message, by id, or everybody."""
        self._versions: list[Version] = []
        day.local.world.posts.listeners.append(self._read)

    def _read(self, happening: str, post: Post) -> None:
        message = post.payload
        if happening == "deleted" or message["author"]["id"] != self._bot:
            return
        viewer = None if post.viewer is None else int(post.viewer)
        told = json.dumps([message["content"], message["embeds"], message["components"]], ensure_ascii=False)
        self._versions.append(Version(self._day.now(), viewer, told))
        # Private messages notify nobody, and neither do edits.
        if happening == "created" and viewer is None:
            self.pinged += [user["id"] for user in message["mentions"]]
            self.pinged += ["everybody"] if message["mention_everyone"] else []

    async def spoilers(self, first: date, last: date) -> list[str]:
        """Return what tells the deal of a daily of these days before it is over, but to who has begun it."""
        store, found = self._day.store, list[str]()
        for number in range((last - first).days + 1):
            for family in FAMILIES:
                daily = await store.dailies.get(first + timedelta(number), family)
                if daily is not None:
                    begun = await self._begun(store, daily)
                    found += [each.told for each in self._before(daily, begun) if _tells(each.told, daily)]
        return found

    def _before(self, daily: Daily, begun: dict[int, datetime]) -> Iterator[Version]:
        for version in self._versions:
            knows = version.viewer in begun and begun[version.viewer] <= version.at
            if version.at < ends_at(daily.day) and not knows:
                yield version

    async def _begun(self, store: Store, daily: Daily) -> dict[int, datetime]:
        """Return when each player was dealt a daily."""
        people = [int(player.person.user.id) for player in self._day.players]
        games = [await store.dailies.attempt(each, daily.day, daily.game) for each in people]
        return {game.owner: game.created_at for game in games if game is not None}


def _tells(told: str, daily: Daily) -> bool:
    if daily.key in told or daily.seed in told or _as_dealt(told, daily.seed) >= _MANY:
        return True
    return any(picture in told for picture in _pictures(daily.game, daily.seed))


@cache
def _pictures(game: str, seed: str) -> list[str]:
    """Return how messages describe the picture of a deal, which stands beside it in each language."""
    told = []
    for code in LANGUAGES:
        with read_in(code):
            told.append(json.dumps(board_in_words(Session.deal(find_game(game), seed)), ensure_ascii=False))
    return told


@cache
def _as_dealt(told: str, seed: str) -> int:
    """Return how many cards a text shows at most one after the other as the seed deals them."""
    deal = [card.symbol for card in shuffled(PACK, seed)]
    after = dict(pairwise(deal))
    most = run = 0
    for before, card in pairwise(_cards(told)):
        run = run + 1 if after.get(before) == card else 1
        most = max(most, run)
    return most


@cache
def _cards(told: str) -> list[str]:
    return _CARD.findall(_PICTURE.sub(_symbol, told))


def _symbol(picture: re.Match[str]) -> str:
    return Card.of(SUIT_WORDS.index(picture[2]), _RANKS.index(picture[1])).symbol
