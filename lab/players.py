"""Players for `idleyear bench load`, and what they do: one thing at a time, each with one answer."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from bot.render.labels import RACE
from idle_year.engine.games import find_game
from lab.bots import GAMES, choose, ways_on
from lab.echo_bot import ECHO, ECHO_ID
from small_discord import Message, Person, Refused, Reply
from tests.controls import HERE, shown

_ACCORDION = "accordion"


class Course:
    """Where people race: the message of the race that was last seen."""

    message: Message | None = None


class Player:
    """Somebody who looks at one message at a time."""

    _reply: Reply
    """There is none before the player has sat down."""

    def __init__(self, person: Person, course: Course) -> None:
        self.person = person
        self.course = course
        self.chance = random.Random(person.user.name)  # noqa: S311  what somebody does, not a secret

    @property
    def message(self) -> Message:
        """The message as it stands now: an answer that came too late may have changed it."""
        return shown(self._reply)

    @property
    def can_go_on(self) -> bool:
        """Whether there is anything to press: a move, or another deal."""
        return bool(ways_on(self.message))

    async def see(self, answer: Awaitable[Reply]) -> None:
        """Wait for an answer, and look at it from now on."""
        reply = await answer
        await reply.final()
        self._reply = reply


class Deed(NamedTuple):
    """Something that a player does."""

    name: str
    do: Callable[[Player], Awaitable[None]]


async def sit_down(player: Player) -> None:
    """Begin a game of Accordion."""
    await player.see(player.person.slash(HERE, f"deal {_ACCORDION}"))


async def find_echo(player: Player) -> None:
    """Ask an empty bot for its one message."""
    await player.see(player.person.slash(HERE, ECHO))


async def _echo(player: Player) -> None:
    await player.see(player.person.use(player.message, ECHO_ID, []))


async def _move(player: Player) -> None:
    message = player.message
    control = choose(message, player.chance)
    await player.see(player.person.use(message, control.custom_id, control.chosen))


async def _hint(player: Player) -> None:
    if "Hint" in player.message.buttons:
        await player.see(player.person.press(player.message, "Hint"))
    else:
        await _move(player)


async def _deal(player: Player) -> None:
    game = player.chance.choice(GAMES)
    await player.see(player.person.slash(HERE, f"deal {find_game(game).family}", variant=game))


async def _daily(player: Player) -> None:
    await player.see(player.person.slash(HERE, "daily play"))


async def _race(player: Player) -> None:
    try:
        if player.course.message is None:
            raise Refused("Nobody has started a race yet.")
        await player.see(player.person.press(player.course.message, RACE))
    except Refused:  # the race is over: its message has no such button any more
        reply = await player.person.slash(HERE, "race start", game=_ACCORDION)
        started = await reply.final()
        if RACE in started.buttons:
            player.course.message = started


ECHO_PRESS, MOVE = Deed("echo", _echo), Deed("move", _move)
_HINT, _DEAL = Deed("hint", _hint), Deed("deal", _deal)
_DAILY, _RACE = Deed("daily", _daily), Deed("race", _race)
NEED_NOTHING = (ECHO_PRESS, _DAILY)
"""Deeds whose answers need not show a board to play on: a daily that is over is not played again."""
_SHARES: Mapping[Deed, int] = {MOVE: 82, _HINT: 10, _DEAL: 5, _DAILY: 2, _RACE: 1}
"""What people do, in percent."""


def press_echo(_player: Player) -> Deed:
    """Press the button of an empty bot."""
    return ECHO_PRESS


def make_move(player: Player) -> Deed:
    """Make any move, or deal again if the game is over."""
    return _needed(player) or MOVE


def do_anything(player: Player) -> Deed:
    """Choose anything that can be done."""
    (deed,) = player.chance.choices(list(_SHARES), list(_SHARES.values()))
    return _needed(player) or deed


def _needed(player: Player) -> Deed | None:
    """Return what has to be done before anything else."""
    return None if player.can_go_on else _DEAL
