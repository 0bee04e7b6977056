"""Sharing a game: what others get to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.controls import HERE, first
from tests.ui.room import DM, deal, play_out

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor


async def _preview(person: Visitor) -> Message:
    return await person.slash(HERE, "share")


async def test_a_game_in_play_is_not_shared(room: Room) -> None:
    """A game is not shared while it is in play, nor if no move was played in it."""
    await deal(room.ada)
    assert "isn't over yet" in (await _preview(room.ada)).text
    asked = await room.ada.slash(HERE, "resign")
    await room.ada.press(asked, "Resign")
    assert "nothing to share" in (await _preview(room.ada)).text


async def test_the_last_game_that_is_over_is_shared(room: Room) -> None:
    """Whoever has begun another game meanwhile shares the one that is over, and not one without a move."""
    await play_out(room.ada)
    for _ in range(2):  # the first of them is given up for the second, untouched
        await deal(room.ada)
        preview = await _preview(room.ada)
        assert preview.text.startswith("**Late-Binding Solitaire**")
        assert "Post it here" in preview.buttons


async def test_help_shows(room: Room) -> None:
    """A result with hints is not called clean, and a resigned game is no win."""
    board = await deal(room.ada)
    await room.ada.press(board, "Hint")
    await room.ada.make(room.ada.sees()[0], first(board))
    asked = await room.ada.slash(HERE, "resign")
    await room.ada.press(asked, "Resign")
    assert "resigned at 51 piles · 1 move · 0:00 · assisted" in (await _preview(room.ada)).text


async def test_a_preview_in_words(room: Room) -> None:
    """The preview of a share is in words for its player, and others get the squares."""
    await room.ada.slash(HERE, "settings", cards="words, for a screen reader")
    await play_out(room.ada)
    preview = await _preview(room.ada)
    assert not set("🟦🟨🔶🟥⬜") & set(preview.text)
    assert "win lost" in preview.text.splitlines()[2]
    await room.ada.press(preview, "Post it here")
    (seen,) = room.ben.sees()
    assert "🟥" in seen.text
    assert " win lost" in seen.text


async def test_whoever_reads_it_plays_it_too(room: Room) -> None:
    """Others are dealt the same cards by the button on a share, in private, after a restart as well."""
    board = await play_out(room.ada)
    await room.ada.press(await _preview(room.ada), "Post it here")
    await room.restart()
    (seen,) = room.ben.sees(HERE)
    await room.ben.press(seen, "Beat it")
    post, dealt = room.ben.sees(HERE)
    assert dealt.ephemeral
    assert f"To beat: <@{room.ada.seat.owner}>, " in dealt.text
    assert f"Tried by 1: <@{room.ben.seat.owner}> is playing" in post.text
    assert (await room.game_of(room.ben)).session.seed == "tuesday"
    await room.ada.press(seen, "Beat it")
    assert room.ben.sees(HERE) == [post, dealt]
    assert board in room.ada.sees(HERE)


async def test_a_share_in_a_direct_message_has_no_button(room: Room) -> None:
    """Where only its player reads a share, it offers nobody to play it too."""
    await play_out(room.ada, where=DM)
    await room.ada.press(await room.ada.slash("dm", "share"), "Post it here")
    assert room.ada.sees(DM)[-1].buttons == ["Copy"]
