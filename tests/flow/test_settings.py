"""/settings: all players see cards as they like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine.games import find_game
from bot.engine.records import write_moves
from bot.engine.session import Session
from bot.solvers.protocols import Answer, Limit
from bot.solvers.registry import solver_for
from bot.store import Kind
from bot.ui.components import ButtonStyle
from small_discord.limits.kinds import walk
from tests.controls import first, make, offered, shown
from tests.flow.boards import deal, legal, row_of
from tests.flow.conftest import HERE
from tests.flow.pictures import KEPT, all_uploaded, draw_all
from tests.flow.reading import as_read
from tests.forged import press
from tests.screens import SIGNS

if TYPE_CHECKING:
    from pathlib import Path

    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

WORDS = "words, for a screen reader"
CUSTOM_EMOJI = "<:"


@pytest.fixture
async def gallery(art: Path, parlour: Parlour) -> Parlour:
    """Run a bot whose pictures are all uploaded."""
    draw_all(art)
    await parlour.restart()
    await all_uploaded(parlour)
    return parlour


async def choose(person: Person, **options: Any) -> Message:
    """Use /settings and return the answer."""
    reply = await person.slash(HERE, "settings", **options)
    assert reply.message is not None
    return reply.message


def read_aloud(message: Message) -> str:
    """Return all that a screen reader reads in a message: texts, lists with their options, buttons."""
    parts = [message.text, *message.buttons]
    for each in walk(message.components):
        parts += [each["placeholder"]] if "placeholder" in each else []
        parts += [option["label"] for option in each.get("options", [])]
    return "\n".join(parts)


def first_moves(variant: str, seed: str) -> str:
    """Return the line that plays the first legal move until none is left."""
    session = Session.deal(find_game(variant), seed)
    while moves := session.rules.moves(session.state):
        session = session.play(session.rules.notation.write_move(moves[0]))
    return write_moves(session.rules, session.moves)


async def test_without_options_it_shows_what_is_chosen(parlour: Parlour) -> None:
    """Without options, /settings privately shows what is chosen, or the defaults."""
    shown = await choose(parlour.ada)
    assert shown.ephemeral
    assert "**Cards:** pictures\n**Colours:** four, one a suit\n**On a line:** 10 cards" in shown.text


async def test_one_option_changes_one_thing(parlour: Parlour) -> None:
    """An option of /settings changes one thing for one person, and the rest stays, even over a restart."""
    await choose(parlour.ada, colours="two, red and black")
    shown = await choose(parlour.ada, line=8)
    assert "**Colours:** two, red and black\n**On a line:** 8 cards" in shown.text
    await parlour.restart()
    assert (await choose(parlour.ada)).text == shown.text
    assert "**On a line:** 10 cards" in (await choose(parlour.ben)).text


async def test_a_line_holds_as_many_cards_as_chosen(parlour: Parlour) -> None:
    """A board holds as many cards on a line as chosen, from its next move on."""
    board = await deal(parlour.ada)
    for line in (5, 8, 10, 13):
        await choose(parlour.ada, line=line)
        after = await (await make(parlour.ada, board, first(board))).final()
        assert after.id == board.id
        head, *_ = row_of(after).splitlines()
        assert len(head[5:].split()) == line
        board = after


async def test_colours_are_chosen(gallery: Parlour) -> None:
    """Cards have two colours or four as chosen, and the answer shows a few as they will look."""
    four = await deal(gallery.ada)
    assert "<:7_of_clubs:" in four.text
    assert "<:10_of_diamonds_red:" in (await choose(gallery.ada, colours="two, red and black")).text
    two = (await gallery.ada.slash(HERE, "board")).message
    assert two is not None
    assert "<:7_of_clubs_black:" in two.text
    assert "<:7_of_clubs:" not in two.text


async def test_text_instead_of_pictures(gallery: Parlour) -> None:
    """Boards can be text instead of pictures, and pictures again."""
    pictures = await deal(gallery.ada)
    await choose(gallery.ada, cards="text")
    text = await deal(gallery.ada)
    assert CUSTOM_EMOJI not in text.text
    assert row_of(text).startswith("` 1` 6♥\ufe0e 4♠\ufe0e ")
    await choose(gallery.ada, cards="pictures")
    assert (await deal(gallery.ada)).text == pictures.text


async def test_buttons_keep_their_cards(gallery: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under large cards, and once they are small again, the buttons show the same emoji as before."""
    monkeypatch.setattr("bot.render.cards._FOLDER", KEPT)
    board = await deal(gallery.ada)
    large = await _tap(gallery.ada, board, "Bigger cards")
    small = await _tap(gallery.ada, large, "Smaller cards")
    assert set() < _faces(large) <= _faces(board) == _faces(small)


def _faces(board: Message) -> set[str]:
    """Return the emoji on the buttons of a board."""
    return {each["emoji"]["name"] for each in walk(board.components) if each.get("emoji")}


async def test_large_cards_are_five_on_a_line(parlour: Parlour) -> None:
    """With large cards there is no choice of how many lie on a line, as they would be small again."""
    panel = await _tap(parlour.ada, await choose(parlour.ada), "Large pictures")
    assert "On a line" not in panel.text
    assert "13" not in [each.get("label") for each in walk(panel.components)]
    assert "On a line" in (await _tap(parlour.ada, panel, "Pictures")).text


async def test_a_game_looks_as_its_owner_wants_it(gallery: Parlour) -> None:
    """A board looks as its owner wants it to everybody, while rules look as the reader wants them."""
    await choose(gallery.ada, cards="text")
    await deal(gallery.ada, where="in the channel")
    (seen,) = gallery.ben.sees(HERE)
    assert CUSTOM_EMOJI not in seen.text
    rules = (await gallery.ben.slash(HERE, "rules", game="accordion")).message
    assert rules is not None
    assert CUSTOM_EMOJI in rules.text


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
async def test_in_words_nothing_is_said_by_signs(gallery: Parlour, family: str, variant: str) -> None:
    """Boards, lists and hints contain no card, arrow or emoji."""
    ada = gallery.ada
    await choose(ada, cards=WORDS)
    await ada.slash(HERE, f"deal {family}", variant=variant, seed="tuesday")
    board = (await ada.slash(HERE, "move", moves=legal(variant)[0])).message
    assert board is not None
    hinted = await (await ada.press(board, "Hint")).final()
    for message in (board, hinted):
        assert not set(as_read(read_aloud(message)).replace("\n> ", "\n")) & SIGNS


@pytest.mark.parametrize(
    "line", ["4<<< 6<<< 9<<< 6<<< 8< 9<<< 7< 6< 7<<< 4< 4<<< 4< 4<<< 2< 4<<< 2< 2<", None]
)
async def test_in_words_the_end_is_said(parlour: Parlour, line: str | None) -> None:
    """Whoever reads in words is told in words whether the game was won or not."""
    ada = parlour.ada
    await choose(ada, cards=WORDS)
    await ada.slash(HERE, "deal accordion", variant="late-binding", seed="s6" if line else "s4")
    played = line or first_moves("late-binding", "s4")
    end = await (await ada.slash(HERE, "move", moves=played)).final()
    assert ("**You won in " if line else "**No moves left.**") in end.text
    assert not set(read_aloud(end).removeprefix("> ").replace("\n> ", "\n")) & SIGNS


async def test_in_words_reasons_and_offers_name_cards_by_words(parlour: Parlour) -> None:
    """In words, reasons and offers name cards without symbols; moves to be typed stay as they are typed."""
    ada = parlour.ada
    await choose(ada, cards=WORDS)
    await deal(ada)
    offered = await ada.autocomplete(HERE, "move", "moves", moves="3<")
    assert [each.value for each in offered] == ["3<"]
    assert offered[0].name == "3<  nine of spades onto four of spades, pile 3 to 2"
    refused = (await ada.slash(HERE, "move", moves="2<")).message
    assert refused is not None
    assert "four of spades" in refused.text
    assert not set(refused.text) & set("♣♦♥♠")


async def _tap(person: Person, panel: Message, button: str) -> Message:
    return await (await person.press(panel, button)).final()


def _chosen(panel: Message) -> list[str]:
    """Return what the buttons show as chosen."""
    return [
        each["label"] for each in walk(panel.components) if each.get("style") == ButtonStyle.primary.value
    ]


async def test_buttons_change_everything_at_once(gallery: Parlour) -> None:
    """Buttons change all settings in place, with a sample; they outlast a restart, and boards follow."""
    panel = await choose(gallery.ada)
    assert _chosen(panel) == ["Pictures", "Four colours", "10", "Any deal", "Play it for me", "Show me"]
    two = await _tap(gallery.ada, panel, "Two colours")
    assert two.id == panel.id
    assert "<:10_of_diamonds_red:" in two.text
    for button in ("Text", "13", "Winnable deals only", "I play it", "Hide me"):
        panel = await _tap(gallery.ada, panel, button)
    assert _chosen(panel) == [
        "Text",
        "Two colours",
        "13",
        "Winnable deals only",
        "I play it",
        "Hide me",
    ]
    assert "**Cards:** text\n**Colours:** two, red and black\n**On a line:** 13 cards" in panel.text
    assert "hide you" in panel.text
    await gallery.restart()
    assert _chosen(await choose(gallery.ada)) == _chosen(panel)
    head, *_ = row_of(await deal(gallery.ada)).splitlines()
    assert CUSTOM_EMOJI not in head
    assert len(head[5:].split()) == 13
    assert _chosen(await _tap(gallery.ada, panel, "Show me"))[-1] == "Show me"


async def test_in_words_the_buttons_say_it_in_words(parlour: Parlour) -> None:
    """Whoever reads in words is told above the buttons what is chosen, not by their colour alone."""
    panel = await _tap(parlour.ada, await choose(parlour.ada), "Words")
    assert "eight of spades, queen of hearts" in panel.text
    assert f"**Cards:** {WORDS}" in panel.text
    assert {"5 cards", "8 cards", "10 cards", "13 cards"} <= set(panel.buttons)
    assert not set(read_aloud(panel)) & SIGNS


async def test_a_press_changes_only_the_settings_of_whoever_pressed(parlour: Parlour) -> None:
    """A press on a button of the settings changes those of whoever pressed, wherever the button is."""
    board = await deal(parlour.ada, where="in the channel")
    told = await press(parlour.local, parlour.ben, board, "iy:0:0:set:line:5")
    assert told.ephemeral
    assert "**On a line:** 5 cards" in told.text
    assert "**On a line:** 10 cards" in (await choose(parlour.ada)).text


async def test_winnable_deals_only(parlour: Parlour) -> None:
    """Whoever chooses winnable deals only gets them whenever no particular deal is asked for."""
    panel = await choose(parlour.ada)
    chosen = (await parlour.ada.press(panel, "Winnable deals only")).message
    assert chosen is not None
    assert "**Deals:** winnable only" in chosen.text
    board = await (await parlour.ada.slash(HERE, "deal accordion", variant="late-binding")).final(60)
    for _ in range(3):
        assert "✅ This deal can be won. You asked for such a deal" in board.text
        game = await parlour.game_of(parlour.ada)
        assert solver_for(game.rules).solve(game.state, Limit()).answer is Answer.WON
        asked = (await parlour.ada.slash(HERE, "resign")).message
        assert asked is not None
        over = await (await parlour.ada.press(asked, "Resign")).final()
        board = await (await parlour.ada.press(over, "Deal again")).final(60)
    named = (await parlour.ada.slash(HERE, "deal accordion", seed="tuesday")).message
    assert named is not None
    assert "can be won" not in named.text


async def test_where_no_winnable_deal_turns_up_another_one_is_dealt(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no winnable deal turns up in time, another one is dealt, which counts like any other."""
    monkeypatch.setattr(parlour.bot.services.deal_search, "_limit", Limit(seconds=0))
    await choose(parlour.ada, deals="winnable only")
    board = await (await parlour.ada.slash(HERE, "deal accordion")).final()
    assert "can be won" not in board.text
    assert (await parlour.game_of(parlour.ada)).kind is Kind.FREE


async def test_what_has_to_be_played_is_played_by_itself(parlour: Parlour) -> None:
    """Where there is only one move, or a card to deal, it is played, and recorded as any other."""
    rules = find_game("goren")
    board = shown(await parlour.ada.press(await deal(parlour.ada, rules.id), "Deal"))
    presses = 1
    while offered(board):
        board = shown(await make(parlour.ada, board, first(board)))
        presses += 1
    session = (await parlour.game_of(parlour.ada)).session
    assert rules.outcome(session.state) is not None
    assert len(session.moves) > presses
    assert "Deal" not in board.buttons


async def test_typed_moves_are_played_as_they_are_typed(parlour: Parlour) -> None:
    """Typing a single deal deals one card and no more."""
    await deal(parlour.ada, "goren")
    await parlour.ada.slash(HERE, "move", moves="d")
    assert len((await parlour.game_of(parlour.ada)).session.moves) == 1


async def test_who_plays_every_move_plays_one_a_press(parlour: Parlour) -> None:
    """Whoever chose to play forced moves plays one move with a press, and takes one back."""
    await choose(parlour.ada, forced="by hand")
    board = await (await parlour.ada.press(await deal(parlour.ada, "idle-year"), "Deal")).final()
    assert len((await parlour.game_of(parlour.ada)).session.moves) == 1
    await parlour.ada.press(board, "Deal")
    assert len((await parlour.game_of(parlour.ada)).session.moves) == 2


async def test_a_press_deals_one_run_of_cards(parlour: Parlour) -> None:
    """What has no choice is played up to the second run of cards, so that a game can be watched."""
    board = await deal(parlour.ada, "idle-year")
    for number in range(1, 4):
        board = await (await parlour.ada.press(board, "Deal")).final()
        played = "".join(move.verb for move in (await parlour.game_of(parlour.ada)).session.moves)
        assert len(re.findall("d+", played)) == number
        assert played.endswith("<")


async def test_undo_goes_back_to_the_last_choice(parlour: Parlour) -> None:
    """Undo takes back what was played for the player as well, and redo plays it again."""
    board = await deal(parlour.ada)
    while offered(board):
        before = await parlour.game_of(parlour.ada)
        board = await (await make(parlour.ada, board, first(board))).final()
        after = await parlour.game_of(parlour.ada)
        if len(after.session.moves) > len(before.session.moves) + 1:
            break
    undone = await (await parlour.ada.press(board, "Undo")).final()
    assert (await parlour.game_of(parlour.ada)).session.moves == before.session.moves
    await parlour.ada.press(undone, "Redo")
    assert (await parlour.game_of(parlour.ada)).session.moves == after.session.moves
