"""What Napoleon at St Helena allows, refuses, plays automatically, wins and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from idle_year.engine.cards import PACK, Card, shuffled
from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL, find_game
from idle_year.engine.line import play_line
from idle_year.engine.rules import DEAL, Outcome, Pile
from tests.idle_year.engine.walks import FEW, RANDOM_PLAY, walk

if TYPE_CHECKING:
    from idle_year.engine.positions.napoleon import Columns

BOTH = pytest.mark.parametrize("game", ["napoleon", "napoleon-manual"])
TABLE = "9C8S 9D 7S KC8S 6S KH - - 3C4C5D 2D w:3SQD f:AHAH2S | AS 2H"


def position(game: str, text: str) -> Columns:
    """Read a position."""
    return ALL[game].notation.read_position(text)  # type: ignore[no-any-return]  # the states of ALL are of any kind


def legal(game: str, text: str) -> list[str]:
    """List the legal moves of a position as text."""
    rules = ALL[game]
    return [rules.notation.write_move(move) for move in rules.moves(position(game, text))]


def after(game: str, text: str, line: str) -> str:
    """Play a line from a position and write the resulting position."""
    rules = ALL[game]
    return rules.notation.write_position(play_line(rules, position(game, text), line).state)


class TestDeal:
    """How a game begins."""

    def test_ten_columns_of_four_are_dealt_by_rows(self) -> None:
        """Napoleon deals ten columns of four cards by rows, and 64 cards are left."""
        order = shuffled((*PACK, *PACK), "tuesday")
        state = ALL["napoleon-manual"].start("tuesday")
        assert [column[0] for column in state.columns] == list(order[:10])
        assert [column[3] for column in state.columns] == list(order[30:40])
        assert (state.stock, state.waste, state.up) == (order[40:], (), 0)

    def test_aces_on_top_are_played_before_anybody_looks(self) -> None:
        """With automatic aces none is left on top of a column when the player first sees the table."""
        starts = [ALL["napoleon"].start(str(seed)) for seed in range(20)]
        assert any(state.up for state in starts)
        assert not any(column[-1].rank == 0 for state in starts for column in state.columns)

    def test_it_has_another_name(self) -> None:
        """Napoleon is found as Forty Thieves, too, as most players know it."""
        assert find_game("Forty Thieves").id == find_game("Napoleon at St. Helena").id == "napoleon"


class TestMoves:
    """What may go where."""

    def test_every_move_is_listed_in_order(self) -> None:
        """Moves are listed from the waste first, then by column, to foundations first, and dealing last."""
        assert legal("napoleon", TABLE) == (
            "w>t7 w>t8 t1>t7 t1>t8 t3>t1 t3>t4 t4>t7 t4>t8 t5>t3 t9>t7 t9>t8 d".split()
        )

    def test_a_card_goes_up_from_waste_and_columns(self) -> None:
        """A card goes up from the waste and the columns to either foundation of its suit."""
        assert legal("napoleon", "4S5H 2S - - - - - - - - w:3S f:2SAS")[0] == "w>f"
        assert (
            after("napoleon", "9H2S 3S - - - - - - - - f:2SAS", "t1>f t2>f") == "9H - - - - - - - - - f:3S2S"
        )

    def test_a_king_takes_no_ace_of_the_next_suit(self) -> None:
        """A king takes no ace of the next suit."""
        assert "t1>t2" not in legal("napoleon-manual", "3CKC 4CAD - - - - - - - - +1")

    def test_a_card_may_be_named(self) -> None:
        """A move may name its card instead of the place where it lies."""
        assert after("napoleon", TABLE, "7S>t1").split()[:3] == ["9C8S7S", "9D", "-"]
        assert after("napoleon", TABLE, "qd>t7").split()[6] == "QD"

    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            ("t3>t2", "7♠ goes only onto 8♠, and column 2 shows 9♦."),
            ("t6>t2", "K♥ goes onto no other card, and column 2 shows 9♦."),
            ("t2>t7", "9♦ is alone in column 2: in another empty column nothing would change."),
            ("t3>t3", "7♠ lies on column 3 already."),
            ("t7>t1", "Column 7 is empty."),
            ("t1>f", "The spades' foundations wait for A♠ and 3♠, and this is 8♠."),
            ("t6>f", "The hearts' foundations wait for 2♥, and this is K♥."),
            ("f>t1", "Cards on the foundations stay there."),
            ("t1>w", "No card goes back to the waste: d turns one of the stock onto it."),
            ("r", "There is no redeal: the waste is never turned over."),
        ],
    )
    @BOTH
    def test_a_refused_move_says_why(self, game: str, move: str, reason: str) -> None:
        """A refused move of Napoleon says why, with a sentence for each mistake."""
        with pytest.raises(IllegalMove) as refusal:
            after(game, TABLE, move)
        assert str(refusal.value) == reason

    @pytest.mark.parametrize(
        ("text", "move", "reason"),
        [
            ("3C - - - - - - - - - f:AC +1", "w>f", "The waste is empty."),
            ("3C 2D - - - - - - - - f:2C", "d", "There's no card left to deal, and no redeal."),
            (
                "3C - - - - - - - - - +64",
                "d",
                "The next card is face down here: write the stock after | to deal from it.",
            ),
            (
                "3C4D 5D - - - - - - - - f:AD",
                "t1>t2",
                "The game is over: no more cards can go up onto the aces.",
            ),
        ],
    )
    def test_what_is_empty_or_over_says_so(self, text: str, move: str, reason: str) -> None:
        """A move of Napoleon from what is empty, or in a game that is over, says so."""
        with pytest.raises(IllegalMove) as refusal:
            after("napoleon", text, move)
        assert str(refusal.value) == reason


class TestAces:
    """Who plays the aces."""

    def test_the_engine_plays_aces_from_the_stock(self) -> None:
        """An ace that is turned up goes to its foundation before the player sees it."""
        assert (
            after("napoleon", "3C - - - - - - - - - w:9H | AS 5D", "d")
            == "3C - - - - - - - - - w:9H f:AS | 5D"
        )

    def test_one_ace_may_free_the_next(self) -> None:
        """The engine continues until no ace is available, in the columns or in the waste."""
        line = "ADAS2C 3C - - - - - - - - w:AHAC9D | 8H"
        assert after("napoleon", line, "t1>t2 w>t3") == "- 3C2C 9D - - - - - - - f:ACADAHAS | 8H"

    def test_by_hand_aces_wait(self) -> None:
        """Where aces are played by hand they wait, and the player moves them."""
        assert after("napoleon-manual", "3C - - - - - - - - - | AS", "d") == "3C - - - - - - - - - w:AS"
        assert "w>f" in legal("napoleon-manual", "3C - - - - - - - - - w:AS")


class TestEnd:
    """When a game is over, and what it is worth."""

    def test_all_cards_up_is_a_win(self) -> None:
        """The last king on its foundation wins the game."""
        rules = ALL["napoleon"]
        last = play_line(rules, position("napoleon", "KS - - - - - - - - - f:KCKCKDKDKHKHKSQS"), "t1>f").state
        assert rules.outcome(last) is Outcome.WON
        assert rules.moves(last) == ()

    def test_moves_that_lead_nowhere_end_the_game(self) -> None:
        """Cards that can only be moved to and fro do not keep a game alive."""
        text = "3C4D 5D6H - - - - - - - - f:AS"
        assert ALL["napoleon"].outcome(position("napoleon", text)) is Outcome.STUCK
        assert legal("napoleon", text) == []

    def test_a_card_that_can_be_dug_out_keeps_the_game_alive(self) -> None:
        """A card that can be dug out in two moves keeps the game alive."""
        text = "2S4D 5D6H - - - - - - - - f:AS"
        assert ALL["napoleon"].outcome(position("napoleon", text)) is None
        assert after("napoleon", text, "t1>t3 t1>f").endswith("f:2S")

    def test_a_card_that_can_be_dug_out_onto_another_keeps_it_alive(self) -> None:
        """If no column is empty, a card that can be dug out onto another keeps the game alive."""
        text = "2S4D KC KH 5D KC KD 7S 9S TD 3H f:AS"
        assert legal("napoleon", text) == ["t1>t4"]

    def test_a_stock_keeps_the_game_alive(self) -> None:
        """The game is not over as long as a card can be dealt."""
        assert legal("napoleon", "3C 5D 7H 9S JC KD 2H 4S 6C 8D +1") == ["d"]

    def test_a_game_that_is_too_wide_to_be_searched_goes_on(self) -> None:
        """A game that is too wide to be searched goes on, and the player decides."""
        text = "2C4D6H8STC 3D5H7S9CJD 3H5S7C9DJH 3S5C7D9HJS - - - - - -"
        assert ALL["napoleon"].outcome(position("napoleon", text)) is None

    def test_more_cards_up_rank_better(self) -> None:
        """The score of Napoleon is the number of cards on the foundations, and more rank better."""
        rules = ALL["napoleon"]
        two, one = (rules.score(position("napoleon", "- " * 10 + up)) for up in ("f:2S", "f:AS"))
        assert (two.parts, one.parts) == ((("foundation_cards", 2),), (("foundation_cards", 1),))
        assert two.rank < one.rank


class TestTable:
    """What the player sees."""

    def test_every_place_has_a_line(self) -> None:
        """Each place of Napoleon has a line in its table: columns have numbers, the others are named."""
        table = ALL["napoleon"].table(position("napoleon", TABLE))
        labels = [row.label or ("", "") for row in table.rows]
        assert [text for text, _ in labels] == [*(f"{n:>2}" for n in range(1, 11)), "waste", " aces"]
        assert [said for _, said in labels][8:] == ["Column 9", "Column 10", "Waste", "Aces"]
        assert table.rows[8].piles == tuple(Pile(Card.read(card)) for card in ("3C", "4C", "5D"))
        assert table.rows[6].piles == (None,)
        assert table.rows[10].piles == (Pile(Card.read("QD"), 2),)
        assert table.rows[11].piles[4:] == (*[Pile(Card.read("AH"))] * 2, Pile(Card.read("2S"), 2), None)
        assert (table.stock, table.notes) == (2, ("4 of 104 cards on the aces", "2 in the waste"))

    def test_an_empty_waste_is_an_empty_place(self) -> None:
        """An empty waste is shown as an empty place."""
        assert ALL["napoleon"].table(position("napoleon", "3C " * 2 + "- " * 8)).rows[10].piles == (None,)

    def test_menus_speak_of_cards(self) -> None:
        """Each kind of move has its menu, and each move says what goes onto what."""
        state = position("napoleon-manual", "9C8S AS 7S - 4D5H KS KS KC KC QC w:3D f:2D | 2H")
        menus = {
            menu.title: [choice.label for choice in menu.choices]
            for menu in ALL["napoleon-manual"].menus(state)
        }
        assert menus["To a foundation"] == [
            "3♦ onto 2♦ · waste→foundation",
            "A♠ to a foundation · column 2→foundation",
        ]
        assert menus["From the waste"] == ["3♦ to the empty column · waste→column 4"]
        assert menus["Between columns"][:2] == [
            "8♠ to the empty column · column 1→column 4",
            "7♠ onto 8♠ · column 3→column 1",
        ]

    @BOTH
    @RANDOM_PLAY
    @FEW
    def test_menus_hold_every_move_but_dealing(self, game: str, seed: str, choices: list[int]) -> None:
        """Everything that can be typed in Napoleon can be picked from menus, except dealing."""
        rules = ALL[game]
        state = walk(rules, seed, choices).last
        listed = [choice.move for menu in rules.menus(state) for choice in menu.choices]
        assert sorted(listed) == sorted(move for move in rules.moves(state) if move != DEAL)
