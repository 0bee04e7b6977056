"""/settings: all players see cards as they like, are dealt what they like, and play as they like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.render import cards
from bot.store import Cards, Kind
from bot.ui.components import ButtonStyle
from idle_year.engine.games import find_game
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for
from small_discord.limits.kinds import walk
from tests.controls import HERE, first, offered
from tests.flow.boards import legal, row_of
from tests.flow.pictures import NAMES
from tests.flow.reading import as_read
from tests.screens import SIGNS
from tests.ui.room import deal, give_up, play_on

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor

WORDS = "words, for a screen reader"
CUSTOM_EMOJI = "<:"
KEPT = cards._FOLDER


@pytest.fixture
def gallery(room: Room) -> Room:
    """Return a room whose bot has uploaded all pictures."""
    room.services.card_emoji.texts = {name: f"<:{name}:{number}>" for number, name in enumerate(NAMES)}
    return room


def read_aloud(message: Message) -> str:
    """Return all that a screen reader reads in a message: texts, lists with their options, buttons."""
    parts = [message.text, *message.buttons]
    for each in walk(message.components):
        parts += [each["placeholder"]] if "placeholder" in each else []
        parts += [option["label"] for option in each.get("options", [])]
    return as_read("\n".join(parts)).removeprefix("> ").replace("\n> ", "\n")


async def choose(person: Visitor, **options: str | int) -> Message:
    """Use /settings and return the answer."""
    return await person.slash(HERE, "settings", **options)


def _chosen(panel: Message) -> list[str]:
    """Return what the buttons show as chosen."""
    return [
        each["label"] for each in walk(panel.components) if each.get("style") == ButtonStyle.primary.value
    ]


async def test_one_option_changes_one_thing(room: Room) -> None:
    """An option of /settings changes one thing for one person, and the rest stays, even over a restart."""
    shown = await choose(room.ada)
    assert shown.ephemeral
    assert "**Cards:** pictures\n**Colours:** four, one a suit\n**On a line:** 8 cards" in shown.text
    await choose(room.ada, colours="two, red and black")
    shown = await choose(room.ada, line=10)
    assert "**Colours:** two, red and black\n**On a line:** 10 cards" in shown.text
    await room.restart()
    assert (await choose(room.ada)).text == shown.text
    assert "**On a line:** 8 cards" in (await choose(room.ben)).text


async def test_a_line_holds_as_many_cards_as_chosen(room: Room) -> None:
    """A board holds as many cards on a line as chosen, from its next move on."""
    board = await deal(room.ada)
    for line in (5, 8, 10, 13):
        await choose(room.ada, line=line)
        after = await room.ada.make(board, first(board))
        assert after.id == board.id
        head, *_ = row_of(after).splitlines()
        assert len(head[5:].split()) == line
        board = after


async def test_colours_are_chosen(gallery: Room) -> None:
    """Cards have two colours or four as chosen, and the answer shows a few as they will look."""
    assert "<:7_of_clubs:" in (await deal(gallery.ada)).text
    assert "<:10_of_diamonds_red:" in (await choose(gallery.ada, colours="two, red and black")).text
    two = await gallery.ada.slash(HERE, "board")
    assert "<:7_of_clubs_black:" in two.text
    assert "<:7_of_clubs:" not in two.text


async def test_text_instead_of_pictures(gallery: Room) -> None:
    """Boards can be text instead of pictures, and pictures again."""
    pictures = await deal(gallery.ada)
    await choose(gallery.ada, cards="text")
    text = await deal(gallery.ada)
    assert CUSTOM_EMOJI not in text.text
    assert row_of(text).startswith("` 1` 6♥\ufe0e 4♠\ufe0e ")
    await choose(gallery.ada, cards="pictures")
    assert (await deal(gallery.ada)).text == pictures.text


async def test_cards_become_bigger_in_place_and_small_again(
    gallery: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One tap draws the board with large cards where it is, another with small ones; its buttons stay."""
    monkeypatch.setattr("bot.render.cards._FOLDER", KEPT)
    board = await deal(gallery.ada)
    large = await gallery.ada.press(board, "Bigger cards")
    assert len(large.attachments) == 1
    small = await gallery.ada.press(large, "Smaller cards")
    assert large.id == small.id == board.id
    assert not small.attachments
    assert offered(small) == offered(board)
    assert set() < _faces(large) <= _faces(board) == _faces(small)


def _faces(board: Message) -> set[str]:
    """Return the emoji on the buttons of a board."""
    return {each["emoji"]["name"] for each in walk(board.components) if each.get("emoji")}


async def test_only_the_owner_sizes_the_cards_of_a_board(room: Room) -> None:
    """Whoever presses Bigger cards under another's board is told whose it is, and nothing is changed."""
    refused = await room.ben.press(await deal(room.ada), "Bigger cards")
    assert "only its owner plays it" in refused.text
    assert (await room.services.settings.of(room.ben.seat.owner)).cards is Cards.EMOJI


async def test_large_cards_are_five_on_a_line(room: Room) -> None:
    """With large cards there is no choice of how many lie on a line, as they would be small again."""
    panel = await room.ada.press(await choose(room.ada), "Large pictures")
    assert "On a line" not in panel.text
    assert "13" not in [each.get("label") for each in walk(panel.components)]
    assert "On a line" in (await room.ada.press(panel, "Pictures")).text


async def test_a_game_looks_as_its_owner_wants_it(gallery: Room) -> None:
    """A board looks as its owner wants it to everybody, while rules look as the reader wants them."""
    await choose(gallery.ada, cards="text")
    await deal(gallery.ada, where="in the channel")
    (seen,) = gallery.ben.sees()
    assert CUSTOM_EMOJI not in seen.text
    assert CUSTOM_EMOJI in (await gallery.ben.slash(HERE, "rules", game="accordion")).text


@pytest.mark.parametrize(
    ("family", "variant"),
    [
        ("accordion", "accordion"),
        ("accordion", "parlett"),
        ("marriage", "push-pin"),
        ("marriage", "concertina"),
        ("cribbage", "cribbage"),
        ("napoleon", "napoleon"),
        ("pyramid", "pyramid"),
    ],
)
async def test_in_words_nothing_is_said_by_signs(gallery: Room, family: str, variant: str) -> None:
    """Boards, lists and hints contain no card, arrow or emoji."""
    ada = gallery.ada
    await choose(ada, cards=WORDS)
    await ada.slash(HERE, f"deal {family}", variant=variant, seed="tuesday")
    board = await ada.slash(HERE, "move", moves=legal(variant)[0])
    for message in (board, await ada.press(board, "Hint")):
        assert not set(read_aloud(message)) & SIGNS


@pytest.mark.parametrize(
    "line", ["4<<< 6<<< 9<<< 6<<< 8< 9<<< 7< 6< 7<<< 4< 4<<< 4< 4<<< 2< 4<<< 2< 2<", None]
)
async def test_in_words_the_end_is_said(room: Room, line: str | None) -> None:
    """Whoever reads in words is told in words whether the game was won or not."""
    ada = room.ada
    await choose(ada, cards=WORDS)
    await ada.slash(HERE, "deal accordion", variant="late-binding", seed="s6" if line else "s4")
    end = await (ada.slash(HERE, "move", moves=line) if line else play_on(ada))
    assert ("**You won in " if line else "**No moves left.**") in end.text
    assert not set(read_aloud(end)) & SIGNS


async def test_in_words_reasons_name_cards_by_words(room: Room) -> None:
    """In words, reasons name cards without symbols."""
    await choose(room.ada, cards=WORDS)
    await deal(room.ada)
    refused = await room.ada.slash(HERE, "move", moves="2<")
    assert "four of spades" in refused.text
    assert not set(refused.text) & set("♣♦♥♠")


async def test_buttons_change_everything_at_once(gallery: Room) -> None:
    """Buttons change all settings in place, with a sample; they outlast a restart, and boards follow."""
    panel = await choose(gallery.ada)
    assert _chosen(panel) == [
        "Pictures",
        "Four colours",
        "8",
        "Any deal",
        "Play it for me",
        "Puzzles: at once",
        "Show me",
    ]
    two = await gallery.ada.press(panel, "Two colours")
    assert two.id == panel.id
    assert "<:10_of_diamonds_red:" in two.text
    wanted = [
        "Text",
        "Two colours",
        "13",
        "Winnable deals only",
        "I play it",
        "Puzzles: ask first",
        "Hide me",
    ]
    for button in wanted:
        panel = await gallery.ada.press(panel, button)
    assert _chosen(panel) == wanted
    assert "**Cards:** text\n**Colours:** two, red and black\n**On a line:** 13 cards" in panel.text
    assert "hide you" in panel.text
    await gallery.restart()
    assert _chosen(await choose(gallery.ada)) == wanted
    head, *_ = row_of(await deal(gallery.ada)).splitlines()
    assert CUSTOM_EMOJI not in head
    assert len(head[5:].split()) == 13
    assert _chosen(await gallery.ada.press(panel, "Show me"))[-1] == "Show me"


async def test_in_words_the_buttons_say_it_in_words(room: Room) -> None:
    """Whoever reads in words is told above the buttons what is chosen, not by their colour alone."""
    panel = await room.ada.press(await choose(room.ada), "Words")
    assert "eight of spades, queen of hearts" in panel.text
    assert f"**Cards:** {WORDS}" in panel.text
    assert {"5 cards", "8 cards", "10 cards", "13 cards"} <= set(panel.buttons)
    assert not set(read_aloud(panel)) & SIGNS


async def test_a_press_changes_only_the_settings_of_whoever_pressed(room: Room) -> None:
    """A press on a button of the settings changes those of whoever pressed, wherever the button is."""
    board = await deal(room.ada, where="in the channel")
    told = await room.ben.use(board, "iy:0:0:set:line:5")
    assert told.ephemeral
    assert told.id != board.id
    assert "**On a line:** 5 cards" in told.text
    assert "**On a line:** 8 cards" in (await choose(room.ada)).text


async def test_winnable_deals_only(room: Room) -> None:
    """Whoever chooses winnable deals only gets them whenever no particular deal is asked for."""
    assert "**Deals:** winnable only" in (await choose(room.ada, deals="winnable only")).text
    board = await room.ada.slash(HERE, "deal accordion", variant="late-binding")
    for _ in range(3):
        assert "✅ This deal can be won. You asked for such a deal" in board.text
        game = await room.game_of(room.ada)
        assert solver_for(game.rules).solve(game.state, Limit()).answer is Answer.WON
        board = await room.ada.press(await give_up(room.ada), "Deal again")
    assert "can be won" not in (await deal(room.ada)).text


async def test_where_no_winnable_deal_turns_up_another_one_is_dealt(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no winnable deal turns up in time, another one is dealt, which counts like any other."""
    monkeypatch.setattr(room.services.deal_search, "_limit", Limit(seconds=0))
    await choose(room.ada, deals="winnable only")
    assert "can be won" not in (await room.ada.slash(HERE, "deal accordion")).text
    assert (await room.game_of(room.ada)).kind is Kind.FREE


async def test_what_has_to_be_played_is_played_by_itself(room: Room) -> None:
    """Where there is only one move, or a card to deal, it is played, and recorded as any other."""
    board, presses = await room.ada.press(await deal(room.ada, "goren"), "Deal"), 1
    while offered(board):
        board = await room.ada.make(board, first(board))
        presses += 1
    session = (await room.game_of(room.ada)).session
    assert find_game("goren").outcome(session.state) is not None
    assert len(session.moves) > presses
    assert "Deal" not in board.buttons
    await deal(room.ada, "goren")
    await room.ada.slash(HERE, "move", moves="d")
    assert len((await room.game_of(room.ada)).session.moves) == 1, "typed moves are played as they are"


async def test_who_plays_every_move_plays_one_a_press(room: Room) -> None:
    """Whoever chose to play forced moves plays one move with a press, and takes one back."""
    await choose(room.ada, forced="by hand")
    board = await deal(room.ada, "idle-year")
    for number in (1, 2):
        board = await room.ada.press(board, "Deal")
        assert len((await room.game_of(room.ada)).session.moves) == number


async def test_a_press_deals_one_run_of_cards(room: Room) -> None:
    """What has no choice is played up to the second run of cards, so that a game can be watched."""
    board = await deal(room.ada, "idle-year")
    for number in range(1, 4):
        board = await room.ada.press(board, "Deal")
        played = "".join(move.verb for move in (await room.game_of(room.ada)).session.moves)
        assert len(re.findall("d+", played)) == number
        assert played.endswith("<")


async def test_undo_goes_back_to_the_last_choice(room: Room) -> None:
    """Undo takes back what was played for the player as well, and redo plays it again."""
    board = await deal(room.ada)
    while offered(board):
        before = await room.game_of(room.ada)
        board = await room.ada.make(board, first(board))
        after = await room.game_of(room.ada)
        if len(after.session.moves) > len(before.session.moves) + 1:
            break
    undone = await room.ada.press(board, "Undo")
    assert (await room.game_of(room.ada)).session.moves == before.session.moves
    await room.ada.press(undone, "Redo")
    assert (await room.game_of(room.ada)).session.moves == after.session.moves


async def test_the_hour_of_the_reminder_is_chosen_from_a_list(room: Room) -> None:
    """The list has the hours of one's own zone, also before there is a reminder, and shows the chosen one."""
    ada, hours = room.ada, "Remind me every day at …"
    panel = await choose(ada, zone="Europe/Berlin")
    panel = await ada.choose(panel, hours, "09:00 in Europe/Berlin")
    assert "**Reminder of the daily:** by direct message at 09:00 in Europe/Berlin" in panel.text
    (chosen,) = [each["label"] for each in panel.find_select(hours)["options"] if each.get("default")]
    assert chosen == "09:00 in Europe/Berlin"
    panel = await choose(ada, zone="Asia/Kathmandu")
    assert "at 09:00 in Asia/Kathmandu" in panel.text
    assert [each["label"] for each in (await choose(room.ben)).find_select(hours)["options"]] == [
        f"{hour:02}:00 UTC" for hour in range(24)
    ]
    for forged in ("24", "x", ""):
        assert "another version" in (await ada.use(panel, "iy:0:0:set:hour:UTC#0", forged)).text
    assert "I don't know that time zone" in (await ada.use(panel, "iy:0:0:set:hour:Moon#0", "8")).text
    assert "at 09:00 in Asia/Kathmandu" in (await choose(ada)).text
