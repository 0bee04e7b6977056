"""The commands as Discord knows them: synced when they have changed, and linked so that a click runs them.

What they do is told in all of our languages; their names are the same everywhere, so that links to them hold.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.client.failures import FAILURES
from bot.client.gateway import Client
from bot.client.servers import is_first
from bot.render.language import ENGLISH, LANGUAGES, looked_up, nearest, read_in
from bot.service.background import BackOff, insist
from bot.store import Registered, Store

log = logging.getLogger(__name__)

_FIRST_PAUSE, _LONGEST_PAUSE = 5.0, 600.0
_NAMES = {Location.command_name, Location.group_name, Location.parameter_name}
_NEAREST = {locale: nearest(locale.value) for locale in discord.Locale}


class Commands:
    """Syncs the commands with Discord, and knows how to link each in a message."""

    def __init__(self, bot: Client, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._ids: Mapping[str, int] = {}

    async def sync(self) -> None:
        """Sync the commands with Discord if they have changed; retry until that succeeds.

        Of several processes only one syncs; the others wait for it.
        """
        back_off = BackOff(_FIRST_PAUSE, _LONGEST_PAUSE)
        await insist(self._are_told, "Sending commands again in %d s", FAILURES, back_off)

    async def _are_told(self) -> bool:
        application, digest = self._bot.application_id or 0, _digest(self._bot.tree)
        told = await self._store.commands.get(application)
        if is_first(self._bot) and (told is None or told.digest != digest):
            told = Registered(digest, await self._send())
            await self._store.commands.put(application, told)
            log.info("The commands have been sent to %s: %d.", self._bot.discord_name, len(told.ids))
        if told is None:
            return False
        self._ids = told.ids
        return told.digest == digest

    async def _send(self) -> dict[str, int]:
        """Send the commands; return the ids that Discord has given them."""
        return {command.name: command.id for command in await self._bot.tree.sync()}

    def link(self, text: str) -> str:
        """Return a text with the names of commands as links that run them, but not those in longer code.

        As long as Discord's ids are unknown, the names are formatted as code instead.
        """
        return self._named.sub(lambda found: self._name(found["name"]) if found["name"] else found[0], text)

    def link_all(self, view: discord.ui.LayoutView) -> None:
        """Link the names of commands in all texts of a message."""
        for item in view.walk_children():
            if isinstance(item, discord.ui.TextDisplay):
                item.content = self.link(item.content)

    @cached_property
    def _named(self) -> re.Pattern[str]:
        """Pattern of the full name of a command, plain or as code; not of a group, which runs nothing."""
        every = self._bot.tree.walk_commands()
        names = [each.qualified_name for each in every if isinstance(each, app_commands.Command)]
        longest_first = "|".join(sorted(names, key=len, reverse=True))
        # ASCII only: in Japanese, letters stand before and behind a name without a space.
        code = rf"`(?!/(?:{longest_first})`)[^`\n]*`"
        return re.compile(rf"{code}|(?<![\w/<.`])(`?)/(?P<name>{longest_first})(?![\w-])\1", re.ASCII)

    def _name(self, name: str) -> str:
        known = self._ids.get(name.partition(" ")[0])
        return f"`/{name}`" if known is None else f"</{name}:{known}>"


class Translator(app_commands.Translator):
    """Words for Discord what people read about commands, in each of its languages that is near to ours."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a description, or the name of a choice; None for what stays as it is in English."""
        # discord.py asks for each text in each of its languages, 17,000 times: nobody is served meanwhile.
        if context.location in _NAMES or _NEAREST[locale] == ENGLISH:
            return None
        with read_in(_NEAREST[locale]):
            said = looked_up(string.message)
        return None if said == string.message else said


def told_of(tree: app_commands.CommandTree[Any]) -> Iterator[str]:
    """Yield all that there is to translate: descriptions, and names of choices but for those of languages."""
    for command in tree.walk_commands():
        if not isinstance(command, app_commands.ContextMenu):
            yield command.description
        for option in command.parameters if isinstance(command, app_commands.Command) else ():
            yield str(option.description)
            words = (each.name for each in option.choices if isinstance(each.value, str))
            yield from (word for word in words if word not in LANGUAGES.values())


def _digest(tree: app_commands.CommandTree[Any]) -> str:
    """Return what changes with the commands, or with what anybody reads about them."""
    texts = [*told_of(tree)]
    told: list[Any] = [command.to_dict(tree) for command in tree.get_commands()]
    told.append({locale.value: language for locale, language in _NEAREST.items()})
    for language in LANGUAGES:
        with read_in(language):
            told.append([looked_up(text) for text in texts])
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
