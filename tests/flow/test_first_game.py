"""The first game, by taps from its first button to the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.service.first_game import MOVES
from bot.store import Kind as GameKind
from small_discord.limits.kinds import Kind, walk
from tests.controls import first, make, offered
from tests.flow.conftest import HERE
from tests.flow.test_front_door import front_door, tap
from tests.service.test_first_game import WIN, chosen_moves

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour


async def learn(person: Person) -> Message:
    """Tap Learn on the front door."""
    return await tap(person, await front_door(person), "Your first game")


def panel(board: Message) -> tuple[str, str]:
    """Return the text above a board, and the label of the button under it, if there is one."""
    container, *_ = [each for each in walk(board.components) if each["type"] == Kind.CONTAINER]
    text, below, *_ = container["components"]
    label = below["components"][0]["label"] if below["type"] == Kind.ACTION_ROW else ""
    return text["content"].replace("\ufe0e", ""), label.replace("\ufe0e", "")


async def shown_moves(person: Person, board: Message) -> Message:
    """Tap what is shown, step by step."""
    for _ in MOVES:
        board = await (await person.press(board, _shown(board))).final()
    return board


async def test_it_is_played_by_taps_from_learn_to_a_whole_pack(parlour: Parlour) -> None:
    """A first game leads by taps through three shown moves to a win, and on to a whole pack."""
    ada = parlour.ada
    door = await front_door(ada)
    board = await tap(ada, door, "Your first game")
    assert board.id == door.id
    assert panel(board) == (
        "**Your first game:** eighteen cards. Bring them all onto one pile, and you've won.\n"
        "**Step 1 of 3.** Q♥ and 10♥, its neighbour on the left, are both hearts. So Q♥ may go "
        "on top of it.",
        "Q♥ onto 10♥",
    )
    board = await shown_moves(ada, board)
    assert panel(board)[0].startswith("**Now you:**")
    for _, move in chosen_moves():
        board = await (await make(ada, board, move)).final()
    text, button = panel(board)
    assert text.startswith("You did it!")
    game = await parlour.game_of(ada)
    assert (game.rules.id, game.kind, len(game.session.moves)) == ("late-binding", GameKind.PRACTICE, 17)
    whole = await tap(ada, board, button)
    assert whole.text.startswith("### Accordion\n")
    assert len(offered(whole)) > 5


async def test_each_step_names_what_the_last_one_left(parlour: Parlour) -> None:
    """Each step of the first game fits what the last one left, also after an undo or another move."""
    board = await learn(parlour.ada)
    board = await (await make(parlour.ada, board, MOVES[0])).final()
    assert panel(board)[0].startswith("**Step 2 of 3.** J♣ may also jump over two piles: J♠, ")
    board = await (await parlour.ada.press(board, "Undo")).final()
    assert panel(board)[1] == "Q♥ onto 10♥"
    strayed = await (await make(parlour.ada, board, "4<")).final()
    assert panel(strayed) == panel(board)
    assert "> That would work too! Take the step above first: then it's your turn." in strayed.text
    assert (await parlour.game_of(parlour.ada)).session.moves == ()
    typed = await (await parlour.ada.slash(HERE, "move", moves="4<")).final()
    assert "That would work too!" in typed.text


async def test_a_hint_on_a_shown_move_fits_beside_it(parlour: Parlour) -> None:
    """A hint fits beside a shown move of the first game, even though several buttons play the same move."""
    board = await learn(parlour.ada)
    hinted = await (await parlour.ada.press(board, "Hint")).final()
    told = await (await parlour.ada.press(hinted, "Show the move")).final()
    assert "Step 1 of 3" in panel(told)[0]
    assert "Play it" in told.buttons


async def test_lost_it_leads_on_as_well(parlour: Parlour) -> None:
    """A first game that is lost leads on without praise, and can be started again."""
    board = await shown_moves(parlour.ada, await learn(parlour.ada))
    while "Now you" in panel(board)[0]:
        board = await (await make(parlour.ada, board, first(board))).final()
    text, button = panel(board)
    assert text.startswith("That was your first game.")
    assert button == "Deal Accordion"
    again = await tap(parlour.ada, board, "Same deal")
    assert "Step 1 of 3" in panel(again)[0]


async def test_it_counts_nowhere(parlour: Parlour) -> None:
    """Winning the first game puts nobody on a leaderboard."""
    await learn(parlour.ada)
    await parlour.ada.slash(HERE, "move", moves=" ".join([*MOVES, WIN]))
    ranks = (await parlour.ada.slash(HERE, "leaderboard", game="late-binding")).message
    assert ranks is not None
    assert parlour.ada.user.id not in ranks.text


def _shown(board: Message) -> str:
    return next(
        str(each["custom_id"]) for each in walk(board.components) if ":shown:" in each.get("custom_id", "")
    )


@pytest.mark.parametrize("where", ["/help", "/about"])
async def test_it_begins_elsewhere_too(parlour: Parlour, where: str) -> None:
    """Other messages lead to the first game as well, by a Learn button of their own."""
    told = (await parlour.ada.slash(HERE, where.removeprefix("/"))).message
    assert told is not None
    assert "Step 1 of 3" in panel(await tap(parlour.ada, told, "Your first game"))[0]


async def test_who_sees_only_text_in_words_is_shown_it_in_words(parlour: Parlour) -> None:
    """Whoever reads in words is shown the first game with its cards named."""
    await parlour.ada.slash(HERE, "settings", cards="words, for a screen reader")
    text, button = panel(await learn(parlour.ada))
    assert "queen of hearts and ten of hearts, its neighbour on the left" in text
    assert button == "queen of hearts onto ten of hearts"
