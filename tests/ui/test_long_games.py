"""Very long games fit Discord too."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.language import LANGUAGES, read_in
from bot.render.review import review_text
from bot.render.share import Shared, share_text
from bot.service.review import Light, Review
from bot.store import Result, Status
from bot.ui.board import Board
from bot.ui.components import Note
from bot.ui.options import move_choices
from bot.ui.review import Step
from idle_year.analysis import LosingMove
from idle_year.engine.games import find_game
from idle_year.engine.line import MOST_MOVES
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Answer
from tests.screens import STYLES, board_text_of, check_fits, game_of

PYRAMID = find_game("pyramid")
FULL = Session.read(PYRAMID, "tuesday", "d*" + " r d*" * 79 + " r")


def lights(count: int) -> tuple[Light, ...]:
    """Return lights with no two neighbours alike, of those that are met beside others."""
    return tuple(islice(cycle(light for light in Light if light is not Light.NEVER), count))


def review_of(count: int) -> Review:
    """Return a review of a game of so many moves that was lost by one of them."""
    turn = LosingMove(1000, FULL.state_at(1000), FULL.moves[1000], FULL.moves[1000:1200])
    return Review(lights(count), turn, False, Answer.WON)


@pytest.mark.parametrize("style", STYLES)
def test_its_review_and_what_is_shared_of_it_fit(style: Style) -> None:
    """The review and the share of the longest game fit in every language, as squares and as words."""
    game, review = game_of(FULL, Status.FINISHED), review_of(MOST_MOVES)
    shared = Shared(game, Result("free", "stuck", 0, 5, MOST_MOVES, 540, None), review, Occasion())
    for code in LANGUAGES:
        with read_in(code):
            check_fits(Note(review_text(game, review, style)))
            check_fits(Note(share_text(shared, style)))
    assert "10 moves a square" in share_text(shared, style)


def test_a_review_in_words_tells_of_all_moves() -> None:
    """A review in words tells of all moves, even of a game with very many."""
    told = review_text(game_of(FULL, Status.FINISHED), review_of(MOST_MOVES), Style(spoken=True))
    words = told.splitlines()[1]
    assert words.startswith("Moves 1 to ")
    assert "to 2000: " in words


async def test_each_of_its_steps_fits() -> None:
    """Each step of the longest game's review fits: at the deal, in the middle and near the end."""
    game = game_of(FULL, Status.FINISHED)
    for number in (0, 1000, 1999, 2000):
        for style in STYLES:
            check_fits(Step(game, review_of(MOST_MOVES), FULL.at(number), style, Occasion()))


async def test_its_board_says_that_it_is_full() -> None:
    """The board of the longest game says that it is full and what can be done; any other does not."""
    reached = "⚠ That's 2000 moves, the most that a game may have: take some back, or resign it."
    board = Board(game_of(FULL), STYLES[2])
    check_fits(board)
    assert reached in board_text_of(board)
    assert reached not in board_text_of(Board(game_of(FULL.undo()), STYLES[2]))
    assert reached not in board_text_of(Board(game_of(FULL, Status.RESIGNED), STYLES[2]))


@pytest.mark.parametrize("typed", ["d " * 600, "d" + " d" * 5000, "r d999 d999"])
def test_what_is_offered_obeys_the_limit(typed: str) -> None:
    """A line of too many moves is not offered, whatever its length; instead the limit is told."""
    (offered,) = move_choices(Session.deal(PYRAMID, "tuesday"), typed, Style())
    assert offered.name == "⚠ A line may have 500 moves, each dealt card counted: play it in parts."
    assert 1 <= len(offered.value) <= 100


def test_what_is_offered_stands_on_one_line() -> None:
    """Whatever is typed, it is offered back on one line without anything that could be markup."""
    rules = find_game("accordion")
    first = rules.notation.write_move(rules.moves(rules.start("tuesday"))[0])
    typed = [(rules, f"{first}\n"), (rules, f"\n\t{first}\u2028"), (PYRAMID, "d \u202e`@everyone`\x00")]
    for of, line in typed:
        offered = move_choices(Session.deal(of, "tuesday"), line, Style())
        assert offered
        assert all(each.name.isprintable() and "`" not in each.name for each in offered)
