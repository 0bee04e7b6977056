"""Buttons and modals made by another version of the bot, or by nobody: all get the same answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from bot.service.limits import NO_LIMITS
from bot.ui.presses import LONGEST_LINE, Press
from bot.ui.routes import ROUTES
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from tests.flow.boards import deal, legal
from tests.flow.conftest import HERE
from tests.flow.reading import as_read
from tests.forged import SELECT, press, reply, submit
from tests.games import played_out

if TYPE_CHECKING:
    from bot.service.limits import Allowed
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

UNKNOWN = "This button comes from another version of the bot. /board shows the board as it is now."
HUGE, LARGE = 10**30, 2**63
GARBLED = [
    "somebody's button",
    "iy",
    "iy:1:1",
    "iy:1:1:",
    "iy:1:1:nonsense",
    "iy:-1:1:undo",
    "iy:1:1:undo\n",
    "iy:١:١:undo",
    f"iy:{LARGE}:1:undo",
    f"iy:1:{HUGE}:undo",
    f"iy:{HUGE}:1:board",
    "iy:1:1:hint:everything",
]
RANKS = [
    "accordion",
    "accordion:today",
    "bridge:today:0",
    "accordion:never:0",
    "accordion:today:x",
    "accordion:today:-1",
    f"accordion:today:{LARGE}",
]
NUMBERS = ["x", "-1", "1.5", f"{LARGE}", f"{HUGE}", "١", "1:x", ":"]
NAMED = [
    "today:bridge",
    "today:accordion:1",
    "deals:bridge",
    "deals:",
    "dealt:bridge",
    "dealt",
    "dealt:goren:1",
    *("page", "page:bridge:rules", "page:goren", "page:goren:stars", "page:goren:rules:1"),
    *("page:goren:ranks", "page:goren:ranks:never", "pages", "pages:rules"),
    *("months", "months:this", "months:never:0", "months:this:-1", f"months:last:{LARGE}", "months:this:0:0"),
    *("ratings", "ratings:-1", f"ratings:{LARGE}", "ratings:0:0"),
    *("save", "save:accordion", "save:accordion:yesterday", "save:accordion:2026-13-01"),
    *("proof", "proof:yesterday", "proof:2026-13-01"),
    *("past", "past:bridge", "past:accordion"),
    *("set", "set:cards", "set:cards:stone", "set:colours:one", "set:line:x", "set:line:9"),
    *("set:reminder", "set:reminder:on", "set:hour", "set:hour:UTC"),
    *("beat", "beat:accordion:tuesday", "beat:daily:2026-11-20:accordion", "beat:daily:x:accordion"),
    *("attempt", "attempt:1", f"attempt:{HUGE}:accordion:tuesday", "attempt:1:daily:2026-11-20:bridge"),
    *("set:ranks:perhaps", "set:size:10"),
]
WITH_NUMBERS = ["race", "raced", "rematch", "step", "practise", "erase", "run"]
WITH_MOVES = ["play", "take", "shown", "follow"]
LONG = {"hint", "check", "review", "follow", "save", "size"}
"""Verbs that begin with a thought or end with pictures, and show the board as others do."""
PRESSES = [
    *GARBLED,
    *(f"iy:0:0:ranks{rest}" for rest in ["", *(f":{ranks}" for ranks in RANKS)]),
    *(f"iy:1:2:{verb}{rest}" for verb in WITH_NUMBERS for rest in ["", *(f":{n}" for n in NUMBERS)]),
    *(f"iy:0:0:{named}" for named in NAMED),
    "iy:1:2:chapter",
    "iy:0:0:chapter:bridge:play",
    "iy:0:0:chapter:accordion:nonsense",
    "iy:0:0:chapter:bayan:misprints",
    "iy:1:2:step:999",
    "iy:1:2:practise:999",
    "iy:1:2:run:0:1:2",
    "iy:1:2:puzzle:nonsense",
    *("iy:1:2:undo:x", "iy:1:2:undo:1:1", f"iy:1:2:undo:{HUGE}"),
]


async def _press(parlour: Parlour, message: Message, custom_id: str, *values: str, **how: int) -> str:
    return as_read((await press(parlour.local, parlour.ada, message, custom_id, *values, **how)).text)


@pytest.fixture
def allowed() -> Allowed:
    """Refuse nobody: some press a hundred buttons in a second."""
    return NO_LIMITS


async def test_what_no_button_says_is_answered_as_an_unknown_one(parlour: Parlour) -> None:
    """A press with impossible numbers, parts or words is answered like an unknown one."""
    board = await deal(parlour.ada, where="in the channel")
    await parlour.ada.press(board, "More")
    asked = (await parlour.ada.slash(board.channel_id, "resign")).message
    assert asked is not None
    await parlour.ada.press(asked, "Resign")
    told = {custom_id: await _press(parlour, board, custom_id) for custom_id in PRESSES}
    assert {custom_id: text for custom_id, text in told.items() if text != UNKNOWN} == {}


async def test_a_select_may_say_whatever_a_button_may(parlour: Parlour) -> None:
    """A select with a button's id is answered like a button, as no kind of component is trusted."""
    board = await deal(parlour.ada)
    for custom_id in ("iy:1:1:run:private#0", "nonsense#0", f"iy:{HUGE}:1:pick#0"):
        assert await _press(parlour, board, custom_id, "x", kind=SELECT) == UNKNOWN
    for day in ("yesterday", "2026-13-01"):
        assert await _press(parlour, board, "iy:0:0:past:accordion#0", day, kind=SELECT) == UNKNOWN
    text = await _press(parlour, board, "iy:1:1:pick#77", legal()[0], kind=SELECT)
    assert "51 piles" in text
    assert "There is no move" in await _press(parlour, board, "iy:1:2:pick")


async def test_a_button_may_say_any_move(parlour: Parlour) -> None:
    """A forged button may name any move, which is played if it is legal and refused if not."""
    board = await deal(parlour.ada)
    game = Press.read(board.find("More")["custom_id"]).seen.id
    for verb in WITH_MOVES:
        assert "There is no move" in await _press(parlour, board, f"iy:{game}:1:{verb}")
        assert "There is no pile 60" in await _press(parlour, board, f"iy:{game}:1:{verb}:60<")
    text = await _press(parlour, board, f"iy:{game}:1:play:{legal()[0]}")
    assert "51 piles" in text


async def test_no_press_changes_what_others_have_posted(parlour: Parlour) -> None:
    """Whatever is pressed on the message of a race about a game of one's own, that message stays."""
    ada, ben, over = parlour.ada, parlour.ben, await _race(parlour)
    await ada.slash(HERE, "race stop")
    race = await _race(parlour)
    rest = {"race": over.rest, "step": "0:0", "undo": "1", "set": "cards:text", "erase": ben.user.id}
    played = write_moves(find_game("late-binding"), played_out().moves)
    of_an_end = "again back board race record resign rules same share shared step type"
    in_play = " ".join([*sorted(ROUTES.keys() - LONG - {"erase"}), "erase"])
    for variant, moves, verbs in (("late-binding", played, of_an_end), ("accordion", "2<", in_play)):
        await deal(ben, variant)
        await ben.slash(HERE, "move", moves=moves)
        seen = (await parlour.game_of(ben)).seen
        for verb in verbs.split():
            await reply(parlour.local, ben, race.message, Press(seen, verb, rest.get(verb)).custom_id)
            await parlour.settle()
            assert _now(ada, race.message) == race.message, verb


async def test_no_press_changes_a_message_of_ones_own_about_something_else(parlour: Parlour) -> None:
    """Neither the message of one's own race nor one's public board becomes that of another public game."""
    ada, race = parlour.ada, await _race(parlour)
    boards = [await deal(ada, variant, where="in the channel") for variant in ("accordion", "goren")]
    other = Press.read(boards[1].find("More")["custom_id"])
    for message in (race.message, boards[0]):
        for verb in ("board", "back", "resign"):
            await press(parlour.local, ada, message, other._replace(verb=verb).custom_id)
            assert _now(ada, message) == message


class _Race(NamedTuple):
    message: Message
    rest: str
    """What its button says of it."""


async def _race(parlour: Parlour) -> _Race:
    """Start a race that shows its starter already."""
    begun = await (await parlour.ada.slash(HERE, "race start", game="accordion")).final()
    await parlour.settle()
    await parlour.bot.services.race_messages.look()
    message = _now(parlour.ada, begun)
    return _Race(message, str(Press.read(message.find("Join race")["custom_id"]).rest))


def _now(person: Person, message: Message) -> Message:
    return next(each for each in person.sees(HERE) if each.id == message.id)


def _label(**typed: Any) -> list[dict[str, Any]]:
    return [{"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "moves", **typed}}]


FORMS: list[dict[str, Any]] = [
    {"custom_id": "somebody's form", "components": _label(value="2<")},
    {"custom_id": f"iy:{LARGE}:1:pick", "components": _label(value="2<")},
    {"custom_id": "iy:1:1:undo", "components": _label(value="2<")},
    {"custom_id": "iy:1:1:pick", "components": []},
    {"custom_id": "iy:1:1:pick", "components": _label()},
    {"custom_id": "iy:1:1:pick", "components": _label(value=7)},
    {"custom_id": "iy:1:1:pick", "components": _label(value=None)},
    {"custom_id": "iy:1:1:pick", "components": _label(value=["2<"])},
    {"custom_id": "iy:1:1:pick", "components": _label(value="x" * (LONGEST_LINE + 1))},
    {"custom_id": "iy:1:1:pick", "components": [{"type": 18, "id": 1}]},
    {"custom_id": "iy:1:1:pick", "components": [*_label(value="2<"), *_label(value="3<")]},
    {"custom_id": "iy:1:1:pick", "components": [{"type": 1, "id": 1, "components": []}]},
]


async def test_a_modal_that_the_bot_has_not_made(parlour: Parlour) -> None:
    """A form that the bot has not made is answered like an unknown press, and nothing is played."""
    board = await deal(parlour.ada)
    for data in FORMS:
        assert as_read((await submit(parlour.local, parlour.ada, data, board)).text) == UNKNOWN, data
    now = (await parlour.ada.slash(board.channel_id, "board")).message
    assert now is not None
    assert now.text == board.text


async def test_every_verb_that_takes_more_than_a_game_is_forged_here() -> None:
    """Every kind of press with parameters is forged here: a new one must be added above."""
    alone = (
        "pick deal dealon redeal undo redo board back size check type more dm rules resign resigned again "
        "same unknown nodigest noreminder results correct review record share shared overview echo door help "
        "learn daily solve counting film copy chain retry dayspuzzle postpuzzle five tomorrow "
        "parlour parloured parlournext parlourend"
    )
    assert ROUTES.keys() - set(alone.split()) == {
        *("hint", "ranks", "chapter", "today", "deals", "dealt", "page", "pages", "months", "past", "save"),
        *("ratings", "set", "beat", "attempt", "proof", "puzzle"),
        *WITH_NUMBERS,
        *WITH_MOVES,
    }
