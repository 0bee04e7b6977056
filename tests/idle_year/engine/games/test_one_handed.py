"""What One-Handed Solitaire deals, allows, refuses, wins and counts."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import GameError, IllegalMove
from idle_year.engine.games import ALL, find_game
from idle_year.engine.line import play_line
from idle_year.engine.rules import Move, Outcome
from idle_year.engine.session import Session
from tests.idle_year.engine.games import plain_marriage
from tests.idle_year.engine.walks import FEW, RANDOM_PLAY, walk

RULES = ALL["one-handed"]
SUIT = "4C 8S 7D QH 2S"
RANK = "4C 8S 7D QH 8D"
ONLY_FOUR = (
    "In One-Handed Solitaire only the last four cards count: "
    "the inner two leave (x3-4) or all of them (x2-5)."
)


def after(position: str, line: str) -> str:
    """Play a line from a position and write the resulting position."""
    state = RULES.notation.read_position(position)
    return RULES.notation.write_position(play_line(RULES, state, line).state)


def test_four_cards_lie_open_at_the_start() -> None:
    """Four cards lie open at the start of One-Handed Solitaire, and the other 48 wait in the stock."""
    row = RULES.start("tuesday")
    assert (len(row.piles), len(row.stock)) == (4, 48)
    assert len({*(pile.top for pile in row.piles), *row.stock}) == 52


@pytest.mark.parametrize("name", ["One-Handed Solitaire", "one-hand", "One-Hand Solitaire"])
def test_it_is_found_by_what_people_call_it(name: str) -> None:
    """One-Handed Solitaire is found by the names that other pages use."""
    assert find_game(name) is RULES


class TestLeaving:
    """What leaves, and what stays."""

    def test_one_suit_lets_the_two_between_leave(self) -> None:
        """If the outer two of the last four share a suit, the two between leave."""
        assert after(SUIT, "x3-4") == after(SUIT, "x7D-QH") == "4C 8S 2S"

    def test_one_rank_lets_all_four_leave(self) -> None:
        """If the outer two of the last four share a rank, all four leave."""
        assert after(RANK, "x2-5") == after(RANK, "x8S-8D") == "4C"

    def test_one_removal_makes_way_for_the_next(self) -> None:
        """After a removal the new last four count at once, before a card is dealt."""
        assert after("4S KD 8S 7D QH 2S | 9C", "x4-5 x2-3") == "4S 2S | 9C"

    def test_nothing_must_leave(self) -> None:
        """Dealing on passes up the removal, until the same four are the last again."""
        assert after(f"{SUIT} | 9C", "d") == "4C 8S 7D QH 2S 9C"
        assert after("8S 7D QH 2S | 3C 4H 2D 3H", "d* x5-8 x2-3") == "8S 2S"

    def test_play_goes_on_from_an_empty_row(self) -> None:
        """Play goes on from an empty row, as all four may leave before the stock is empty."""
        assert after("8S 7D QH 8D | 3C 4H", "x1-4 d") == "3C | 4H"

    @RANDOM_PLAY
    @FEW
    def test_no_other_block_may_leave(self, seed: str, choices: list[int]) -> None:
        """Of all blocks in the row, only those listed by an independent implementation may leave."""
        for state in walk(RULES, seed, choices).states:
            size = len(state.piles)
            blocks = [tuple(range(one, end)) for end in range(size + 1) for one in range(end)]
            allowed = [RULES.notation.write_move(Move("x", at)) for at in blocks if _goes(state, at)]
            listed = plain_marriage.legal("one-handed", RULES.notation.write_position(state))
            assert allowed == [move for move in listed if move != "d"]


def _goes(state: object, at: tuple[int, ...]) -> bool:
    try:
        RULES.play(state, Move("x", at))
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (SUIT, "x2-5", "8♠ and 2♠ share only the suit, so only the two between them leave: write x3-4."),
        (RANK, "x3-4", "8♠ and 8♦ share the rank, so all four cards leave: write x2-5."),
        (
            "4C 8S 7D QH 2D",
            "x3-4",
            "8♠ and 2♦ share neither suit nor rank, so none of the last four cards leaves.",
        ),
        ("4C 8S 7D 5C 2D", "x2-3", ONLY_FOUR),
        (SUIT, "x3", ONLY_FOUR),
        (SUIT, "x2,5", ONLY_FOUR),
        (
            "4C 8S +48",
            "x1-2",
            "In One-Handed Solitaire cards leave only from the last four, and the row has 2: deal first (d).",
        ),
        (
            "4C 8S",
            "x1-2",
            "In One-Handed Solitaire cards leave only from the last four, and the row has 2.",
        ),
        (SUIT, "x9", "There is no pile 9: the row has 5."),
        (SUIT, "d", "There's no card left to deal."),
        (SUIT, "r", "One-Handed Solitaire has no redeal."),
    ],
)
def test_a_refused_move_says_why(position: str, move: str, reason: str) -> None:
    """A refused move of One-Handed Solitaire says why, with a sentence for each mistake."""
    with pytest.raises(GameError) as refusal:
        after(position, move)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("position", "outcome", "left"),
    [
        ("+0", Outcome.WON, 0),
        ("4C 8S", Outcome.STUCK, 2),
        ("4C 8S 7D QH", Outcome.STUCK, 4),
        ("8S 7D QH 8D", None, 4),
        ("+48", None, 48),
        ("4C 8S 7D QH +1", None, 5),
    ],
)
def test_only_an_empty_row_wins(position: str, outcome: Outcome | None, left: int) -> None:
    """Only an empty row wins One-Handed Solitaire, and the score is the cards left."""
    state = RULES.notation.read_position(position)
    assert RULES.outcome(state) is outcome
    assert RULES.score(state).parts == (("cards", left),)


@pytest.mark.parametrize(
    ("position", "title", "place", "label"),
    [
        (SUIT, "Take out the inner two", 2, "7♦ Q♥ leave between 8♠ and 2♠ · cards 3-4"),
        (RANK, "Take out all four", 1, "8♠ 7♦ Q♥ 8♦ leave · cards 2-5"),
    ],
)
def test_the_menu_says_what_leaves(position: str, title: str, place: int, label: str) -> None:
    """The menu says in the player's words what leaves, with the place of its first card."""
    (menu,) = RULES.menus(RULES.notation.read_position(position))
    assert menu.title == title
    assert [(choice.place, choice.label) for choice in menu.choices] == [(place, label)]


@RANDOM_PLAY
@FEW
def test_cards_leave_only_by_removals_and_the_game_replays(seed: str, choices: list[int]) -> None:
    """The pack is what is left plus what was removed, and seed and moves lead there again."""
    played = walk(RULES, seed, choices)
    out = sum(len(move.at) for move in played.moves)
    row = played.last
    left = {*(pile.top for pile in row.piles), *row.stock}
    assert len(left) == len(row.piles) + len(row.stock) == 52 - out
    assert Session.replay(RULES, seed, played.moves).state == row


def test_a_stuck_game_names_the_outer_two_of_the_last_four() -> None:
    """A stuck game of One-Handed Solitaire names the outer two of the last four cards."""
    assert RULES.stuck(RULES.notation.read_position("JC 5S 9D KC 2H")) == (
        "5♠ and 2♥, the outer two of the last four cards, share neither suit nor rank."
    )
