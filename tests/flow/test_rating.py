"""What people see of ratings: in their statistics, and on a server's board of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.store import NewGame, Source
from tests.clock import Clock
from tests.controls import make, offered, shown
from tests.flow.conftest import HERE
from tests.flow.reading import as_read, with_names
from tests.puzzles import LONGER, NEXT_RIGHT, RIGHT, SHORT, stock
from tests.trying import become_known, made, try_out

if TYPE_CHECKING:
    from bot.store import Store
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

PARLOUR = "The Parlour"
RULE = "-# Solving a puzzle raises your rating, failing lowers it; hard ones raise it more and lower it less."
LISTED = "-# Everybody begins at 1500, and is listed after some thirty puzzles, once the rating is sure."


@pytest.fixture
def store(parlour: Parlour) -> Store:
    """Return the bot's store, at noon of 20 November."""
    parlour.now = Clock()
    return parlour.bot.services.store


async def _ask(person: Person, command: str, **options: str) -> Message:
    return await (await person.slash(HERE, command, **options)).final()


async def _puzzles(person: Person) -> Message:
    return await _ask(person, "leaderboard", game="puzzles")


def _id(person: Person) -> int:
    return int(person.user.id)


async def _become_known(parlour: Parlour, store: Store, person: Person, solves: int) -> None:
    guild = int(str(parlour.ada.channel(HERE).guild_id))
    await become_known(store, _id(person), guild=guild, solves=solves)


async def test_statistics_tell_of_puzzles(parlour: Parlour, store: Store) -> None:
    """/stats tells how many puzzles were solved, how many in a row, and the rating, provisional at first."""
    ada = parlour.ada
    await stock(store, SHORT, LONGER)
    assert "Puzzles" not in (await _ask(ada, "stats")).text
    board = await _ask(ada, "puzzle play")
    right = shown(await make(ada, board, RIGHT))
    assert "Puzzles" not in (await _ask(ada, "stats")).text
    solved = shown(await make(ada, right, NEXT_RIGHT))
    assert "1 of 1 solved · Streak 1, best 1 · Rating 1662 (provisional)" in solved.text
    assert "change your rating" not in solved.text
    assert (
        "**Puzzles.** 1 of 1 solved · Streak 1, best 1 · Rating 1662 (provisional)"
        in (await _ask(ada, "stats")).text
    )
    board = await _ask(ada, "puzzle play")
    await make(ada, board, next(move for move in offered(board) if move != "4<<<"))
    assert (
        "**Puzzles.** 1 of 2 solved · Streak 0, best 1 · Rating 1497 (provisional)"
        in (await _ask(ada, "stats")).text
    )
    assert "Puzzles" not in (await _ask(ada, "year")).text
    await _become_known(parlour, store, ada, 2)
    text = (await _ask(ada, "stats")).text
    assert "**Puzzles.** 21 of 42 solved" in text
    assert "provisional" not in text


async def test_giving_up_and_hints_cost_as_failing_does(parlour: Parlour, store: Store) -> None:
    """Giving a puzzle up, or asking for a hint in it, lowers the rating, and a restart changes nothing."""
    ada = parlour.ada
    await stock(store, SHORT, LONGER)
    await _ask(ada, "puzzle play")
    await ada.press(shown(await ada.slash(HERE, "resign")), "Resign")
    told = "0 of 1 solved · Streak 0, best 0 · Rating 1338 (provisional)"
    assert told in (await _ask(ada, "stats")).text
    board = await _ask(ada, "puzzle play")
    await parlour.restart()
    assert told in (await _ask(parlour.ada, "stats")).text
    asked = shown(await parlour.ada.press(board, "Hint"))
    over = shown(await parlour.ada.press(asked, "Hint"))
    assert "0 of 2 solved · Streak 0, best 0 · Rating 1250 (provisional)" in over.text


async def test_what_moves_no_rating_says_so(parlour: Parlour, store: Store) -> None:
    """The puzzle of the day and those of one's own lost games count as tried, move no rating and say so."""
    ada = parlour.ada
    lost = SHORT._replace(source=Source.LOST, player=_id(ada))
    await store.games.create(NewGame(_id(ada), 3, None, lost.game, 1, lost.seed))
    await stock(store, lost, LONGER._replace(day=store.now().date()))
    for command, right in (("puzzle play", RIGHT), ("puzzle daily", "4<<<")):
        board = await _ask(ada, command)
        over = shown(await make(ada, board, next(move for move in offered(board) if move != right)))
        assert "don't change your rating" in over.text
    text = (await _ask(ada, "stats")).text
    assert "**Puzzles.** 0 of 2 solved · Streak 0, best 0" in text
    assert "Rating" not in text


async def test_a_board_of_puzzles(parlour: Parlour, store: Store) -> None:
    """The board lists whose rating is known, with the own place; a button of the month's board opens it."""
    ada, ben = parlour.ada, parlour.ben
    empty = await _puzzles(ada)
    assert empty.ephemeral
    title, nobody, rule, listed = as_read(empty.text).splitlines()
    assert title == "### Puzzles"
    assert nobody == "Nobody is listed yet. /puzzle play deals you a puzzle."
    assert rule == RULE
    assert listed == LISTED
    for person, solves in ((ada, 2), (ben, 3)):
        await _become_known(parlour, store, person, solves)
    await try_out(store, _id(parlour.local.person("Cleo")), await made(store), solved=True)
    lines = with_names(await _puzzles(ada)).splitlines()
    assert lines[1].startswith("` 1` 🥇 @Ben · rating ")
    assert lines[2].startswith("` 2` 🥈 @Ada · rating ")
    assert lines[2].endswith(" · **you**")
    assert "You're not ranked yet." in (await _puzzles(parlour.local.person("Cleo"))).text
    month = await _ask(ada, "leaderboard")
    board = shown(await ada.press(month, "Puzzles"))
    assert board.id == month.id
    assert board.text.startswith("### Puzzles\n")
    back = shown(await ada.press(board, "All games"))
    assert back.text.startswith("### All games · this month\n")


async def test_pages_of_puzzles(parlour: Parlour, store: Store) -> None:
    """A board of more than ten has pages."""
    ada = parlour.ada
    for player in (_id(ada), *range(1, 11)):
        await become_known(store, player, guild=int(str(ada.channel(HERE).guild_id)))
    first = await _puzzles(ada)
    assert "page 1 of 2" in first.text
    second = shown(await ada.press(first, "Further ▶"))
    assert "page 2 of 2" in second.text
    assert shown(await ada.press(second, "◀ Better")).text == first.text


async def test_puzzles_are_offered_as_a_board(parlour: Parlour) -> None:
    """What is typed as the game of a leaderboard may be the puzzles, and is offered with the games."""
    (name, _), *_ = await parlour.ada.autocomplete(HERE, "leaderboard", "game", game="pu")
    assert name == "Puzzles"
    assert "### Push Pin" in (await _ask(parlour.ada, "leaderboard", game="push-pin")).text
