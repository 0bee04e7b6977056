"""/play, /help and a message to the bot: by taps alone to a game, a daily, and back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from discord import app_commands

from bot.engine.daily import FAMILIES
from bot.engine.games import ALL, games_of
from small_discord import Fault, Planned
from small_discord.limits.kinds import walk
from tests.clock import Clock
from tests.controls import first, make
from tests.flow.boards import deal
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.reading import as_read
from tests.forged import press as forge

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

LOUNGE = "The Parlour/#lounge"
SEND = "POST /channels/{channel_id}/messages"
NOT_ANSWERED = "A direct message was not answered"
DAILIES = [games_of(family)[0].name for family in FAMILIES]


@pytest.fixture(autouse=True)
def noon(parlour: Parlour) -> None:
    """Begin at noon of the same day."""
    parlour.now = Clock()


async def front_door(person: Person) -> Message:
    """Use /play and return the answer."""
    return await (await person.slash(HERE, "play")).final()


async def tap(person: Person, message: Message, button: str) -> Message:
    """Press the button whose label begins so, and return what it leads to."""
    (label,) = [each for each in message.buttons if each.startswith(button)]
    return await (await person.press(message, label)).final()


async def _resign(person: Person) -> None:
    asked = (await person.slash(HERE, "resign")).message
    assert asked is not None
    await tap(person, asked, "Resign")


async def test_a_newcomer_sees_where_to_begin(parlour: Parlour) -> None:
    """A newcomer privately sees where to begin: the first game in blue, other ways, Help, and each daily."""
    door = await front_door(parlour.ada)
    assert door.ephemeral
    assert "**Your first game** has only eighteen cards" in door.text
    assert door.find("Your first game")["style"] == 1
    assert f"new ones <t:{int(datetime(2026, 11, 21, tzinfo=UTC).timestamp())}:R>" in door.text
    assert "Finish one to start a streak." in door.text
    assert door.buttons == ["Your first game", "Deal a game", "Solve a puzzle", "Help", *DAILIES]


async def test_two_taps_and_a_choice_deal_any_game(parlour: Parlour) -> None:
    """Two taps and a choice deal any game: its family, then the game, whose board replaces the picker."""
    door = await front_door(parlour.ada)
    picker = await tap(parlour.ada, door, "Deal a game")
    picker = await tap(parlour.ada, picker, "Royal Marriage")
    assert "Pick one of 18 **Royal Marriage** games; it starts right away." in picker.text
    board = await (await parlour.ada.choose(picker, "Royal Marriage games", "Bayan")).final()
    assert board.id == door.id
    assert board.text.startswith("### Bayan\n")
    assert (await parlour.game_of(parlour.ada)).rules.id == "bayan"


async def test_every_game_is_in_the_list_of_its_family(parlour: Parlour) -> None:
    """Every game is in the list of its family, in the usual order, with a line about it."""
    picker = await tap(parlour.ada, await front_door(parlour.ada), "Deal a game")
    listed = []
    for name in DAILIES:
        if name != DAILIES[0]:
            picker = await tap(parlour.ada, picker, name)
        (chosen,) = [each["label"] for each in walk(picker.components) if each.get("disabled")]
        assert chosen == name, "its games are listed already"
        lines = [option for select in picker.selects for option in select["options"]]
        assert all(len(line["description"]) > 20 for line in lines)
        listed += [line["value"] for line in lines]
    assert listed == list(ALL)


async def test_the_picker_leads_back(parlour: Parlour) -> None:
    """Back leads from the picker to what its message showed before."""
    door = await front_door(parlour.ada)
    back = await tap(parlour.ada, await tap(parlour.ada, door, "Deal a game"), "Back")
    assert (back.id, back.text) == (door.id, door.text)


async def test_a_game_in_progress_comes_first(parlour: Parlour) -> None:
    """A game in progress comes first in /play, and dealing another lays it aside there."""
    assert isinstance(parlour.now, Clock)
    board = await deal(parlour.ada)
    board = await (await make(parlour.ada, board, first(board))).final()
    door = await front_door(parlour.ada)
    assert door.buttons[0] == "Keep playing Accordion, 1 move"
    assert (await tap(parlour.ada, door, "Keep playing")).text == board.text
    picker = await tap(parlour.ada, await front_door(parlour.ada), "Deal a game")
    dealt = await (await parlour.ada.choose(picker, "Accordion games", "Goren")).final()
    assert dealt.text.startswith("### Goren\n")
    door = await front_door(parlour.ada)
    assert door.buttons[:2] == ["Keep playing Goren, 0 moves", "Accordion, 1 move"]
    parlour.now.wait(1)
    assert (await tap(parlour.ada, door, "Accordion, 1 move")).text == board.text
    assert (await front_door(parlour.ada)).buttons[0] == "Keep playing Accordion, 1 move"


async def test_games_elsewhere_are_a_tap_away(parlour: Parlour) -> None:
    """Where a player has no game, any command says where the others are, and goes on with one or deals."""
    ada = parlour.ada
    board = await deal(ada)
    board = await (await make(ada, board, first(board))).final()
    await ada.slash("dm", "deal marriage")
    door = await (await ada.slash(LOUNGE, "play")).final()
    here = f"<#{ada.channel(HERE).id}>"
    assert f"Also in play: Royal Marriage in direct messages, Accordion in {here}" in door.text
    assert door.buttons[:2] == ["Royal Marriage, 0 moves", "Accordion, 1 move"]
    told = await (await ada.slash(LOUNGE, "hint")).final()
    assert told.ephemeral
    assert "You have no game in this channel. In play: Royal Marriage in direct messages" in told.text
    assert told.buttons == ["Deal a game", "Royal Marriage, 0 moves", "Accordion, 1 move"]
    shown = await tap(ada, told, "Accordion")
    assert shown.text.startswith(board.text.partition("-#")[0].rstrip())
    played = await (await make(ada, shown, first(shown))).final()
    assert "Keep playing Accordion, 2 moves" in (await front_door(ada)).buttons
    assert played.id == shown.id


async def test_todays_daily_has_one_button(parlour: Parlour) -> None:
    """The daily of today has its own button among the dailies, and no second one as a game in play."""
    await tap(parlour.ada, await front_door(parlour.ada), "Accordion")
    door = await (await parlour.ada.slash(LOUNGE, "play")).final()
    assert "Also in play" not in door.text
    assert len([each for each in door.buttons if each.startswith("Accordion")]) == 1
    told = await (await parlour.ada.slash(LOUNGE, "undo")).final()
    assert told.buttons == ["Deal a game", "Accordion, 0 moves"]
    assert (await tap(parlour.ada, told, "Deal")).text.startswith("### Deal a game")


async def test_the_daily_of_each_family_is_a_tap_away(parlour: Parlour) -> None:
    """The daily of each family is a tap away, and its button says how hard it is and how far it has come."""
    board = await tap(parlour.ada, await front_door(parlour.ada), "Accordion")
    assert board.text.startswith("### Accordion · Daily, 20 November")
    stars = board.text.splitlines()[0].rpartition(" · ")[2]
    assert f"Accordion · {stars} · in progress" in (await front_door(parlour.ada)).buttons
    await _resign(parlour.ada)
    assert f"Accordion · {stars} ✅" in (await front_door(parlour.ada)).buttons
    assert f"Accordion · {stars}" in (await front_door(parlour.ben)).buttons
    await parlour.ada.slash(HERE, "settings", cards="words, for a screen reader")
    spoken = f"Accordion, difficulty {stars.count('★')} of 5, finished"
    assert spoken in (await front_door(parlour.ada)).buttons
    marriage = await tap(parlour.ada, await front_door(parlour.ada), "Royal Marriage")
    assert "### Royal Marriage, Daily, 20 November" in marriage.text


async def test_the_streak_stands_beside_the_dailies(parlour: Parlour) -> None:
    """The streak beside the dailies counts the days on which a daily was finished."""
    ada = parlour.ada
    game = await tap(ada, await front_door(ada), "Accordion")
    while "### Accordion" in game.text and (moves := _moves(game)):
        game = await (await make(ada, game, moves)).final()
    assert "Streak 1, best 1" in (await front_door(ada)).text
    parlour.now = clock = Clock()
    clock.wait(5 * 24 * 60)
    assert "Streak 0, best 1" in (await front_door(ada)).text


def _moves(board: Message) -> str:
    try:
        return first(board)
    except StopIteration:
        return ""


async def test_all_of_it_works_after_a_restart(parlour: Parlour) -> None:
    """Buttons and lists of /play still work after a restart."""
    door = await front_door(parlour.ada)
    await parlour.restart()
    picker = await tap(parlour.ada, door, "Deal a game")
    await parlour.restart()
    board = await (await parlour.ada.choose(picker, "Accordion games", "Goren")).final()
    assert board.text.startswith("### Goren\n")


async def test_whoever_presses_gets_an_own_answer(parlour: Parlour) -> None:
    """A press on another person's message reveals nothing of that person, and changes nothing."""
    board = await deal(parlour.ada, where="in the channel")
    for custom_id in ("iy:0:0:door", "iy:0:0:deals", "iy:0:0:help"):
        told = await forge(parlour.local, parlour.ben, board, custom_id)
        assert told.ephemeral
        assert told.id != board.id
        assert "Keep playing" not in " ".join(told.buttons)
    own = await forge(parlour.local, parlour.ben, board, "iy:0:0:dealt:goren")
    assert own.text.startswith("### Goren\n")
    assert own.ephemeral
    assert (await parlour.game_of(parlour.ada)).rules.id == "accordion"


async def test_help_names_every_command(parlour: Parlour) -> None:
    """Help names every command, though those of two groups only as a whole, and leads to Play and back."""
    told = (await parlour.ada.slash(HERE, "help")).message
    assert told is not None
    every = [each for each in parlour.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    unnamed = [each for each in every if f"/{each.qualified_name}" not in as_read(told.text)]
    groups = {each.parent.qualified_name for each in unnamed if each.parent}
    assert [each.name for each in unnamed if each.parent is None] == ["help"]
    assert groups == {"deal", "server leaderboard"}
    assert all(f"/{group} " in as_read(told.text) for group in groups)
    door = await tap(parlour.ada, told, "Play")
    assert door.text.startswith("### Play")
    assert as_read((await tap(parlour.ada, door, "Help")).text) == as_read(told.text)


async def write(person: Person, text: str, answers: int) -> list[Message]:
    """Write to the bot in a direct message; return its answers, once there are so many there."""
    person.say("dm", text)
    await until(lambda: len(_said(person)) == answers)
    return _said(person)


def _said(person: Person, where: str = "dm") -> list[Message]:
    """Return what anybody else has said in a channel."""
    return [each for each in person.sees(where) if each.post.payload["author"]["id"] != person.user.id]


async def test_whoever_just_writes_is_shown_in_once_a_day(parlour: Parlour) -> None:
    """Somebody who writes to the bot gets the front door once a day, whatever the message says."""
    assert isinstance(parlour.now, Clock)
    ada, ben = parlour.ada, parlour.ben
    (door,) = await write(ada, "hi", 1)
    assert door.text.startswith("### Play\n**Your first game** has only eighteen cards")
    assert as_read(door.text).endswith("type / for my commands. /play brings this back.")
    assert door.buttons == ["Your first game", "Deal a game", "Solve a puzzle", "Help", *DAILIES]
    ada.say("dm", "play")
    ada.say("dm", "12<", reply_to=door)
    await write(ben, "play", 1)
    assert len(_said(ada)) == 1, "the bot has read them: it has answered what came later"
    parlour.now.wait(24 * 60)
    assert len(await write(ada, "hi again", 2)) == 2


async def test_messages_to_others_are_not_answered(parlour: Parlour) -> None:
    """In servers nobody is answered, nor does the bot answer itself where it shows somebody a board."""
    ada = parlour.ada
    board = await deal(ada)
    ada.say(HERE, "play")
    ada.say(HERE, f"<@{parlour.bot.application_id}> play")
    await ada.slash("dm", "deal marriage")
    await write(parlour.ben, "hi", 1)
    assert [each.id for each in _said(ada, HERE)] == [board.id]
    assert len(_said(ada)) == 1


async def test_the_answer_leads_to_games(parlour: Parlour) -> None:
    """Its buttons lead to the first game, another game and a daily, also after a restart, and it stays."""
    (door,) = await write(parlour.ada, "hi", 1)
    await parlour.restart()
    ada = parlour.ada
    first_game = await tap(ada, door, "Your first game")
    picker = await tap(ada, door, "Deal a game")
    goren = await (await ada.choose(picker, "Accordion games", "Goren")).final()
    daily = await tap(ada, door, "Pyramid")
    assert first_game.text.startswith("**Your first game:** eighteen cards.")
    assert goren.text.startswith("### Goren\n")
    assert daily.text.startswith("### Pyramid · Daily")
    assert [each.id for each in _said(ada) if not each.ephemeral] == [
        each.id for each in (door, first_game, goren, daily)
    ]


async def test_a_message_that_could_not_be_answered(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    """If Discord does not deliver the answer, the log says so in a line, and the next message is answered."""
    parlour.local.weather.planned += [Planned(SEND, Fault.DROPPED)] * 9
    parlour.ada.say("dm", "hi")
    await until(lambda: NOT_ANSWERED in caplog.text)
    parlour.local.weather.planned.clear()
    assert len(await write(parlour.ada, "hi?", 1)) == 1


async def test_who_takes_no_messages_is_sent_one_a_day(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever takes no messages and goes on writing has none refused again that day: Discord counts those."""
    assert isinstance(parlour.now, Clock)
    parlour.ada.close_messages()
    for _ in range(5):
        parlour.ada.say("dm", "hi")
    await until(lambda: f"{NOT_ANSWERED}: 403 Forbidden" in caplog.text)
    parlour.ada.say("dm", "hi?")
    await write(parlour.ben, "hi", 1)
    assert caplog.text.count(NOT_ANSWERED) == 1, "the bot has read them: it has answered what came later"
    parlour.ada.open_messages()
    parlour.now.wait(24 * 60)
    assert len(await write(parlour.ada, "hi again", 1)) == 1
