"""Watching a game that is over as a film: who may, when, and what it costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.render.film import scenes
from bot.render.refusals import FILM_TOO_LARGE
from small_discord.limits.kinds import walk
from tests.controls import HERE
from tests.render.test_film import frames_of
from tests.ui.room import content_of, give_up, play_made_up, play_on, play_out

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor

ON = "Others still play this deal: you can see it as a film once the daily, race or puzzle is over."


async def force(person: Visitor, verb: str = "film") -> Message:
    """Press what no message offers, about the person's last game."""
    seen = (await person.room.game_of(person)).seen
    return await person.use(person.sees()[-1], f"iy:{seen.id}:{seen.version}:{verb}")


async def is_assisted(room: Room) -> bool:
    """Whether the deal of Ada's last game would count as one with help."""
    game = await room.game_of(room.ada)
    return bool(await room.services.store.games.assisted([game.id]))


@pytest.mark.parametrize("command", ["review", "share"])
async def test_a_film_is_for_its_player(room: Room, command: str) -> None:
    """From a review or the preview of a share, a game that is over is a film, for its player alone."""
    await play_out(room.ada)
    note = await room.ada.slash(HERE, command)
    film = await room.ada.press(note, "Film")
    assert film.ephemeral
    assert film.id != note.id
    assert "**No moves left.**" in film.text
    (shown,) = [each["items"][0] for each in walk(film.components) if "items" in each]
    (attached,) = film.attachments
    assert shown["media"]["url"] == f"attachment://{attached['filename']}"
    assert shown["description"].startswith("A film of Late-Binding Solitaire: 16 moves, ")
    frames, _ = frames_of(content_of(film))
    assert len(frames) == len(scenes((await room.game_of(room.ada)).session.moves))
    assert film not in room.ben.sees()


async def test_a_film_is_help_with_its_deal(room: Room) -> None:
    """A film counts as help with its deal, as a review does."""
    await room.ada.slash(HERE, "deal accordion", variant="late-binding")
    await give_up(room.ada)
    assert not await is_assisted(room)
    await force(room.ada)
    assert await is_assisted(room)


async def test_a_game_in_play_has_no_film(room: Room) -> None:
    """Of a game that is not over there is no film, and asking for one is no help."""
    await room.ada.slash(HERE, "deal accordion", variant="parlett")
    refused = await force(room.ada)
    assert refused.text == "This game isn't over yet: finish or resign it first, or use `/check`."
    assert not refused.attachments
    assert not await is_assisted(room)


@pytest.mark.parametrize("occasion", ["daily", "race"])
async def test_a_deal_that_others_play_has_no_film(room: Room, occasion: str) -> None:
    """While others play a daily or a race, its film is neither offered nor shown; once it is over, it is."""
    if occasion == "daily":
        await room.ben.slash(HERE, "daily play", family="accordion")
    else:
        race = await room.ada.slash(HERE, "race start", game="late-binding")
        await room.ben.press(race, "Join race")
    await play_on(room.ben)
    note = await room.ben.slash(HERE, "share")
    assert "Film" not in note.buttons
    refused = await force(room.ben)
    assert (refused.text, refused.attachments) == (ON, [])
    if occasion == "daily":
        room.clock.wait(36 * 60)
    else:
        await room.ada.slash(HERE, "race stop")
    assert "Film" in (await room.ben.slash(HERE, "review")).buttons
    assert (await force(room.ben)).attachments


async def test_a_film_that_discord_would_refuse(room: Room) -> None:
    """Where Discord takes no file so large, a sentence says so, and that was no help."""
    await play_made_up(room.ada)
    room.ada.request = replace(room.ada.request, most_bytes=1000)
    assert (await force(room.ada)).text == FILM_TOO_LARGE
