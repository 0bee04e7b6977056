"""The first game, by taps from its first button to the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.service.first_game import MOVES
from bot.store import Kind as GameKind
from small_discord.limits.kinds import Kind, walk
from tests.controls import HERE, first, offered
from tests.service.test_first_game import chosen_moves

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor


async def learn(person: Visitor) -> Message:
    """Tap Learn on the front door."""
    return await person.press(await person.slash(HERE, "play"), "Your first game")


def panel(board: Message) -> tuple[str, str]:
    """Return the text above a board, and the label of the button under it, if there is one."""
    container, *_ = [each for each in walk(board.components) if each["type"] == Kind.CONTAINER]
    text, below, *_ = container["components"]
    label = below["components"][0]["label"] if below["type"] == Kind.ACTION_ROW else ""
    return text["content"].replace("\ufe0e", ""), label.replace("\ufe0e", "")


async def shown_moves(person: Visitor, board: Message) -> Message:
    """Tap what is shown, step by step."""
    for _ in MOVES:
        board = await person.use(board, _shown(board))
    return board


async def test_it_is_played_by_taps_from_learn_to_a_whole_pack(room: Room) -> None:
    """A first game leads by taps through three shown moves to a win, and on to a whole pack."""
    ada = room.ada
    door = await ada.slash(HERE, "play")
    board = await ada.press(door, "Your first game")
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
        board = await ada.make(board, move)
    text, button = panel(board)
    assert text.startswith("You did it!")
    game = await room.game_of(ada)
    assert (game.rules.id, game.kind, len(game.session.moves)) == ("late-binding", GameKind.PRACTICE, 17)
    whole = await ada.press(board, button)
    assert whole.text.startswith("### Accordion\n")
    assert len(offered(whole)) > 5


async def test_each_step_names_what_the_last_one_left(room: Room) -> None:
    """Each step of the first game fits what the last one left, also after an undo or another move."""
    board = await learn(room.ada)
    board = await room.ada.make(board, MOVES[0])
    assert panel(board)[0].startswith("**Step 2 of 3.** J♣ may also jump over two piles: J♠, ")
    board = await room.ada.press(board, "Undo")
    assert panel(board)[1] == "Q♥ onto 10♥"
    strayed = await room.ada.make(board, "4<")
    assert panel(strayed) == panel(board)
    assert "> That would work too! Take the step above first: then it's your turn." in strayed.text
    assert (await room.game_of(room.ada)).session.moves == ()
    typed = await room.ada.slash(HERE, "move", moves="4<")
    assert "That would work too!" in typed.text


async def test_a_hint_on_a_shown_move_fits_beside_it(room: Room) -> None:
    """A hint fits beside a shown move of the first game, even though several buttons play the same move."""
    board = await learn(room.ada)
    hinted = await room.ada.press(board, "Hint")
    told = await room.ada.press(hinted, "Show move")
    assert "Step 1 of 3" in panel(told)[0]
    assert "Play it" in told.buttons


async def test_lost_it_leads_on_as_well(room: Room) -> None:
    """A first game that is lost leads on without praise, and can be started again."""
    board = await shown_moves(room.ada, await learn(room.ada))
    while "Now you" in panel(board)[0]:
        board = await room.ada.make(board, first(board))
    text, button = panel(board)
    assert text.startswith("That was your first game.")
    assert button == "Deal Accordion"
    again = await room.ada.press(board, "Same deal")
    assert "Step 1 of 3" in panel(again)[0]


def _shown(board: Message) -> str:
    return next(
        str(each["custom_id"]) for each in walk(board.components) if ":shown:" in each.get("custom_id", "")
    )


@pytest.mark.parametrize("where", ["/help", "/about"])
async def test_it_begins_elsewhere_too(room: Room, where: str) -> None:
    """Other messages lead to the first game as well, by a Learn button of their own."""
    told = await room.ada.slash(HERE, where.removeprefix("/"))
    assert "Step 1 of 3" in panel(await room.ada.press(told, "Your first game"))[0]


async def test_who_sees_only_text_in_words_is_shown_it_in_words(room: Room) -> None:
    """Whoever reads in words is shown the first game with its cards named."""
    await room.ada.slash(HERE, "settings", cards="words, for a screen reader")
    text, button = panel(await learn(room.ada))
    assert "queen of hearts and ten of hearts, its neighbour on the left" in text
    assert button == "queen of hearts onto ten of hearts"
