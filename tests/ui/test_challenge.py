"""Challenges: who presses *Beat it* is dealt the same, and the post says how that went."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord.ui import TextDisplay

from bot.render.challenge import outcome_text
from bot.service.challenge import Rival
from bot.store import EVERYWHERE, Kind, Result
from bot.ui.response import Place
from idle_year.engine.games import find_game
from tests.controls import HERE, first
from tests.ui.dailies import attempt, play_out
from tests.ui.room import deal, give_up, play_on
from tests.ui.room import play_out as play_game_out

if TYPE_CHECKING:
    import pytest

    from bot.ui.components import Layout
    from bot.ui.request import Request
    from bot.ui.response import Response
    from small_discord import Message
    from tests.ui.room import Room, Visitor

FACES = set("♠♥♦♣")


async def _post(person: Visitor) -> Message:
    """Post how the person's last game went."""
    await person.press(await person.slash(HERE, "share"), "Post it here")
    return next(each for each in reversed(person.sees(HERE)) if "Copy" in each.buttons and not each.ephemeral)


def _edits_by_token(room: Room, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what posts are given by tokens from now on."""
    given = []

    async def edit(_message: int, view: Layout, _files: object = ()) -> bool:
        given.append(
            "\n".join(each.content for each in view.walk_children() if isinstance(each, TextDisplay))
        )
        return True

    monkeypatch.setattr(room.services.live, "edit", edit)
    return given


async def _redrawn(room: Room) -> None:
    """Wait for posts that are redrawn in a moment."""
    await asyncio.gather(*room.services.posts._under_way)


async def _answer(person: Visitor, post: Message) -> tuple[Message, Message]:
    """Press on a post; return it as it is then, and what the person sees beside it."""
    await person.press(post, "Beat it")
    told = [each for each in person.sees(HERE) if each.id != post.id]
    return next(each for each in person.sees(HERE) if each.id == post.id), told[-1]


async def test_a_daily_is_asked_for_first_and_shows_no_card(room: Room) -> None:
    """Until a daily is over, its post shows no card, and says first that it deals the one try that counts."""
    await play_out(room.ada)
    post = await _post(room.ada)
    assert not FACES & set(post.text)
    assert post.attachments == []
    _, asked = await _answer(room.ben, post)
    assert "one try at it that counts" in asked.text
    assert await room.services.lookup.attempt(room.ben.seat.owner, room.clock.now.date(), "accordion") is None
    board = await room.ben.press(asked, "Deal it")
    assert f"To beat: <@{room.ada.seat.owner}>, " in board.text
    assert (await attempt(room.ben)).kind is Kind.DAILY
    ended = await play_on(room.ben)
    assert f"You and <@{room.ada.seat.owner}> have done equally well: " in ended.text
    room.clock.wait(1)
    post, shown = await _answer(room.ben, post)
    assert shown.text.startswith("### Accordion · Daily, 20 November")
    assert f"Tried by 1: <@{room.ben.seat.owner}> " in post.text
    assert not FACES & set(post.text)


async def test_a_daily_finished_elsewhere_is_added_only_if_asked_for(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has finished the daily elsewhere is asked before that stands under a post."""
    await play_out(room.ada)
    post = await _post(room.ada)
    await play_out(room.ben)
    post, asked = await _answer(room.ben, post)
    assert "Your result can stand under the post" in asked.text
    assert "Tried by" not in post.text
    given = _edits_by_token(room, monkeypatch)
    assert (await room.ben.press(asked, "Add my result")).text.startswith(
        "### Accordion · Daily, 20 November"
    )
    await _redrawn(room)
    assert f"Tried by 1: <@{room.ben.seat.owner}> " in given[-1]
    for person in (room.ben, room.ada):
        room.clock.wait(1)
        _, shown = await _answer(person, post)
        assert shown.text.startswith("### Accordion · Daily, 20 November")


async def test_the_post_of_a_daily_names_who_takes_it_up(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has said yes to the one try stands on the post in a moment, and how it went at its end."""
    await play_out(room.ada)
    _, asked = await _answer(room.ben, await _post(room.ada))
    given = _edits_by_token(room, monkeypatch)
    await room.ben.press(asked, "Deal it")
    await _redrawn(room)
    assert f"Tried by 1: <@{room.ben.seat.owner}> is playing" in given[-1]
    await play_on(room.ben)
    await _redrawn(room)
    assert f"Tried by 1: <@{room.ben.seat.owner}> " in given[-1]
    assert "is playing" not in given[-1]


async def test_a_daily_in_play_is_turned_to(room: Room) -> None:
    """Who has begun the daily goes on with it: commands mean that game from then on."""
    await play_out(room.ada)
    post = await _post(room.ada)
    await room.ben.slash(HERE, "daily play")
    await deal(room.ben, "late-binding")
    room.clock.wait(1)
    await _answer(room.ben, post)
    assert "Daily, 20 November" in (await room.ben.slash(HERE, "board")).text


async def test_a_daily_that_is_over_is_practised(room: Room) -> None:
    """After its day a post shows the deal, and deals it as practice."""
    await play_out(room.ada)
    post = await _post(room.ada)
    room.clock.wait(2 * 24 * 60)
    post, board = await _answer(room.ben, post)
    assert "practice" in board.text
    assert [each["filename"] for each in post.attachments] == ["deal.png"]


async def test_who_has_done_better_is_said(room: Room) -> None:
    """Who does better than the post is told so at the end, and others read it there."""
    board = await deal(room.ada)
    await room.ada.make(board, first(board))
    await give_up(room.ada)
    post, _ = await _answer(room.ben, await _post(room.ada))
    assert f"<@{room.ben.seat.owner}> is playing" in post.text
    ended = await play_on(room.ben)
    assert f"You've beaten <@{room.ada.seat.owner}>: " in ended.text
    room.clock.wait(1)
    cleo = room.person("Cleo")
    post, _ = await _answer(cleo, post)
    tried = f"Tried by 2: <@{cleo.seat.owner}> is playing · <@{room.ben.seat.owner}> beat it: "
    assert tried in post.text


async def test_another_try_takes_nothing_away(room: Room) -> None:
    """Who is dealt the same once more stands on the post with the better end of both."""
    board = await deal(room.ada)
    await room.ada.make(board, first(board))
    await give_up(room.ada)
    post, _ = await _answer(room.ben, await _post(room.ada))
    await play_on(room.ben)
    room.clock.wait(1)
    post, _ = await _answer(room.ben, post)
    assert f"Tried by 1: <@{room.ben.seat.owner}> beat it: " in post.text


def test_somebody_begins_a_sentence() -> None:
    """Who stays ahead and is not to be named begins the sentence with a capital letter."""
    rules = find_game("accordion")
    ahead, behind = (Result("chosen", "stuck", 0, left, 40, 60, None) for left in (3, 5))
    assert outcome_text(Rival(None, ahead), behind, rules).startswith("Somebody stays ahead: ")


async def test_whoever_hides_or_is_gone_is_named_nowhere(room: Room) -> None:
    """Who hides from leaderboards, or has deleted all data, is somebody on the post and on boards."""
    await play_game_out(room.ada)
    post = await _post(room.ada)
    ada, ben = f"<@{room.ada.seat.owner}>", f"<@{room.ben.seat.owner}>"
    assert ada in post.text
    await room.ada.slash(HERE, "settings", leaderboards="hide me")
    post, board = await _answer(room.ben, post)
    assert "To beat: somebody, " in board.text
    assert ada not in post.text
    await room.services.privacy.delete(room.ada.seat.owner)
    await room.services.privacy.delete(room.ben.seat.owner)
    room.clock.wait(1)
    cleo = room.person("Cleo")
    post, board = await _answer(cleo, post)
    assert "Whoever shared this deal has deleted that game" in board.text
    assert ben not in post.text


async def test_who_hides_later_is_not_named_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hides after a press on a post is somebody there, too, once the game that it dealt is over."""
    await play_game_out(room.ada)
    await _answer(room.ben, await _post(room.ada))
    await room.services.store.ranks.hide(EVERYWHERE, room.ada.seat.owner)
    given = _edits_by_token(room, monkeypatch)
    await play_on(room.ben)
    await _redrawn(room)
    assert "somebody · " in given[-1]
    assert f"<@{room.ada.seat.owner}>" not in given[-1]


async def test_who_gives_up_beats_nobody(room: Room) -> None:
    """Who gives up beats nobody however far they came, and before the first move has not even tried."""
    board = await deal(room.ada)
    await room.ada.make(board, first(board))
    await give_up(room.ada)
    post, board = await _answer(room.ben, await _post(room.ada))
    assert "resigned at 51 piles" in board.text
    for _ in range(2):
        board = await room.ben.make(board, first(board))
    assert "You've beaten" not in (await give_up(room.ben)).text
    room.clock.wait(1)
    cleo = room.person("Cleo")
    await _answer(cleo, post)
    await give_up(cleo)
    room.clock.wait(1)
    dan = room.person("Dan")
    post, _ = await _answer(dan, post)
    ben = f"<@{room.ben.seat.owner}> resigned at 50 piles"
    assert f"Tried by 2: <@{dan.seat.owner}> is playing · {ben}" in post.text


async def test_the_day_after_no_try_is_promised(room: Room) -> None:
    """In the hour after a day nobody is told that its daily would be their one try: it is dealt no more."""
    await play_out(room.ada)
    post = await _post(room.ada)
    room.clock.wait(12 * 60 + 30)
    _, told = await _answer(room.ben, post)
    assert "Others still play this deal" in told.text


async def test_a_post_is_copied_as_plain_text(room: Room) -> None:
    """What is copied has neither names nor signs that only Discord reads."""
    await play_game_out(room.ada)
    copied = await room.ben.press(await _post(room.ada), "Copy")
    assert copied.ephemeral
    head, title, *rest, foot = copied.text.splitlines()
    assert (head, foot) == ("```", "```")
    assert title == "Idle Year · Late-Binding Solitaire"
    assert not {"<", "*", "`"} & set("".join(rest))


async def test_of_many_presses_one_redraws_the_post(room: Room) -> None:
    """Within two seconds a post is redrawn once, and its next redraw names all who have pressed meanwhile."""
    await play_game_out(room.ada)
    post, _ = await _answer(room.ben, await _post(room.ada))
    crowd = [room.person(f"Guest {number}") for number in range(3)]
    for guest in crowd:
        later, board = await _answer(guest, post)
        assert later.text == post.text
        assert "To beat: " in board.text
    room.clock.wait(1)
    post, _ = await _answer(room.person("Cleo"), post)
    assert "Tried by 5: " in post.text
    assert all(f"<@{guest.seat.owner}>" in post.text for guest in crowd)


async def test_of_ten_at_once_one_redraws_the_post(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten who press at the same moment one redraws the post, which then names all ten."""
    await play_game_out(room.ada)
    post = await _post(room.ada)
    given, redraws, show = _edits_by_token(room, monkeypatch), list[int](), room.show

    def count(person: int, request: Request, response: Response) -> str:
        if response.place is Place.REPLACE:
            redraws.append(person)
        return show(person, request, response)

    monkeypatch.setattr(room, "show", count)
    crowd = [room.person(f"Guest {number}") for number in range(10)]
    await asyncio.gather(*(guest.press(post, "Beat it") for guest in crowd))
    await _redrawn(room)
    assert len(redraws) == len(given) == 1
    assert all(f"<@{guest.seat.owner}>" in given[0] for guest in crowd)
