"""What a user does in the page: read from its frames, carried out, and answered with a frame."""

import logging
from typing import TYPE_CHECKING

from small_discord.browser.frames import choices_frame, modal_frame, read_form, read_options
from small_discord.interactions.desk import NotResponding
from small_discord.people.message import Choice, Message
from small_discord.people.person import Person
from small_discord.people.refused import Refused
from small_discord.people.reply import Reply
from small_discord.wire import Json
from small_discord.world.posts import Post
from small_discord.world.world import World

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from small_discord.people.modal import Modal

_log = logging.getLogger(__name__)

MOST_MODALS = 20


class Deeds:
    """Does, in a person's name, what frames with a nonce ask for; remembers the modals that are open."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._modals: dict[str, Modal] = {}
        self._by_op: dict[str, Callable[[Person, Json], Awaitable[Json]]] = {
            "command": self._command,
            "menu": self._menu,
            "autocomplete": self._autocomplete,
            "component": self._component,
            "modal": self._modal,
            "say": self._say,
        }

    async def do(self, person: Person, frame: Json) -> Json:
        """Do what a frame asks for; return the frame that answers the page."""
        nonce = frame["nonce"]
        try:
            return await self._by_op[frame["op"]](person, frame)
        except (NotResponding, Refused) as failure:
            return {"op": "failed", "nonce": nonce, "reason": str(failure)}
        except (KeyError, TypeError, AttributeError, ValueError):
            _log.exception("The page sent something that is not in its protocol")
            return {"op": "failed", "nonce": nonce, "reason": "The page made a mistake. Load it again."}

    async def _command(self, person: Person, frame: Json) -> Json:
        channel = person.channel(frame["channel"])
        options = read_options(frame["options"])
        invocation = person.sender.invocation(channel, frame["command"], options)
        return self._outcome(frame["nonce"], await person.sender.command(channel, invocation))

    async def _menu(self, person: Person, frame: Json) -> Json:
        channel = person.channel(frame["channel"])
        reply = await person.sender.on(channel, frame["kind"], frame["command"], frame["target"])
        return self._outcome(frame["nonce"], reply)

    async def _autocomplete(self, person: Person, frame: Json) -> Json:
        choices: list[Choice] = []
        try:
            channel = person.channel(frame["channel"])
            options = read_options(frame["options"])
            invocation = person.sender.invocation(channel, frame["command"], options)
            choices = await person.sender.choices(channel, invocation)
        except (NotResponding, Refused) as failure:
            _log.info("No choices for %s: %s", person.user.name, failure)
        return choices_frame(frame["nonce"], choices)

    async def _component(self, person: Person, frame: Json) -> Json:
        message = Message(self._post(frame["channel"], frame["message"]))
        values = frame.get("values") or []
        return self._outcome(frame["nonce"], await person.use(message, frame["custom_id"], values))

    async def _modal(self, person: Person, frame: Json) -> Json:
        modal = self._modals.get(frame["modal"])
        if modal is None:
            raise Refused("This form is no longer open.")
        reply = await person.sender.form(modal, read_form(frame["components"]))
        del self._modals[frame["modal"]]
        return self._outcome(frame["nonce"], reply)

    async def _say(self, person: Person, frame: Json) -> Json:
        target = frame.get("reply_to")
        reply_to = None if target is None else Message(self._post(frame["channel"], target))
        person.say(frame["channel"], frame["content"], reply_to=reply_to)
        return {"op": "done", "nonce": frame["nonce"]}

    def _post(self, channel_id: str, message_id: str) -> Post:
        post = self._world.posts.get(channel_id, message_id)
        if post is None:
            raise Refused("This message is gone.")
        return post

    def _outcome(self, nonce: str, reply: Reply) -> Json:
        if reply.modal is None:
            return {"op": "done", "nonce": nonce}
        while len(self._modals) >= MOST_MODALS:
            del self._modals[next(iter(self._modals))]
        self._modals[nonce] = reply.modal
        return modal_frame(nonce, reply.modal)
