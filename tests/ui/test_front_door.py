"""/play, /help and a message to the bot: by taps alone to a game, a daily, and back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from discord import app_commands

from bot.service.first_game import MOVES
from bot.store import Daily, Kind
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import ALL, games_of
from idle_year.engine.records import write_moves
from idle_year.engine.rules import Outcome
from idle_year.solvers.protocols import Limit
from idle_year.solvers.registry import solver_for
from small_discord.limits.kinds import walk
from tests.controls import HERE, first
from tests.flow.reading import as_read
from tests.puzzles import LONGER, NEXT_RIGHT, RIGHT, SHORT, WRONG, stock
from tests.ui.dailies import DAY
from tests.ui.room import LOUNGE, deal, give_up, play_out

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor


DAILIES = [games_of(family)[0].name for family in FAMILIES]
NEW = ["Deal a game", "Solve a puzzle", "Help"]


async def front_door(person: Visitor) -> Message:
    """Use /play and return the answer."""
    return await person.slash(HERE, "play")


async def test_a_newcomer_sees_where_to_begin(room: Room) -> None:
    """A newcomer privately sees where to begin: the first game in blue, other ways, Help, and today's."""
    door = await front_door(room.ada)
    assert door.ephemeral
    assert "**Your first game** has only eighteen cards" in door.text
    assert door.find("Your first game")["style"] == 1
    assert f"new ones <t:{int(datetime(2026, 11, 21, tzinfo=UTC).timestamp())}:R>" in door.text
    assert door.text.startswith("**New**")
    assert door.buttons[:4] == ["Your first game", *NEW]
    assert {*door.buttons[4:]} == {"Five minutes", "Puzzle", *DAILIES}


async def test_it_has_three_parts(room: Room) -> None:
    """Whoever has ended a game sees what there is today, then what to go on with, then what else there is."""
    ada = room.ada
    await play_out(ada)
    await ada.slash(HERE, "daily play", family="pyramid")
    await deal(ada)
    door = await front_door(ada)
    today, go_on, new = door.text.splitlines()
    assert today.startswith("**Today's dailies** · new ones <t:")
    assert go_on == "**Go on**"
    assert new == "**New**"
    games = door.buttons.index("Keep playing Accordion, 0 moves")
    assert door.buttons.index("Five minutes") < games < door.buttons.index("Deal a game")
    assert door.buttons[games + 1] == "Pyramid daily, 0 moves"
    assert sum(each.startswith("Pyramid") for each in door.buttons) == 1
    assert door.find("Five minutes")["style"] == 1


async def test_the_first_game_goes_once_it_was_won(room: Room) -> None:
    """The first game is offered until its player has won it, however that went before."""
    ada = room.ada
    await ada.press(await front_door(ada), "Your first game")
    await give_up(ada)
    assert "Your first game" in (await front_door(ada)).buttons
    await ada.press(await front_door(ada), "Your first game")
    for move in MOVES:
        await ada.slash(HERE, "move", moves=move)
    game = await room.game_of(ada)
    line = solver_for(game.rules).solve(game.state, Limit()).line
    await ada.slash(HERE, "move", moves=write_moves(game.rules, line))
    assert (await room.game_of(ada)).outcome is Outcome.WON
    assert "Your first game" not in (await front_door(ada)).buttons
    assert "Your first game" in (await front_door(room.ben)).buttons


async def test_five_minutes_deal_the_easiest_that_is_open(room: Room) -> None:
    """One press deals the easiest of today's dailies, then the next, then today's puzzle, then another."""
    ada, store = room.ada, room.services.store
    wanted = {"cribbage": (2, 0.1), "accordion": (3, None), "pyramid": (5, 0.9), "marriage": (5, 0.2)}
    for family, (stars, chance) in {**wanted, "napoleon": (None, None)}.items():
        name = games_of(family)[0].id
        await store.dailies.save(Daily(DAY, family, name, 1, "tuesday", "key", 0, stars, chance))
    await stock(store, SHORT._replace(day=DAY), LONGER)
    for family in (*wanted, "napoleon"):
        await ada.press(await front_door(ada), "Five minutes")
        game = await room.game_of(ada)
        assert (game.kind, game.rules.family) == (Kind.DAILY, family)
        await ada.press(await front_door(ada), "Five minutes")
        assert (await room.game_of(ada)).id == game.id, "it goes on with the one that was begun"
        await give_up(ada)
    await ada.press(await front_door(ada), "Five minutes")
    assert (await room.game_of(ada)).session.seed == SHORT.seed
    await give_up(ada)
    assert "❌ Puzzle" in (await front_door(ada)).buttons, "giving up solves nothing"
    await ada.press(await front_door(ada), "Five minutes")
    assert (await room.game_of(ada)).session.seed == LONGER.seed


async def test_todays_puzzle_tells_how_it_went(room: Room) -> None:
    """Only who has solved today's puzzle finds a tick on it; a screen reader says it in words."""
    await stock(room.services.store, SHORT._replace(day=DAY))
    for person, moves, signed, spoken in (
        (room.ada, (RIGHT, NEXT_RIGHT), "✅ Puzzle", "Puzzle, finished"),
        (room.ben, (WRONG,), "❌ Puzzle", "Puzzle, not solved"),
    ):
        await person.slash(HERE, "puzzle daily")
        for move in moves:
            assert signed not in (await front_door(person)).buttons
            await person.slash(HERE, "move", moves=move)
        assert signed in (await front_door(person)).buttons
        await person.slash(HERE, "settings", cards="words, for a screen reader")
        assert spoken in (await front_door(person)).buttons


async def test_two_taps_and_a_choice_deal_any_game(room: Room) -> None:
    """Two taps and a choice deal any game: its family, then the game, whose board replaces the picker."""
    door = await front_door(room.ada)
    picker = await room.ada.press(door, "Deal a game")
    picker = await room.ada.press(picker, "Royal Marriage")
    assert "Pick one of 18 **Royal Marriage** games; it starts right away." in picker.text
    board = await room.ada.choose(picker, "Royal Marriage games", "Bayan")
    assert board.id == door.id
    assert board.text.startswith("### Bayan\n")
    assert (await room.game_of(room.ada)).rules.id == "bayan"


async def test_every_game_is_in_the_list_of_its_family(room: Room) -> None:
    """Every game is in the list of its family, in the usual order, with a line about it."""
    picker = await room.ada.press(await front_door(room.ada), "Deal a game")
    listed = []
    for name in DAILIES:
        if name != DAILIES[0]:
            picker = await room.ada.press(picker, name)
        (chosen,) = [each["label"] for each in walk(picker.components) if each.get("disabled")]
        assert chosen == name, "its games are listed already"
        lines = [option for select in picker.selects for option in select["options"]]
        assert all(len(line["description"]) > 20 for line in lines)
        listed += [line["value"] for line in lines]
    assert listed == list(ALL)


async def test_the_picker_leads_back(room: Room) -> None:
    """Back leads from the picker to what its message showed before."""
    door = await front_door(room.ada)
    back = await room.ada.press(await room.ada.press(door, "Deal a game"), "Back")
    assert (back.id, back.text) == (door.id, door.text)


async def test_a_game_in_progress_comes_first(room: Room) -> None:
    """A game in progress comes first in /play, and dealing another lays it aside there."""
    board = await deal(room.ada)
    board = await room.ada.make(board, first(board))
    door = await front_door(room.ada)
    assert door.buttons[0] == "Keep playing Accordion, 1 move"
    assert (await room.ada.press(door, "Keep playing")).text == board.text
    picker = await room.ada.press(await front_door(room.ada), "Deal a game")
    dealt = await room.ada.choose(picker, "Accordion games", "Goren")
    assert dealt.text.startswith("### Goren\n")
    door = await front_door(room.ada)
    assert door.buttons[:2] == ["Keep playing Goren, 0 moves", "Accordion, 1 move"]
    room.clock.wait(1)
    assert (await room.ada.press(door, "Accordion, 1 move")).text == board.text
    assert (await front_door(room.ada)).buttons[0] == "Keep playing Accordion, 1 move"


async def test_games_elsewhere_are_a_tap_away(room: Room) -> None:
    """Where a player has no game, any command says where the others are, and goes on with one or deals."""
    ada = room.ada
    board = await deal(ada)
    board = await ada.make(board, first(board))
    await ada.slash("dm", "deal marriage")
    door = await ada.slash(LOUNGE, "play")
    here = f"<#{ada.seat_in(HERE).channel}>"
    assert f"**Go on** · Royal Marriage in direct messages, Accordion in {here}" in door.text
    assert {"Royal Marriage, 0 moves", "Accordion, 1 move"} <= {*door.buttons}
    told = await ada.slash(LOUNGE, "hint")
    assert told.ephemeral
    assert "You have no game in this channel. In play: Royal Marriage in direct messages" in told.text
    assert told.buttons == ["Deal a game", "Royal Marriage, 0 moves", "Accordion, 1 move"]
    shown = await ada.press(told, "Accordion")
    assert shown.text.startswith(board.text.partition("-#")[0].rstrip())
    played = await ada.make(shown, first(shown))
    assert "Keep playing Accordion, 2 moves" in (await front_door(ada)).buttons
    assert played.id == shown.id


async def test_todays_daily_has_one_button(room: Room) -> None:
    """The daily of today has its own button among the dailies, and no second one as a game in play."""
    await room.ada.press(await front_door(room.ada), "Accordion")
    door = await room.ada.slash(LOUNGE, "play")
    assert [each for each in door.buttons if each.startswith("Accordion")] == ["Accordion daily, 0 moves"]
    told = await room.ada.slash(LOUNGE, "undo")
    assert told.buttons == ["Deal a game", "Accordion daily, 0 moves"]
    assert (await room.ada.press(told, "Deal")).text.startswith("### Deal a game")


async def test_the_daily_of_each_family_is_a_tap_away(room: Room) -> None:
    """The daily of each family is a tap away, and its button says how hard it is and how far it has come."""
    board = await room.ada.press(await front_door(room.ada), "Accordion")
    assert board.text.startswith("### Accordion · Daily, 20 November")
    stars = board.text.splitlines()[0].count("★")
    assert "Keep playing Accordion daily, 0 moves" in (await front_door(room.ada)).buttons
    await give_up(room.ada)
    assert "✅ Accordion" in (await front_door(room.ada)).buttons
    assert f"Accordion {stars}★" in (await front_door(room.ben)).buttons
    for person in (room.ada, room.ben):
        await person.slash(HERE, "settings", cards="words, for a screen reader")
    assert "Accordion, finished" in (await front_door(room.ada)).buttons
    assert f"Accordion, difficulty {stars} of 5" in (await front_door(room.ben)).buttons
    marriage = await room.ada.press(await front_door(room.ada), "Royal Marriage")
    assert "### Royal Marriage, Daily, 20 November" in marriage.text


async def test_the_streak_stands_beside_the_dailies(room: Room) -> None:
    """The streak beside the dailies counts the days on which a daily was finished."""
    ada = room.ada
    game = await ada.press(await front_door(ada), "Accordion")
    while "### Accordion" in game.text and (moves := _moves(game)):
        game = await ada.make(game, moves)
    assert "**Today's dailies** · streak 1 · new ones" in (await front_door(ada)).text
    room.clock.wait(5 * 24 * 60)
    assert "**Today's dailies** · new ones" in (await front_door(ada)).text


def _moves(board: Message) -> str:
    try:
        return first(board)
    except StopIteration:
        return ""


async def test_all_of_it_works_after_a_restart(room: Room) -> None:
    """Buttons and lists of /play still work after a restart."""
    door = await front_door(room.ada)
    await room.restart()
    picker = await room.ada.press(door, "Deal a game")
    await room.restart()
    board = await room.ada.choose(picker, "Accordion games", "Goren")
    assert board.text.startswith("### Goren\n")


async def test_whoever_presses_gets_an_own_answer(room: Room) -> None:
    """A press on another person's message reveals nothing of that person, and changes nothing."""
    board = await deal(room.ada, where="in the channel")
    for custom_id in ("iy:0:0:door", "iy:0:0:deals", "iy:0:0:help"):
        told = await room.ben.use(board, custom_id)
        assert told.ephemeral
        assert told.id != board.id
        assert "Keep playing" not in " ".join(told.buttons)
    own = await room.ben.use(board, "iy:0:0:dealt:goren")
    assert own.text.startswith("### Goren\n")
    assert own.ephemeral
    assert (await room.game_of(room.ada)).rules.id == "accordion"


async def test_help_names_every_command(room: Room) -> None:
    """Help names every command, though those of two groups only as a whole, and leads to Play and back."""
    told = await room.ada.slash(HERE, "help")
    every = [each for each in room.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    unnamed = [each for each in every if f"/{each.qualified_name}" not in as_read(told.text)]
    groups = {each.parent.qualified_name for each in unnamed if each.parent}
    assert [each.name for each in unnamed if each.parent is None] == ["help"]
    assert groups == {"deal", "server leaderboard"}
    assert all(f"/{group} " in as_read(told.text) for group in groups)
    door = await room.ada.press(told, "Play")
    assert door.text.startswith("**New**")
    assert as_read((await room.ada.press(door, "Help")).text) == as_read(told.text)
