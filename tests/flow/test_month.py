"""Who is on no leaderboard any more: whoever left the server."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from bot.store import Daily, Ended, Kind, NewGame, NewVersion, Status
from idle_year.engine.games import games_of
from small_discord.gateway import frames
from tests.clock import Clock
from tests.flow.boards import play_made_up
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.reading import with_names

if TYPE_CHECKING:
    from small_discord import Message, Person
    from small_discord.gateway.frames import RequestMembers
    from small_discord.wire import Json
    from small_discord.world.world import World
    from tests.flow.conftest import Parlour

PARLOUR = "The Parlour"
NOT_LISTED = "Not listed: 1 player who left this server."


@pytest.fixture(autouse=True)
def clock(parlour: Parlour) -> Clock:
    """Begin at noon of 20 November."""
    parlour.now = clock = Clock()
    return clock


async def _win(parlour: Parlour, player: int, stars: int, day: date, family: str = "accordion") -> None:
    """Have a player win a daily in The Parlour, whoever that is."""
    store = parlour.bot.services.store
    game = games_of(family)[0].id
    daily = await store.dailies.save(Daily(day, family, game, 1, f"{day}{family}", "key", 0, stars, None))
    new = NewGame(player, 3, _server(parlour), game, 1, daily.seed, kind=Kind.DAILY, day=day)
    dealt = await store.games.create(new)
    won = NewVersion(player, "2<", "", Status.FINISHED, Ended("won", 1, 9))
    assert await store.games.save(dealt.seen, won)


async def _board(person: Person, **options: str) -> Message:
    return await (await person.slash(HERE, "leaderboard", **options)).final()


def _id(person: Person) -> int:
    return int(person.user.id)


def _server(parlour: Parlour) -> int:
    return int(str(parlour.ada.channel(HERE).guild_id))


async def test_whoever_left_is_not_listed(parlour: Parlour, clock: Clock) -> None:
    """Who left the server is on none of its leaderboards, and nobody takes their place until they return."""
    ben = parlour.ben
    await play_made_up(parlour, ben)
    await _win(parlour, _id(ben), 5, clock.now.date())
    await _win(parlour, _id(parlour.ada), 4, clock.now.date(), "pyramid")
    ben.leave(PARLOUR)
    board = await _board(parlour.ada)
    assert with_names(board).splitlines()[1:3] == [
        "` 2` 🥈 @Ada · 4 points · 1 win · **you**",
        f"-# {NOT_LISTED}",
    ]
    one_game = await _board(parlour.ada, game="late-binding")
    assert NOT_LISTED in one_game.text
    assert "pile" not in one_game.text
    ben.join(PARLOUR)
    clock.wait(24 * 60 - 1)
    assert NOT_LISTED in (await _board(parlour.ada)).text
    assert "🥇 @Ben · 5 points" in with_names(await _board(ben))
    assert "🥇 @Ben · 5 points" in with_names(await _board(parlour.ada))


async def test_a_day_later_it_is_asked_again(parlour: Parlour, clock: Clock) -> None:
    """A day after Discord was asked whether somebody is there, it is asked again."""
    await _win(parlour, _id(parlour.ben), 5, clock.now.date())
    assert "@Ben" in with_names(await _board(parlour.ada))
    parlour.ben.leave(PARLOUR)
    clock.wait(24 * 60 - 1)
    assert "@Ben" in with_names(await _board(parlour.ada))
    clock.wait(1)
    assert NOT_LISTED in (await _board(parlour.ada)).text


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Return whom Discord is asked about from now on, question by question."""
    asked: list[list[int]] = []

    def note(world: World, request: RequestMembers) -> Json | None:
        assert isinstance(request.user_ids, list)
        asked.append([int(each) for each in request.user_ids])
        return frames.members_chunk(world, request)

    monkeypatch.setattr("small_discord.gateway.socket.members_chunk", note)
    return asked


async def test_only_people_on_the_page_are_asked_about(
    parlour: Parlour, clock: Clock, asked: list[list[int]]
) -> None:
    """Discord is asked only about the people on the page, in one question, and not again that day."""
    for stranger in range(1, 13):
        await _win(parlour, stranger, 3, clock.now.date())
    await _win(parlour, _id(parlour.ben), 5, clock.now.date(), "pyramid")
    ada = parlour.ada
    first = await _board(ada)
    assert "@Ben" in with_names(first)
    assert "page 1 of 2" in first.text
    assert "Not listed: 9 players who left this server." in first.text
    second = (await ada.press(first, "Further ▶")).message
    assert second is not None
    assert "page 2 of 2" in second.text
    assert "Not listed: 3 players who left this server." in second.text
    again = (await ada.press(second, "◀ Better")).message
    assert again is not None
    assert again.text == first.text
    await _board(parlour.ben)
    assert asked == [
        [_id(ada), _id(parlour.ben), *range(1, 10)],
        [_id(ada), *range(10, 13)],
    ]


async def test_whom_nobody_knows_about_is_listed(
    parlour: Parlour, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Discord does not say in time who has left, was asked often enough or can't be, all are listed."""
    await _win(parlour, _id(parlour.ben), 5, clock.now.date())
    parlour.ben.leave(PARLOUR)

    def tell_little(world: World, request: RequestMembers) -> Json:
        return {**(frames.members_chunk(world, request) or {}), "members": []}

    with monkeypatch.context() as silent:
        silent.setattr("bot.client.members._LONGEST_WAIT", 0.05)
        silent.setattr("small_discord.gateway.socket.members_chunk", lambda *_: None)
        assert "5 points" in (await _board(parlour.ada)).text
    clock.wait(1)
    with monkeypatch.context() as cut:
        cut.setattr("small_discord.gateway.socket.members_chunk", tell_little)
        assert "5 points" in (await _board(parlour.ada)).text
    monkeypatch.setattr("bot.client.members._MOST_IN_A_MINUTE", 1)
    assert "5 points" in (await _board(parlour.ada)).text
    clock.wait(1)
    parlour.ada.add_app()
    parlour.ada.settings_of(PARLOUR).throw_out_bot()
    await until(lambda: not parlour.bot.get_guild(_server(parlour)))
    assert "5 points" in (await _board(parlour.ada)).text
    parlour.ada.settings_of(PARLOUR).invite_bot()
    await until(lambda: bool(parlour.bot.get_guild(_server(parlour))))
    assert NOT_LISTED in (await _board(parlour.ada)).text


async def test_a_discord_that_does_not_answer_is_asked_less_and_less(
    parlour: Parlour, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Discord answers nothing about members, the pauses between questions grow to an hour."""
    await _win(parlour, _id(parlour.ben), 5, clock.now.date())
    monkeypatch.setattr("bot.client.members._LONGEST_WAIT", 0.02)
    asked: list[RequestMembers] = []
    monkeypatch.setattr("small_discord.gateway.socket.members_chunk", lambda _, each: asked.append(each))
    for minute in range(130):
        assert "@Ben" in with_names(await _board(parlour.ada)), minute
        clock.wait(1)
    await until(lambda: len(asked) >= 8)
    assert len(asked) == 8, "after 0, 1, 3, 7, 15, 31, 63 and 123 minutes"


async def test_not_more_people_are_remembered_than_there_is_room_for(
    parlour: Parlour, clock: Clock, monkeypatch: pytest.MonkeyPatch, asked: list[list[int]]
) -> None:
    """Of all the people asked about only so many are remembered; the others are asked about again."""
    monkeypatch.setattr("bot.client.members._MOST_KEPT", 2)
    for player in (_id(parlour.ada), _id(parlour.ben), 1):
        await _win(parlour, player, 3, clock.now.date())
    for _ in range(2):
        board = await _board(parlour.ada)
        assert NOT_LISTED in board.text
        assert "@Ben" in with_names(board)
    assert len(asked) == 2
    assert len(parlour.bot.services.members._known) == 2
