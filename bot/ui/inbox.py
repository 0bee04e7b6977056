"""Where everything that people ask for comes in: commands, presses and modals, and what each press leads to.

Whoever asks for too much is refused before it is work. Everything is read from the interaction itself:
messages and modals left open across a restart still work.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.client.events import Payload, asker_of, parsers_of
from bot.client.failures import FAILURES, warn
from bot.engine.errors import GameError
from bot.render.refusals import UNREADABLE
from bot.service.limits import Limits, TooFast
from bot.store.troubles import OnceAMinute
from bot.ui import (
    calendar,
    daily,
    deal,
    digest,
    direct_messages,
    front_door,
    pages,
    play,
    privacy,
    puzzle,
    race,
    ranks,
    reminder,
    review,
    server,
    settings,
    share,
)
from bot.ui.answers import explain
from bot.ui.moves import PLAYS, typed_moves
from bot.ui.options import check_offered, check_options
from bot.ui.presses import (
    NO_GAME,
    UNKNOWN,
    Interaction,
    Press,
    UnknownButton,
    count_answer,
    count_command,
    note_arrival,
    note_failure,
)
from bot.ui.services import services_of
from bot.watch.metrics import Metrics

Handler: TypeAlias = Callable[[Interaction, Press, list[str]], Awaitable[None]]
"""Does what a press says; the values are the chosen options of a select, or what was typed into a modal."""

HANDLERS: Mapping[str, Handler] = {
    # A move
    "pick": play.pick,
    "play": play.play,
    "take": play.play,
    "shown": play.play,
    "run": play.run,
    "follow": play.follow,
    "deal": play.deal_one,
    "dealon": play.deal_on,
    "redeal": play.redeal,
    "undo": play.undo,
    "redo": play.redo,
    "type": play.type_moves,
    "correct": play.correct_moves,
    # The board, and what is rarely needed
    "board": play.board,
    "back": play.board,
    "size": settings.resize,
    "hint": play.hint,
    "check": play.check,
    "more": play.more,
    "dm": direct_messages.play_in_dm,
    "resign": play.resign,
    "resigned": play.resigned,
    # Another deal
    "again": deal.again,
    "same": deal.same,
    "dealt": deal.deal_picked,
    "learn": deal.learn,
    "daily": daily.play_todays,
    "past": calendar.play_past,
    "save": digest.save,
    "puzzle": puzzle.next_puzzle,
    "solve": puzzle.solve,
    "results": daily.results,
    "race": race.join,
    "raced": race.play_the_same,
    "rematch": race.rematch,
    # A game that is over
    "review": review.review,
    "step": review.step,
    "practise": review.practise,
    "record": review.record,
    "share": share.preview,
    "shared": share.post_here,
    # What is read beside the board
    "door": front_door.open_door,
    "help": front_door.help_,
    "today": front_door.play_daily,
    "deals": front_door.pick_game,
    "rules": pages.rules,
    "chapter": pages.chapter,
    "ranks": ranks.ranks,
    "months": ranks.months,
    "ratings": ranks.ratings,
    "page": pages.other_family,
    "pages": pages.other_game,
    "overview": pages.overview,
    # What is decided
    "set": settings.change,
    "erase": privacy.erase,
    "nodigest": server.switch_off,
    "noreminder": reminder.stop_reminders,
}
_ONE_AT_A_TIME = {"dm", "shared"}
"""These post something: while one is under way, the same press of the same person does nothing."""
_NOBODY_KNOWS = Press(NO_GAME, UNKNOWN)


def ignore_floods(client: discord.Client, limits: Limits, metrics: Metrics) -> None:
    """Drop what comes long after a limit as soon as it is read, before discord.py makes objects of it."""
    parsers = parsers_of(client)
    parse = parsers["INTERACTION_CREATE"]

    def parse_unless_flood(data: Payload) -> None:
        if limits.hears(asker_of(data)):
            parse(data)
        else:
            metrics.ignored()

    parsers["INTERACTION_CREATE"] = parse_unless_flood


class LimitedTree(app_commands.CommandTree[Any]):
    """The tree of commands, for those who do not ask for too much."""

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self._lines = OnceAMinute()

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Whether to run a command or to offer choices; a command that is refused is counted here."""
        metrics = services_of(interaction).metrics
        note_arrival(interaction)
        try:
            if await _may_go_on(interaction):
                return True
            count_command(metrics, interaction)
        except Exception as error:  # noqa: BLE001  whatever it is, discord.py would leave the person waiting
            warn(self._lines, "command", "A command could not be read (%s).", type(error).__name__)
            metrics.unreadable()
            await _refuse(interaction, GameError(UNREADABLE))
        return False


async def may_begin(interaction: Interaction) -> bool:
    """Whether a person may ask for something now; if so, it is under way until the current task ends.

    Otherwise the person is told when to go on; choices are just not offered.
    """
    limits, person = services_of(interaction).limits, interaction.user.id
    try:
        pause = limits.begin(person)
    except TooFast as refusal:
        note_failure(interaction, refusal)
        await _refuse(interaction, refusal)
        return False
    task = asyncio.current_task()
    assert task is not None  # noqa: S101  discord.py starts one for each interaction
    task.add_done_callback(lambda _: limits.end(person))
    if pause:
        await asyncio.sleep(pause)
    return True


async def _may_go_on(interaction: Interaction) -> bool:
    await services_of(interaction).languages.note_reader(interaction)
    is_typing = interaction.type is discord.InteractionType.autocomplete
    check = check_offered if is_typing else check_options
    if not await may_begin(interaction):
        return False
    try:
        check(interaction)
    except GameError as refusal:
        await _refuse(interaction, refusal)
        return False
    return True


async def _refuse(interaction: Interaction, refusal: GameError) -> None:
    if interaction.type is discord.InteractionType.autocomplete:
        await _offer_nothing(interaction)
    else:
        await explain(interaction, refusal)


async def _offer_nothing(interaction: Interaction) -> None:
    with contextlib.suppress(*FAILURES):
        await interaction.response.autocomplete([])


class Inbox:
    """Has done what is pressed, chosen and typed."""

    def __init__(self) -> None:
        self.handlers = dict(HANDLERS)
        """What each verb does."""
        self._under_way: set[tuple[str, int, int]] = set()

    async def answer(self, interaction: Interaction) -> None:
        """Do what a press or a modal says, and count it; leave commands to the command tree."""
        read = _READERS.get(interaction.type)
        if read is None:
            return
        note_arrival(interaction)
        await services_of(interaction).languages.note_reader(interaction)
        press, values = self._read(read, interaction.data)
        if await may_begin(interaction):
            try:
                await self._act(interaction, press, values)
            except Exception as error:  # noqa: BLE001  discord.py would log it and leave the person waiting
                await explain(interaction, error)
        count_answer(services_of(interaction).metrics, interaction, press.verb)

    def _read(self, read: Callable[[Any], tuple[Press, list[str]]], data: Any) -> tuple[Press, list[str]]:
        try:
            press, values = read(data)
        except (ValueError, TypeError, LookupError, AttributeError):
            return _NOBODY_KNOWS, []
        return (press, values) if press.verb in self.handlers else (_NOBODY_KNOWS, [])

    async def _act(self, interaction: Interaction, press: Press, values: list[str]) -> None:
        handler = self.handlers.get(press.verb)
        if handler is None:
            raise UnknownButton
        if services_of(interaction).double_taps.is_second_tap(interaction, press.verb):
            await interaction.response.defer()  # the board stays as it stands
            return
        if press.verb not in _ONE_AT_A_TIME:
            await handler(interaction, press, values)
            return
        key = (press.verb, press.seen.id, interaction.user.id)
        if key in self._under_way:
            await interaction.response.defer()
            return
        self._under_way.add(key)
        try:
            await handler(interaction, press, values)
        finally:
            self._under_way.discard(key)


def _pressed(data: Any) -> tuple[Press, list[str]]:
    return Press.read(data["custom_id"]), [str(value) for value in data.get("values") or ()]


def _submitted(data: Any) -> tuple[Press, list[str]]:
    press = Press.read(data["custom_id"])
    return (press, [typed_moves(data)]) if press.verb == PLAYS else (_NOBODY_KNOWS, [])


_READERS: Mapping[discord.InteractionType, Callable[[Any], tuple[Press, list[str]]]] = {
    discord.InteractionType.component: _pressed,
    discord.InteractionType.modal_submit: _submitted,
}
