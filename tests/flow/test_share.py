"""Sharing a game: what others get to read."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest

from bot.service.thinking.fair_pool import TooBusy
from small_discord import Refused
from tests import forged
from tests.flow.boards import play_out
from tests.flow.conftest import HERE
from tests.flow.reading import with_names
from tests.flow.test_discord import PARLOUR
from tests.games import played_out

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.service.review import Review
    from small_discord import Message, Person
    from small_discord.world.posts import Post
    from tests.flow.conftest import Parlour


async def _preview(person: Person) -> Message:
    return await (await person.slash(HERE, "share")).final()


async def test_a_result_is_shared(parlour: Parlour) -> None:
    """A result is seen at first by its player only, then by everybody, with neither cards nor moves."""
    piles = len(played_out().state.piles)
    board = await play_out(parlour.ada)
    preview = await (await parlour.ada.press(board, "Share")).final()
    assert preview.ephemeral
    assert parlour.ben.sees(HERE) == []
    await parlour.ada.press(preview, "Post it here")
    await parlour.ada.waits_for(HERE, "Posted.")
    (seen,) = parlour.ben.sees(HERE)
    assert seen.text == preview.text
    assert [each["filename"] for each in seen.attachments] == ["deal.png"]
    assert seen.buttons == ["Beat it", "Copy"]
    first, result, squares, counts, code = seen.text.splitlines()
    assert first == "**Late-Binding Solitaire**"
    who, _, result = result.partition(" · ")
    assert who == f"<@{parlour.ada.user.id}>"
    assert re.fullmatch(rf"{piles} piles · {len(played_out().moves)} moves · \d:\d\d · unaided", result)
    assert set(squares) <= set("🟦🟨🔶🟥⬜")
    assert len(squares) == -(-len(played_out().moves) // 5)
    assert "win lost" in counts
    assert code == "-# Play the same deal: `late-binding:tuesday`"
    assert not set("♣♦♥♠<>|") & set(result + squares + counts + code)


async def test_nobody_is_pinged(parlour: Parlour) -> None:
    """The player is named in a message that notifies nobody: its mentions come with an edit."""
    posted: list[Post] = []

    def note(happening: str, post: Post) -> None:
        if happening == "created" and post.viewer is None:
            posted.append(post)

    parlour.local.world.posts.listeners.append(note)
    await play_out(parlour.ada)
    await parlour.ada.press(await _preview(parlour.ada), "Post it here")
    await parlour.ada.waits_for(HERE, "Posted.")
    assert [post.payload["mentions"] for post in posted] == [[]]
    assert "@Ada · " in with_names(parlour.ben.sees(HERE)[-1])


async def test_a_result_is_posted_once(parlour: Parlour) -> None:
    """The button that posts it disappears when pressed, even after a restart of the bot."""
    await play_out(parlour.ada)
    preview = await _preview(parlour.ada)
    await parlour.restart()
    await parlour.ada.press(preview, "Post it here")
    with pytest.raises(Refused):
        await parlour.ada.press(preview, "Post it here")
    await parlour.ada.waits_for(HERE, "Posted.")
    assert len(parlour.ben.sees(HERE)) == 1
    assert not any("Post it here" in message.buttons for message in parlour.ada.sees(HERE))


async def test_presses_at_once_post_once(parlour: Parlour) -> None:
    """Several presses at once post a result once; posting again takes another preview."""
    await play_out(parlour.ada)
    preview = await _preview(parlour.ada)
    await asyncio.gather(*(parlour.ada.press(preview, "Post it here") for _ in range(3)))
    await parlour.ada.waits_for(HERE, "Posted.")
    assert "Post it here" in (await _preview(parlour.ada)).buttons
    assert len(parlour.ben.sees(HERE)) == 1


async def test_a_second_tap_posts_nothing(parlour: Parlour) -> None:
    """A second tap on the preview's button posts nothing, even if it arrives late."""
    await play_out(parlour.ada)
    preview = await _preview(parlour.ada)
    button = preview.find("Post it here")["custom_id"]
    await parlour.ada.press(preview, "Post it here")
    await parlour.ada.waits_for(HERE, "Posted.")
    await forged.reply(parlour.local, parlour.ada, preview, button)
    await parlour.settle()
    assert len(parlour.ben.sees(HERE)) == 1


async def test_what_discord_hides_is_not_said_to_be_posted(parlour: Parlour) -> None:
    """In a server that wants no apps that people bring along, others get to read nothing."""
    settings = parlour.ada.settings_of(PARLOUR)
    settings.deny("everybody", "use_external_apps")
    settings.throw_out_bot()
    parlour.ben.add_app()
    await play_out(parlour.ben)
    await parlour.ben.press(await _preview(parlour.ben), "Post it here")
    await parlour.ben.waits_for(HERE, "only you can read it")
    assert parlour.ada.sees(HERE) == []


async def test_where_the_bot_is_not_a_post_offers_it(parlour: Parlour) -> None:
    """What somebody posts who has brought the bot along links to what adds it to a server."""
    parlour.ada.settings_of(PARLOUR).throw_out_bot()
    parlour.ben.add_app()
    await play_out(parlour.ben)
    await parlour.ben.press(await _preview(parlour.ben), "Post it here")
    await parlour.ben.waits_for(HERE, "Posted.")
    (seen,) = parlour.ada.sees(HERE)
    assert seen.buttons == ["Beat it", "Copy", "Add Idle Year"]
    link = f"https://discord.com/oauth2/authorize?client_id={parlour.local.world.app.id}"
    assert seen.find("Add Idle Year")["url"] == link


async def test_a_share_that_fails_says_so(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """A share whose review fails says so, nothing is posted, and another press on the preview posts it."""
    await play_out(parlour.ada)
    preview = await _preview(parlour.ada)
    await parlour.restart()  # which forgets the review

    async def refuse(_: Game) -> Review:
        raise TooBusy

    with monkeypatch.context() as patched:
        patched.setattr(parlour.bot.services.reviews, "review", refuse)
        refused = (await parlour.ada.press(preview, "Post it here")).message
    assert refused is not None
    assert "Too many people" in refused.text
    assert parlour.ben.sees(HERE) == []
    await parlour.ada.press(preview, "Post it here")
    await parlour.ada.waits_for(HERE, "Posted")
    assert parlour.ben.sees(HERE) != []


async def test_a_post_is_answered_where_the_bot_sees_nothing(parlour: Parlour) -> None:
    """Who presses on a post is dealt the same and stands on it: by the press, or by its token soon after."""
    parlour.ada.settings_of(PARLOUR).deny("Idle Year", "view_channel", channel="patience")
    await play_out(parlour.ada)
    await parlour.ada.press(await _preview(parlour.ada), "Post it here")
    await parlour.ada.waits_for(HERE, "Posted.")
    (post,) = parlour.ben.sees(HERE)
    cleo = parlour.local.person("Cleo")
    for guest in (parlour.ben, cleo):
        await guest.press(post, "Beat it")
        assert "To beat: " in (await guest.waits_for(HERE, "To beat: ")).text
    seen = await parlour.ada.waits_for(HERE, "Tried by 2: ")
    assert f"<@{cleo.user.id}> is playing · <@{parlour.ben.user.id}> is playing" in seen.text
    assert [each["filename"] for each in seen.attachments] == ["deal.png"]
