"""Posts of how a game went: what is on them, and who has been dealt the same by them since.

A post is redrawn by the presses on it and so needs no permission, whatever its age: by one press in two
seconds, and by the last one's token for those in between. Its text is read from the message: nothing is kept.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

import discord

from bot.render.cards import Style
from bot.render.challenge import SOMEBODY, answered_text
from bot.render.discord_limits import CUSTOM_ID_CHARACTERS
from bot.render.labels import ADD_BOT, BEAT_IT, COPY
from bot.render.language import read_in, worded
from bot.render.picture import board_in_words, board_picture
from bot.service.background import reason
from bot.service.challenge import Challenges
from bot.service.game import Game
from bot.store import Seen, StoreError
from bot.store.clock import Clock
from bot.ui.components import GOLD, ButtonStyle, Framed, Layout, Part, PressButton, attached
from bot.ui.live import LiveTokens
from bot.ui.presses import Press
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import games_of
from idle_year.engine.records import read_code, write_code
from idle_year.engine.rules import AnyRules
from idle_year.engine.session import Session

log = logging.getLogger(__name__)

_FILE = "deal.png"
_INVITE = "https://discord.com/oauth2/authorize?client_id={}"
_BETWEEN = timedelta(seconds=2)
"""Time between two edits of a post, however many press on it."""
_MOST = 1000
"""Posts whose last edit is remembered."""
_DAILY = "daily"
_PERSON = re.compile("<@[0-9]{1,20}>")


class Dare(NamedTuple):
    """The deal of a post: a daily, which stays a secret on its day, or one that everybody may know."""

    rules: AnyRules
    seed: str | None
    day: date | None = None

    @classmethod
    def of(cls, game: Game) -> Dare:
        """Return the deal of a game."""
        if game.day is not None:
            return cls(game.rules, None, game.day)
        return cls(game.rules, game.session.seed)

    @classmethod
    def read(cls, text: str) -> Dare:
        """Read what `written` returns; raise ValueError if it is not that, GameError if the game is gone."""
        kind, _, rest = text.partition(":")
        if kind != _DAILY:
            deal = read_code(text)
            return cls(deal.rules, deal.seed)
        day, _, family = rest.partition(":")
        if family not in FAMILIES:
            raise ValueError("There is no such family.")
        return cls(games_of(family)[0], None, date.fromisoformat(day))

    def written(self) -> str:
        """Return the deal for a custom_id."""
        if self.day is not None:
            return f"{_DAILY}:{self.day.isoformat()}:{self.rules.family}"
        return write_code(self.rules.id, self.seed or "")


class Post(NamedTuple):
    """What is on a post."""

    text: str
    seen: Seen
    """The game that was shared."""
    dare: Dare | None
    """None if nobody may be dealt the same."""
    opening: Session[Any] | None
    """The deal, once everybody may see it."""
    language: str
    application: int | None
    """The application, if those who read it might add the bot; None where it is already."""
    guild: int | None
    """The server whose people read it; None outside of one."""

    @property
    def buttons(self) -> list[Part]:
        """The buttons under it."""
        beat = Press(self.seen, "beat", self.dare.written()) if self.dare else None
        buttons: list[Part] = [PressButton(COPY, Press(self.seen, "copy"))]
        if beat is not None and len(beat.custom_id) <= CUSTOM_ID_CHARACTERS:
            buttons.insert(0, PressButton(BEAT_IT, beat, style=ButtonStyle.primary))
        if self.application is not None:
            buttons.append(discord.ui.Button(label=worded(ADD_BOT), url=_INVITE.format(self.application)))
        return buttons

    def view(self, answered: str = "") -> Layout:
        """Return it as a message; `answered` says who has been dealt the same."""
        deal = [] if self.opening is None else [attached(_FILE, board_in_words(self.opening))]
        return Framed(GOLD, self.text, *deal, *([answered] if answered else []), self.buttons)

    async def files(self) -> list[discord.File]:
        """Draw the picture of the deal, if that may be seen."""
        if self.opening is None:
            return []
        drawn = await asyncio.to_thread(board_picture, self.opening, Style())
        return [discord.File(io.BytesIO(drawn), _FILE)]


class Posts:
    """Keeps posts up to date: who has answered them, and how that went."""

    def __init__(self, live: LiveTokens, challenges: Challenges, now: Clock) -> None:
        self._live = live
        self._challenges = challenges
        self._now = now
        self._known: dict[int, _Known] = {}
        self._under_way: set[asyncio.Task[None]] = set()

    async def pressed(self, message: int, post: Post) -> tuple[Layout, Sequence[discord.File]] | None:
        """Return a post that was pressed as it is to be shown now, and remember it for a while.

        None if another press redraws it at this moment: it is redrawn once more in a moment.
        """
        known = self._known.get(message)
        if known is not None and self._now() - known.edited_at < _BETWEEN:
            self.edit_soon(message)
            return None
        return await self._drawn(message, post)

    def edit_soon(self, message: int) -> None:
        """Redraw a post that was pressed in the last minutes, in a moment, with all that comes until then."""
        known = self._known.get(message)
        if known is None or known.waits:
            return
        known.waits = True
        task = asyncio.create_task(self._edit(message, known))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _edit(self, message: int, known: _Known) -> None:
        try:
            await asyncio.sleep((known.edited_at + _BETWEEN - self._now()).total_seconds())
            known.waits = False
            await self._live.edit(message, *await self._drawn(message, known.post))
        except StoreError as error:  # the next press on it shows what this would have
            log.warning("Post %d was not brought up to date: %s", message, reason(error))

    async def _drawn(self, message: int, post: Post) -> tuple[Layout, Sequence[discord.File]]:
        self._note(message, post)  # before anything is awaited: of presses at the same moment, one redraws it
        rival = await self._challenges.rival(post.seen.id, post.guild)
        answered = await self._challenges.answered(message)
        with read_in(post.language):
            if rival.player is None:
                post = post._replace(text=_unnamed(post.text))
            text = "" if post.dare is None else answered_text(answered, post.dare.rules)
            return post.view(text), await post.files()

    def _note(self, message: int, post: Post) -> None:
        known = self._known.pop(message, None) or _Known(post, self._now())
        known.post, known.edited_at = post, self._now()
        self._known[message] = known
        if len(self._known) > _MOST:
            del self._known[next(iter(self._known))]


@dataclass
class _Known:
    """What this process knows about a post."""

    post: Post
    edited_at: datetime
    waits: bool = False
    """Whether it is about to be redrawn."""


def _unnamed(text: str) -> str:
    """Return the text of a post whose player is somebody."""
    return _PERSON.sub(worded(SOMEBODY), text)
