"""A room in which people play without a Discord: commands, presses and forms go straight to their handlers.

What they see are messages as the small Discord keeps them, on the bot's real cogs, routes and database.
"""

from __future__ import annotations

import importlib
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.app import EXTENSIONS, IdleYearBot
from bot.service.game import Seat
from bot.service.limits import USUAL
from bot.ui.answers import refused
from bot.ui.inbox import Inbox
from bot.ui.presses import Press, UnknownButton
from bot.ui.request import PressedMessage
from bot.ui.response import Form, Response, Sent
from bot.ui.response import Place as Shown
from bot.ui.routes import ROUTES
from idle_year.engine.errors import GameError
from idle_year.engine.records import write_moves
from small_discord import Message, Refused
from small_discord.limits.kinds import walk
from small_discord.people.message import button_face
from small_discord.world.posts import Post
from tests.clock import Clock
from tests.controls import HERE, offered
from tests.ui.asking import Asker

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from bot.service.game import Game
    from bot.service.limits import Allowed
    from bot.ui.request import Request
    from bot.ui.response import Answer, Exchange
    from bot.ui.services import Services

LOUNGE, CARDS, DM = "The Parlour/#lounge", "Rainy Sundays/#cards", "dm"
TEA = "Rainy Sundays/#tea"
PLACES = {HERE: (7, 70), LOUNGE: (7, 71), CARDS: (8, 80), TEA: (8, 81)}
"""The server and the channel of each place; in direct messages the channel is the person's own."""


class Room:
    """A bot whose handlers are called, its clock, and the people there."""

    def __init__(self, bot: IdleYearBot, clock: Clock) -> None:
        self.bot, self.clock = bot, clock
        self.posts: dict[str, Post] = {}
        self.asked: dict[str, int] = {}
        """Who had each message posted."""
        self._numbers = count(1)
        self._people: dict[str, Visitor] = {}

    async def open(self) -> None:
        """Read the cogs."""
        self.bot.inbox = _Desk(self.services)
        self.bot.tree.add_command(self.bot.deal_group)
        for each in EXTENSIONS:
            await importlib.import_module(each).setup(self.bot)

    async def restart(self, allowed: Allowed = USUAL) -> None:
        """Put a new bot in the place of this one, on the same database."""
        store = self.services.store
        self.services.threads.close()
        self.bot = IdleYearBot(store, allowed=allowed)
        await self.open()

    @property
    def services(self) -> Services:
        """What the bot is made of."""
        return self.bot.services

    def person(self, name: str) -> Visitor:
        """Return somebody, who is new the first time."""
        return self._people.setdefault(name, Visitor(self, len(self._people) + 1))

    @property
    def ada(self) -> Visitor:
        """Somebody who manages The Parlour."""
        ada = self.person("Ada")
        ada.request = replace(ada.request, manages=True)
        return ada

    @property
    def ben(self) -> Visitor:
        """Another member."""
        self.person("Ada")
        return self.person("Ben")

    async def game_of(self, person: Visitor, where: str = HERE) -> Game:
        """Return a person's last game in a place."""
        return await self.services.lookup.latest(person.seat_in(where))

    def show(self, person: int, request: Request, response: Response) -> str:
        """Show a response, and return the id of its message."""
        pressed = request.message
        in_place = response.place in (Shown.EDIT, Shown.REPLACE)
        post_id = str(pressed.id) if in_place and pressed is not None else str(next(self._numbers))
        viewer = self.posts[post_id].viewer if in_place else str(person)
        self.posts[post_id] = Post(
            {
                "id": post_id,
                "channel_id": str(request.seat.channel),
                "flags": 0,
                "content": response.text,
                "embeds": [],
                "components": _components(response.view),
                "attachments": [{"filename": each.filename, "file": each} for each in response.files],
            },
            None if response.place is Shown.PUBLIC else viewer,
        )
        self.asked.setdefault(post_id, person)
        return post_id


def _components(view: discord.ui.LayoutView | None) -> list[Any]:
    return view.to_components() if view else []  # type: ignore[no-untyped-call]  # discord.py left it so


class Visitor:
    """Somebody in a room, who uses commands, and presses what messages offer."""

    type = discord.InteractionType.application_command

    def __init__(self, room: Room, number: int) -> None:
        self.room = room
        asker = Asker(room.services, number)
        self.request, self.seat = asker.request, asker.seat
        self.id, self.user = str(number), discord.Object(number)
        self.form: discord.ui.Modal | None = None
        """The form that was opened last."""
        self.now: Request = self.request
        self.answered = ""

    def seat_in(self, where: str) -> Seat:
        """Return where the person plays in a place."""
        guild, channel = PLACES.get(where, (None, self.seat.owner))
        return Seat(self.seat.owner, channel, guild)

    def set_language(self, locale: str, server: str = "en-GB") -> None:
        """Have the person's Discord, and that of servers, in a language."""
        self.request = replace(self.request, locale=locale, server_locale=server)

    def sees(self, where: str = HERE) -> list[Message]:
        """Return the messages that the person sees in a place."""
        channel = str(self.seat_in(where).channel)
        return [
            Message(each)
            for each in self.room.posts.values()
            if each.channel_id == channel and each.visible_to(self.id)
        ]

    async def slash(self, where: str, name: str, /, **options: Any) -> Message:
        """Use a command; return what is shown."""
        seat = self.seat_in(where)
        self.now = replace(
            await self._request(),
            seat=seat,
            is_among_others=seat.guild is not None,
            server_locale=self.request.server_locale if seat.guild else None,
        )
        command: Any = self.room.bot.tree
        for part in name.split():
            command = command.get_command(part)
        assert isinstance(command, app_commands.Command)
        await command.callback(*filter(None, (command.binding, self)), **options)
        return self._shown()

    async def press(self, message: Message, label: str) -> Message:
        """Press the button that is called so, or begins so."""
        found = [each for each in walk(message.components) if each.get("custom_id")]
        named = [each for each in found if label in (button_face(each), each["custom_id"])]
        (button,) = named or [each for each in found if button_face(each).startswith(label)]
        if button["disabled"]:
            raise Refused("This button is disabled.")
        return await self.use(message, button["custom_id"])

    async def choose(self, message: Message, placeholder: str, label: str) -> Message:
        """Choose the option that is called so from a list."""
        select = message.find_select(placeholder)
        (option,) = [each for each in select["options"] if each["label"] == label]
        return await self.use(message, select["custom_id"], option["value"])

    async def make(self, board: Message, move: str) -> Message:
        """Make a move by the control that offers it."""
        control = offered(board)[move]
        return await self.use(board, control.custom_id, *control.chosen)

    async def fill(self, message: Message, typed: str) -> Message:
        """Send the form that was opened last from a message."""
        assert self.form is not None
        return await self.use(message, self.form.custom_id, typed, is_typed=True)

    async def use(self, message: Message, custom_id: str, *values: str, is_typed: bool = False) -> Message:
        """Press anything on a message as it stands now, also what it does not have."""
        message = Message(self.room.posts[message.id])
        seat = replace(self.seat, channel=int(message.channel_id))
        if seat.channel == seat.owner:
            seat = replace(seat, guild=None)
        self.now = replace(
            await self._request(),
            seat=seat,
            is_among_others=seat.guild is not None,
            message=_Pressed(message, self.room.asked[message.id]),
            press=Press.read(custom_id),
            values=values,
            is_typed=is_typed,
        )
        route = ROUTES.get(self.now.press.verb)
        await _answer(self, partial(route.handler, self.room.services) if route else _know_nothing)
        return self._shown()

    async def _request(self) -> Request:
        return await self.room.services.requests.again(self.request)

    def _shown(self) -> Message:
        return Message(self.room.posts[self.answered])


class _Pressed(PressedMessage):
    """A message of the room, on which somebody presses."""

    def __init__(self, message: Message, asked_by: int) -> None:
        self._message = message
        self.id, self.is_private, self.asked_by = int(message.id), message.ephemeral, asked_by

    def presses(self) -> Iterator[Press]:
        ids = (each.get("custom_id", "") for each in walk(self._message.components))
        return (Press.read(each) for each in ids if each and "#" not in each)

    def texts(self) -> list[str]:
        return [each["content"] for each in walk(self._message.components) if "content" in each]


class _Desk(Inbox):
    """Has a command answered without a Discord."""

    async def command(self, exchange: Exchange, handler: Any, *options: Any, **named: Any) -> None:
        visitor: Any = exchange.interaction
        await _answer(visitor, lambda request: handler(self._services, request, *options, **named))


async def _answer(visitor: Visitor, work: Callable[[Request], Awaitable[Answer]]) -> None:
    """Show what a handler answers, or why it refuses."""
    request = visitor.now
    try:
        answer = await work(request)
    except GameError as error:
        answer = await refused(visitor.room.services, request, error)
    visitor.answered = ""
    await _deliver(visitor, request, answer)


async def _deliver(visitor: Visitor, request: Request, answer: Answer | None) -> None:
    if isinstance(answer, Form):
        visitor.form = answer.modal
        visitor.answered = str(request.message.id) if request.message else ""
    if not isinstance(answer, Response):
        return
    shown = visitor.room.show(visitor.seat.owner, request, answer)
    visitor.answered = visitor.answered or shown
    if answer.then is not None:
        sent = Sent(int(shown), visitor.room.posts[shown].viewer is not None)
        await _deliver(visitor, request, await answer.then(sent))


async def _know_nothing(_request: Request) -> Answer:
    raise UnknownButton


async def deal(person: Visitor, variant: str = "accordion", **options: Any) -> Message:
    """Deal a known game and return its board."""
    return await person.slash(HERE, "deal accordion", variant=variant, seed="tuesday", **options)


async def play_out(
    person: Visitor, variant: str = "late-binding", where: str = HERE, **options: Any
) -> Message:
    """Deal a known game, play it first move first to its end, and return its board."""
    await person.slash(where, "deal accordion", variant=variant, seed="tuesday", **options)
    return await play_on(person, where)


async def play_on(person: Visitor, where: str = HERE) -> Message:
    """Play a person's game first move first to its end; return its board."""
    session = (await person.room.game_of(person, where)).session
    before = len(session.moves)
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    return await person.slash(where, "move", moves=write_moves(session.rules, session.moves[before:]))


async def give_up(person: Visitor) -> Message:
    """Resign the person's game; return its board."""
    return await person.press(await person.slash(HERE, "resign"), "Resign")


async def play_made_up(person: Visitor) -> Message:
    """Deal a game that counts, play it first move first to its end, and return its board."""
    await person.slash(HERE, "deal accordion", variant="late-binding")
    return await play_on(person)


def content_of(message: Message) -> bytes:
    """Return what is in the only file of a message."""
    (attachment,) = message.attachments
    content: bytes = attachment["file"].fp.read()
    return content
