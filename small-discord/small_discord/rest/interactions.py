"""Answers to interactions: the first one, and what a bot does with the token afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aiohttp import web

from small_discord.interactions import Answer, Desk, Interaction, InteractionKind, Respond
from small_discord.limits.commands import check_autocomplete
from small_discord.limits.errors import Problems, invalid, unknown
from small_discord.limits.fields import check_object, given
from small_discord.limits.messages import check_put_off
from small_discord.limits.modals import check_modal
from small_discord.limits.normal import number_components
from small_discord.posting import Writer
from small_discord.rest.route import Route, says_yes
from small_discord.wire import Body, Json, answer, no_content
from small_discord.world.payloads import message_payload
from small_discord.world.posts import Post
from small_discord.world.world import World

_MESSAGES = (Respond.MESSAGE, Respond.DEFER_MESSAGE)
_UPDATES = (Respond.DEFER_UPDATE, Respond.UPDATE)
_SHOWN_ONCE = (Respond.CHOICES, Respond.MODAL)
_IN_DATA = ("data",)
_ORIGINAL = "@original"


class CallbackRoutes:
    """The route that acknowledges interactions, in time and only once."""

    def __init__(self, world: World, desk: Desk, writer: Writer, base_url: Callable[[], str]) -> None:
        self._world = world
        self._desk = desk
        self._writer = writer
        self._base_url = base_url

    def routes(self) -> list[Route]:
        """Return the route."""
        path = "/interactions/{interaction_id}/{interaction_token}/callback"
        return [Route("POST", path, self._callback, open_=True)]

    async def _callback(self, request: web.Request, body: Body) -> web.Response:
        keys = request.match_info
        interaction = self._desk.with_id(keys["interaction_id"], keys["interaction_token"])
        interaction.check_open()
        respond = _respond_type(interaction, body.json.get("type"))
        data = _data(body.json)
        post = self._act(interaction, respond, Body(data, body.files))
        # A message is kept by the world alone: with all those of a quarter of an hour, memory would run out.
        interaction.acknowledge(Answer(respond, data if respond in _SHOWN_ONCE else {}))
        if says_yes(request, "with_response"):
            return answer(self._told(interaction, respond, post))
        return no_content()

    def _act(self, interaction: Interaction, respond: Respond, body: Body) -> Post | None:
        if respond is Respond.CHOICES:
            check_autocomplete(body.json, _IN_DATA)
            return None
        if respond is Respond.MODAL:
            check_modal(body.json, _IN_DATA)
            number_components(body.json["components"])
            return None
        if respond in _UPDATES:
            return self._update(interaction, respond, body)
        if respond is Respond.MESSAGE:
            post = self._writer.respond(interaction, body, _IN_DATA)
        else:
            check_put_off(body.json, _IN_DATA)
            post = self._writer.think(interaction, ephemeral=bool(body.json.get("flags")))
        interaction.original_id = post.id
        return post

    def _update(self, interaction: Interaction, respond: Respond, body: Body) -> Post:
        asked = interaction.asked
        post = self._world.posts.get(asked.channel.id, str(asked.source_id))
        if post is None:
            raise unknown("Message")
        interaction.original_id = post.id
        return self._writer.edit(post, body, _IN_DATA) if respond is Respond.UPDATE else post

    def _told(self, interaction: Interaction, respond: Respond, post: Post | None) -> Json:
        told: Json = {"id": interaction.id, "type": int(interaction.asked.kind)}
        if post is None or respond is Respond.DEFER_UPDATE:
            return {"interaction": told}
        told |= {
            "response_message_id": post.id,
            "response_message_loading": post.thinking,
            "response_message_ephemeral": post.viewer is not None,
        }
        if respond is Respond.DEFER_MESSAGE:
            return {"interaction": told}
        message = message_payload(self._world, post, self._base_url())
        return {"interaction": told, "resource": {"type": int(respond), "message": message}}


def _data(response: Json) -> Json:
    """Return the data of a response; raise ApiError if it is no object."""
    problems = Problems()
    data = check_object(problems, _IN_DATA, given(response, "data", {}))
    problems.refuse()
    return data


def _respond_type(interaction: Interaction, number: Any) -> Respond:
    allowed = _allowed(interaction)
    if number not in allowed:
        choices = tuple(map(int, allowed))
        raise invalid(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {choices} for this interaction.")
    return Respond(number)


def _allowed(interaction: Interaction) -> tuple[Respond, ...]:
    asked = interaction.asked
    if asked.kind is InteractionKind.AUTOCOMPLETE:
        return (Respond.CHOICES,)
    updates = _UPDATES if asked.source_id is not None else ()
    modal = (Respond.MODAL,) if asked.kind is not InteractionKind.MODAL else ()
    return (*_MESSAGES, *updates, *modal)


class WebhookRoutes:
    """Routes that read, edit and delete the original answer, and send follow-ups."""

    def __init__(self, world: World, desk: Desk, writer: Writer, base_url: Callable[[], str]) -> None:
        self._world = world
        self._desk = desk
        self._writer = writer
        self._base_url = base_url

    def routes(self) -> list[Route]:
        """Return the routes."""
        hook = "/webhooks/{webhook_id}/{webhook_token}"
        routes = [Route("POST", hook, self._follow_up, open_=True, lacks=("applied_tags", "thread_name"))]
        for which in (_ORIGINAL, "{message_id}"):
            path = f"{hook}/messages/{which}"
            routes += [
                Route("GET", path, self._get, open_=True),
                Route("PATCH", path, self._edit, open_=True),
                Route("DELETE", path, self._delete, open_=True),
            ]
        return routes

    def _interaction(self, request: web.Request) -> Interaction:
        return self._desk.with_token(request.match_info["webhook_id"], request.match_info["webhook_token"])

    def _post(self, request: web.Request, interaction: Interaction) -> Post:
        wanted = request.match_info.get("message_id", _ORIGINAL)
        message_id = interaction.original_id if wanted == _ORIGINAL else wanted
        mine = message_id in interaction.message_ids or message_id == interaction.original_id
        post = self._world.posts.get(interaction.asked.channel.id, str(message_id)) if mine else None
        if post is None:
            raise unknown("Message")
        return post

    def _show(self, post: Post) -> web.Response:
        return answer(message_payload(self._world, post, self._base_url()))

    async def _follow_up(self, request: web.Request, body: Body) -> web.Response:
        interaction = self._interaction(request)
        interaction.check_follow_up()
        original = self._world.posts.get(interaction.asked.channel.id, str(interaction.original_id))
        if original is not None and original.thinking:
            # The first follow-up replaces "is thinking", and is as private as that was.
            post = self._writer.edit(original, body)
        else:
            post = self._writer.respond(interaction, body)
            interaction.message_ids.add(post.id)
        interaction.count_follow_up()
        interaction.settle(post.id)
        return self._show(post)

    async def _get(self, request: web.Request, body: Body) -> web.Response:
        return self._show(self._post(request, self._interaction(request)))

    async def _edit(self, request: web.Request, body: Body) -> web.Response:
        interaction = self._interaction(request)
        post = self._writer.edit(self._post(request, interaction), body)
        interaction.settle(post.id)
        return self._show(post)

    async def _delete(self, request: web.Request, body: Body) -> web.Response:
        interaction = self._interaction(request)
        post = self._post(request, interaction)
        self._world.posts.delete(post)
        if not post.thinking:  # else a follow-up takes its place
            interaction.settle(post.id)
        return no_content()
