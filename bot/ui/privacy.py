"""The data kept about a person, as a file; and the question before it is deleted."""

from __future__ import annotations

from bot.render.labels import DELETE_ALL
from bot.render.privacy import EXPORT_FILE, NOT_YOUR_DATA, erase_question, erased_text, export_head
from bot.ui.answers import tell, tell_in_place
from bot.ui.components import ButtonStyle, Note, PressButton, file_of
from bot.ui.presses import NO_GAME, Press
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services
from idle_year.engine.errors import GameError

ERASE = "erase"
"""The verb of the button that deletes; the id of the data's owner follows it."""


async def send_export(services: Services, request: Request) -> Response:
    """Send a person, in private, all data kept about them."""
    content = await services.privacy.export(request.player, export_head())
    return Response(files=[await file_of(content, "idle-year.json", EXPORT_FILE, request.most_bytes)])


async def ask_to_erase(services: Services, request: Request) -> Response:
    """Say what deletion means, and ask a person to confirm it."""
    return tell(services, erase_note(request.player))


def erase_note(player: int) -> Note:
    """Return the question before all data about a person is deleted."""
    delete = PressButton(DELETE_ALL, Press(NO_GAME, ERASE, str(player)), style=ButtonStyle.danger)
    return Note(erase_question(), delete)


async def erase(services: Services, request: Request) -> Response:
    """Delete all data about the person who pressed; raise GameError if the button is for someone else's."""
    if request.press.numbers() != [request.player]:
        raise GameError(NOT_YOUR_DATA)
    await services.privacy.delete(request.player)
    return tell_in_place(services, request, Note(erased_text()))
