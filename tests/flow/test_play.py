"""Playing: commands, selects, buttons and the modal, and everything that can go wrong with them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.cli.controls import first, make, offered
from bot.engine.games import find_game
from bot.engine.session import Session
from tests.flow.conftest import HERE
from tests.flow.reading import above_foot, last_move

if TYPE_CHECKING:
    from bot.local import Message, Person
    from tests.flow.conftest import Parlour


async def deal(person: Person, variant: str = "accordion", **options: str) -> Message:
    """Deal a known game and return its board."""
    reply = await person.slash(HERE, "deal accordion", variant=variant, seed="tuesday", **options)
    assert reply.message is not None
    return reply.message


def row_of(message: Message) -> str:
    """Return the lines of the board that show cards."""
    return "\n".join(line for line in message.text.splitlines() if line.startswith("`"))


def legal(variant: str = "accordion", played: str = "") -> list[str]:
    """Return the legal moves of the deal `tuesday` after some moves."""
    session = Session.deal(find_game(variant), "tuesday")
    session = session.play(played) if played else session
    return [session.rules.notation.write_move(move) for move in session.rules.moves(session.state)]


async def test_several_moves_in_one_command(parlour: Parlour) -> None:
    """/move plays them all and shows where they lead."""
    await deal(parlour.ada)
    first = legal()[0]
    second = legal(played=first)[0]
    reply = await parlour.ada.slash(HERE, "move", moves=f"{first} {second}")
    assert reply.message is not None
    assert "50 piles" in reply.message.text
    played = Session.read(find_game("accordion"), "tuesday", f"{first} {second}")
    assert last_move(played) in reply.message.text


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("60<", "There is no pile 60: the row has 52."),
        ("1<", "Pile 1 has no pile 1 place to its left."),
        ("foo", "`foo` is not a move"),
        ("2>", "to the left only"),
        ("d", "Accordion has no stock"),
    ],
)
async def test_wrong_moves_get_a_reason_and_change_nothing(
    parlour: Parlour, moves: str, sentence: str
) -> None:
    """The sentence is private, and the board stays as it was."""
    board = await deal(parlour.ada)
    reply = await parlour.ada.slash(HERE, "move", moves=moves)
    assert reply.message is not None
    assert reply.message.ephemeral
    assert sentence in reply.message.text
    after = (await parlour.ada.slash(HERE, "board")).message
    assert after is not None
    assert after.text == board.text


async def test_a_line_with_one_wrong_move_plays_none(parlour: Parlour) -> None:
    """All or nothing, and the sentence names the move."""
    board = await deal(parlour.ada)
    reply = await parlour.ada.slash(HERE, "move", moves=f"{legal()[0]} 60<")
    assert reply.message is not None
    assert "Move 2 of 2, `60<`" in reply.message.text
    assert "None of them was played" in reply.message.text
    after = (await parlour.ada.slash(HERE, "board")).message
    assert after is not None
    assert after.text == board.text


async def test_a_line_that_fails_behind_a_deal_shows_how_far_it_came(parlour: Parlour) -> None:
    """The board shows the card that was turned up, with the reason under it."""
    await parlour.ada.slash(HERE, "deal accordion", variant="tarbart", seed="tuesday")
    board = (await parlour.ada.slash(HERE, "move", moves="d 60<")).message
    assert board is not None
    assert "2 piles" in board.text
    assert "Move 2 of 2, `60<`: There is no pile 60: the row has 2." in board.text


async def test_a_move_is_played_in_place(parlour: Parlour) -> None:
    """Choosing a move updates the same message."""
    board = await deal(parlour.ada)
    reply = await make(parlour.ada, board, first(board))
    assert reply.kind == "update"
    assert reply.message is not None
    assert reply.message.id == board.id
    assert "51 piles" in reply.message.text


async def test_undo_and_redo(parlour: Parlour) -> None:
    """Undo brings the board back, redo plays the move again."""
    board = await deal(parlour.ada)
    played = (await make(parlour.ada, board, first(board))).message
    assert played is not None
    undone = (await parlour.ada.press(played, "Undo")).message
    assert undone is not None
    assert row_of(undone) == row_of(board)
    redone = (await parlour.ada.press(undone, "Redo")).message
    assert redone is not None
    assert redone.text == played.text
    assert (await parlour.ada.slash(HERE, "undo")).message is not None
    assert (await parlour.ada.slash(HERE, "redo")).message is not None


async def test_moves_typed_into_the_modal(parlour: Parlour) -> None:
    """The modal takes a line of moves and updates the board from which it was opened."""
    board = await deal(parlour.ada)
    opened = await parlour.ada.press(board, "Type moves")
    assert opened.modal is not None
    reply = await parlour.ada.submit(opened.modal, moves=legal()[0])
    assert reply.message is not None
    assert reply.message.id == board.id
    assert "51 piles" in reply.message.text


async def _type(person: Person, board: Message, moves: str, button: str = "Type moves") -> Message:
    opened = await person.press(board, button)
    assert opened.modal is not None
    return await (await person.submit(opened.modal, moves=moves)).final()


async def _typed_before(person: Person, board: Message, button: str) -> str:
    opened = await person.press(board, button)
    assert opened.modal is not None
    return str(opened.modal.fields["moves"].get("value", ""))


async def test_a_wrong_move_in_the_modal_is_explained_on_the_board(parlour: Parlour) -> None:
    """Nothing is played and no message is posted; the line can be corrected, even after a restart."""
    ada, good = parlour.ada, legal()[0]
    board = await (await ada.slash("dm", "deal accordion", seed="tuesday")).final()
    refused = await _type(ada, board, f"{good}  60<")
    assert refused.id == board.id
    assert row_of(refused) == row_of(board)
    reason, typed = refused.text.splitlines()[-2:]
    assert reason.startswith("> Move 2 of 2, `60<`: There is no pile 60")
    assert typed == f"-# You typed `{good}  60<`"
    assert await _typed_before(ada, refused, "Type moves") == ""
    await parlour.restart()
    (refused,) = parlour.ada.sees("dm")
    assert await _typed_before(parlour.ada, refused, "Correct the moves") == f"{good}  60<"
    again = await _type(parlour.ada, refused, "61<", "Correct the moves")
    assert "There is no pile 61" in again.text
    assert "There is no pile 60" not in again.text
    played = await _type(parlour.ada, again, good, "Correct the moves")
    assert played.id == board.id
    assert "51 piles" in played.text
    assert "Correct the moves" not in played.buttons
    assert len(parlour.ada.sees("dm")) == 1


async def test_a_wrong_move_by_command_comes_with_the_board(parlour: Parlour) -> None:
    """However long it is; it mentions nobody, and can be corrected there."""
    await deal(parlour.ada)
    line = f"<@{parlour.ben.user.id}> `" + "x" * 900
    refused = await (await parlour.ada.slash(HERE, "move", moves=line)).final()
    assert refused.ephemeral
    assert "52 piles" in refused.text
    typed = await _typed_before(parlour.ada, refused, "Correct the moves")
    assert typed == line.replace("`", "'")
    played = await _type(parlour.ada, refused, legal()[0], "Correct the moves")
    assert played.id == refused.id
    assert "51 piles" in played.text


async def test_moves_are_not_corrected_on_an_old_board(parlour: Parlour) -> None:
    """Of two forms sent at once, and one sent later, one counts."""
    board = await deal(parlour.ada)
    refused = await _type(parlour.ada, board, "60<")
    forms = [await parlour.ada.press(refused, "Correct the moves") for _ in range(3)]
    *modals, late = [form.modal for form in forms if form.modal is not None]
    assert len(modals) == 2
    legal_twice = next(move for move in legal() if move in legal(played=move))
    await asyncio.gather(*(parlour.ada.submit(modal, moves=legal_twice) for modal in modals))
    await parlour.settle()
    await (await parlour.ada.submit(late, moves=legal(played=legal_twice)[0])).final()
    now = await (await parlour.ada.slash(HERE, "board")).final()
    assert "51 piles" in now.text


async def test_a_board_for_all_stays_as_it_is(parlour: Parlour) -> None:
    """Only its player is told what was wrong."""
    board = await deal(parlour.ada, where="in the channel")
    told = await _type(parlour.ada, board, "60<")
    assert told.ephemeral
    assert told.id != board.id
    assert told.text.startswith("There is no pile 60")
    assert [message.text for message in parlour.ben.sees(HERE)] == [board.text]


async def test_dealing_by_button(parlour: Parlour) -> None:
    """Deal turns up one card; Deal on deals until a move is possible; then dealing is refused."""
    board = await deal(parlour.ada, "parlett")
    assert "51 in the stock" in board.text
    assert "Deal" in board.buttons
    dealt = (await parlour.ada.press(board, "Deal to next move")).message
    assert dealt is not None
    assert offered(dealt)
    assert dealt.find("Deal")["disabled"]
    refused = await parlour.ada.slash(HERE, "move", moves="d")
    assert refused.message is not None
    assert "A move is waiting" in refused.message.text
    assert "you must play it before you deal" in refused.message.text


async def test_the_code_of_a_deal_is_kept_back_while_cards_are_hidden(parlour: Parlour) -> None:
    """With it, a player could look through the stock in another channel; an open deal may be shared."""
    for variant, known in (("accordion", True), ("parlett", False)):
        board = await deal(parlour.ada, variant)
        panel = (await parlour.ada.press(board, "More")).message
        assert panel is not None
        assert ("tuesday" in board.text, "tuesday" in panel.text) == (known, known)


async def test_undo_stops_at_a_card_that_was_seen(parlour: Parlour) -> None:
    """A dealt card cannot be taken back, and the player is told why."""
    await deal(parlour.ada, "parlett")
    await parlour.ada.slash(HERE, "move", moves="d")
    refused = await parlour.ada.slash(HERE, "undo")
    assert refused.message is not None
    assert "a card that was seen stays seen" in refused.message.text
    board = (await parlour.ada.slash(HERE, "board")).message
    assert board is not None
    assert board.find("Undo")["disabled"]


async def test_autocomplete_chains_legal_moves(parlour: Parlour) -> None:
    """After a complete move the list shows what is legal then."""
    await deal(parlour.ada)
    offered = await parlour.ada.autocomplete(HERE, "move", "moves", moves="")
    assert [choice.value for choice in offered] == legal()[:25]
    first = legal()[0]
    then = await parlour.ada.autocomplete(HERE, "move", "moves", moves=f"{first} ")
    assert [choice.value for choice in then] == [f"{first} {move}" for move in legal(played=first)[:25]]
    (warning,) = await parlour.ada.autocomplete(HERE, "move", "moves", moves="60< ")
    assert warning.name.startswith("⚠ There is no pile 60")


async def test_a_line_may_not_have_more_moves_than_anybody_needs(parlour: Parlour) -> None:
    """They are neither offered nor played: a few letters can deal the whole stock again and again."""
    board = (await parlour.ada.slash(HERE, "deal pyramid", seed="tuesday")).message
    assert board is not None
    sentence = "A line may have 500 moves, each dealt card counted: play it in parts."
    (offered,) = await parlour.ada.autocomplete(HERE, "move", "moves", moves="d r " * 300)
    assert offered.name == f"⚠ {sentence}"
    opened = await parlour.ada.press(board, "Type moves")
    assert opened.modal is not None
    refused = (await parlour.ada.submit(opened.modal, moves="d999")).message
    assert refused is not None
    assert f"\n> {sentence}\n-# You typed `d999`\n" in refused.text
    cut = (await parlour.ada.slash(HERE, "move", moves="d* r " * 30)).message
    assert cut is not None
    assert f"Move 41 of 60, `d*`: {sentence} The moves before it were played" in cut.text
    assert "move 500: turn the waste over" in cut.text


async def test_autocomplete_without_a_game_says_so(parlour: Parlour) -> None:
    """There is always an answer."""
    (choice,) = await parlour.ada.autocomplete(HERE, "move", "moves", moves="")
    assert "You have no game here" in choice.name


@pytest.mark.parametrize("command", ["board", "undo", "redo", "hint", "resign"])
async def test_commands_without_a_game_say_how_to_begin(parlour: Parlour, command: str) -> None:
    """One sentence, with the command that helps."""
    reply = await parlour.ada.slash(HERE, command)
    assert reply.message is not None
    assert reply.message.ephemeral
    assert "/deal" in reply.message.text


async def test_a_stale_press_redraws_the_true_board(parlour: Parlour) -> None:
    """A board that is out of date plays nothing and shows how things stand."""
    old = await deal(parlour.ada)
    move = legal()[0]
    await parlour.ada.slash(HERE, "move", moves=move)
    stale = await make(parlour.ada, old, first(old))
    assert stale.message is not None
    assert stale.message.id == old.id
    assert last_move(Session.read(find_game("accordion"), "tuesday", move)) in stale.message.text
    assert "nothing was played" in stale.message.text


async def test_two_presses_at_once_count_once(parlour: Parlour) -> None:
    """Both are answered, and exactly one move is played."""
    board = await deal(parlour.ada)
    one, other, *_ = offered(board)
    await asyncio.gather(
        make(parlour.ada, board, one),
        make(parlour.ada, board, other),
    )
    now = (await parlour.ada.slash(HERE, "board")).message
    assert now is not None
    assert "51 piles" in now.text


async def test_a_stranger_is_told_whose_game_it_is(parlour: Parlour) -> None:
    """The press plays nothing; the stranger may play the same deal privately once that game is over."""
    board = await deal(parlour.ada, where="in the channel")
    reply = await make(parlour.ben, board, first(board))
    note = reply.message
    assert note is not None
    assert note.ephemeral
    assert f"<@{parlour.ada.user.id}>'s game" in note.text
    assert parlour.ada.sees(HERE)[0].text == board.text
    await parlour.ada.slash(HERE, "move", moves=legal()[0])
    asked = (await parlour.ada.slash(HERE, "resign")).message
    assert asked is not None
    await parlour.ada.press(asked, "Resign")
    note = (await parlour.ben.press(board, "Hint")).message
    assert note is not None
    own = (await parlour.ben.press(note, "Play this deal yourself")).message
    assert own is not None
    assert own.ephemeral
    assert row_of(own) == row_of(board)


async def test_a_stranger_plays_another_deal_while_that_game_is_on(parlour: Parlour) -> None:
    """The same cards, looked through in parallel, would reveal what lies face down; the board says so."""
    board = await deal(parlour.ada, "parlett", where="in the channel")
    note = (await parlour.ben.press(board, "Deal")).message
    assert note is not None
    own = (await parlour.ben.press(note, "Play another deal")).message
    assert own is not None
    assert own.id == note.id
    assert "This is a new deal: " in own.text
    assert own.text.startswith("### Parlett\n")
    games = [await parlour.game_of(person) for person in (parlour.ada, parlour.ben)]
    assert games[0].session.seed != games[1].session.seed


async def test_two_people_play_at_once(parlour: Parlour) -> None:
    """Neither sees or disturbs the other's game."""
    boards = await asyncio.gather(deal(parlour.ada), deal(parlour.ben, "parlett"))
    await asyncio.gather(
        make(parlour.ada, boards[0], first(boards[0])),
        parlour.ben.press(boards[1], "Deal"),
    )
    (ada,) = parlour.ada.sees(HERE)
    (ben,) = parlour.ben.sees(HERE)
    assert "51 piles" in ada.text
    assert "50 in the stock" in ben.text


async def test_a_hint_is_honest_and_playable(parlour: Parlour) -> None:
    """The board is shown with a hint under it; the hinted move is legal."""
    await deal(parlour.ada)
    message = await (await parlour.ada.slash(HERE, "hint")).final()
    hint = above_foot(message)[-1]
    assert "Proven: " in hint or "Can't tell" in hint
    assert any(f"({move})." in hint for move in legal())
