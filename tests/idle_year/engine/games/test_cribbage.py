"""How a game of Cribbage Solitaire is played, ends and is shown, and why moves are refused."""

from __future__ import annotations

import random

import pytest

from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL, find_game
from idle_year.engine.line import play_line
from idle_year.engine.rules import Outcome
from idle_year.engine.session import NothingToUndo, Session
from tests.idle_year.engine.games.plain_cribbage import PlainGame
from tests.idle_year.engine.walks import FEW, RANDOM_PLAY, walk

RULES = ALL["cribbage"]
SEEDS = [str(number) for number in range(12)]


def legal(position: str, game: str = "cribbage") -> list[str]:
    """List the legal moves of a position as text."""
    rules = ALL[game]
    return [rules.notation.write_move(move) for move in rules.moves(rules.notation.read_position(position))]


def after(position: str, line: str, game: str = "cribbage") -> str:
    """Play a line from a position and write the resulting position."""
    rules = ALL[game]
    return rules.notation.write_position(play_line(rules, rules.notation.read_position(position), line).state)


class TestEnding:
    """How a game ends and what it is worth."""

    @pytest.mark.parametrize(
        ("game", "position", "outcome"),
        [
            ("cribbage", "KC 9D +5 =61", Outcome.WON),
            ("cribbage", "KC 9D =64", Outcome.WON),
            ("cribbage", "KC 9D +5 =60", None),
            ("cribbage", "KC 9D =60", Outcome.STUCK),
            ("cribbage", "9C 9D =60", None),
            ("cribbage-strict", "KC 9D +5 =61", Outcome.WON),
            ("cribbage-strict", "KC 9D =64", Outcome.STUCK),
            ("cribbage-strict", "9C 9D =61", None),
        ],
    )
    def test_outcomes(self, game: str, position: str, outcome: Outcome | None) -> None:
        """61 points win at once; with the strict deadline, only while a card is left in the stock."""
        rules = ALL[game]
        assert rules.outcome(rules.notation.read_position(position)) is outcome

    def test_a_won_game_is_over(self) -> None:
        """Once 61 points are reached nothing can be claimed or dealt."""
        assert legal("9C 9D +5 =61") == []
        state = RULES.notation.read_position("9C 9D +5 =61")
        assert RULES.menus(state) == ()
        assert RULES.table(state).notes == ("61 points",)
        with pytest.raises(IllegalMove, match=r"^The game is won with 61 points: nothing is left to play\.$"):
            after("9C 9D +5 =61", "d")

    def test_the_last_card_is_late_where_the_deadline_is_strict(self) -> None:
        """A claim for the 61st point wins before the last card; after it, it only scores."""
        early, late = (
            ALL["cribbage-strict"].outcome(play_line(ALL["cribbage-strict"], state, "p@1-2:1>2").state)
            for state in map(RULES.notation.read_position, ("9C 9D +1 =59", "9C 9D =59"))
        )
        assert (early, late) == (Outcome.WON, Outcome.STUCK)

    def test_points_that_come_too_late_are_announced(self) -> None:
        """With the strict deadline, players who claim after the last card are told that it wins nothing."""
        said = {
            (game, text): ALL[game].hopeless(RULES.notation.read_position(text))
            for game in ("cribbage", "cribbage-strict")
            for text in ("9C 9D +1 =59", "9C 9D =59")
        }
        assert said.pop(("cribbage-strict", "9C 9D =59")) == (
            "The last card is dealt, and you needed 61 points before it: this can't be won."
        )
        assert set(said.values()) == {None}

    def test_more_points_rank_first_and_then_the_cards_not_needed(self) -> None:
        """A win ranks above a loss, and of two wins with the same points the earlier ranks higher."""
        texts = ["9C KD =63", "9C KD +9 =61", "9C KD +3 =61", "9C KD +9 =60", "9C KD =2"]
        scores = [RULES.score(RULES.notation.read_position(text)) for text in texts]
        assert scores == sorted(scores, key=lambda score: score.rank)
        assert scores[1].parts == (("points", 61), ("stock", 9))
        assert scores[3].parts == (("points", 60),)


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        ("9C 7D 5H", "p@1-4:1>2", "There is no pile 4: the row has 3."),
        ("9C 7D 5H", "p@0-1:1>0", "There is no pile 0: the row has 3."),
        ("9C 7D 5H", "p@1-3:1>2", "Pair takes two neighbouring piles; 1-3 is three."),
        ("9C 7D 5H", "r@1-2:1>2", "Run of three takes three neighbouring piles; 1-2 is two."),
        ("9C 7D 5H 2S", "v@1-4:1>2", "Fifteen takes two or three neighbouring piles; 1-4 is four."),
        ("9C 7D 5H", "v@2-2:2>2", "Fifteen takes two or three neighbouring piles; 2-2 is one."),
        ("9C 7D 5H", "p@2-3:2>3", "7♦ 5♥ are not a pair."),
        ("9C 7D 5H", "t@1-3:2>3", "9♣ 7♦ 5♥ are not three of a kind."),
        ("9C 7D 5H", "f@1-3:2>3", "9♣ 7♦ 5♥ are not of one suit."),
        ("9C 7D 5H", "r@1-3:2>3", "9♣ 7♦ 5♥ are not a run."),
        ("7D 8S 9H", "s@1-3:2>3", "7♦ 8♠ 9♥ are not a run in one suit."),
        ("9C 7D 5H", "v@2-3:2>3", "7♦ 5♥ total 12, not 15."),
        (
            "7D 8S 5H",
            "v@1-2:1>2",
            "7♦ 8♠ lay side by side before this card was dealt: score what you see before you deal.",
        ),
        (
            "7D+7S 8H",
            "v@1-2:1>2",
            "7♦ 7♠ total 14, not 15.",
        ),
        (
            "AH 3S 2D KC-9D",
            "r@1-3:1>2",
            "A♥ 3♠ 2♦ lay side by side before this card was dealt: score what you see before you deal.",
        ),
        ("KC AH 3S 2D", "r@2-4:1>2", "Pile 1 isn't one of the piles 2-4 that you score."),
        ("KC AH 3S 2D", "r@2-4:2>1", "Pile 1 isn't one of the piles 2-4 that you score."),
        (
            "KC AH 3S 2D",
            "r@2-4:2>2",
            "Pile 2 can't go onto itself: name another of the piles that you score.",
        ),
        (
            "KC AH 3S 2D",
            "x@2-4:2>3",
            "Nothing scores as x: write one of p pair, t three of a kind, f three of one suit, r run of "
            "three, s run in one suit, v fifteen.",
        ),
        ("KC AH", "d", "There's no card left to deal."),
        ("KC +5", "d", "The next card is face down here: write the stock after | to deal from it."),
    ],
)
def test_a_refused_move_says_why(position: str, move: str, reason: str) -> None:
    """A refused claim of Cribbage says why, with a sentence for each mistake."""
    with pytest.raises(IllegalMove) as refusal:
        after(position, move)
    assert str(refusal.value) == reason


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("eager", [False, True], ids=["at random", "claiming"])
def test_whole_games_agree_with_the_rule_book(seed: str, *, eager: bool) -> None:
    """In every position the engine allows the same moves as a second program that follows the rule book."""
    dice = random.Random(seed)  # noqa: S311  a repeatable walk, no secret
    state = RULES.start(seed)
    plain = PlainGame(RULES.notation.write_position(state))
    while True:
        moves = RULES.moves(state)
        texts = [RULES.notation.write_move(move) for move in moves]
        assert texts == plain.legal()
        assert ([str(pile.top) for pile in state.piles], state.points) == (plain.tops, plain.points)
        assert sum(pile.size for pile in state.piles) + len(state.stock) == 52
        if not moves:
            break
        number = dice.randrange(max(1, len(moves) - 1) if eager else len(moves))
        state = RULES.play(state, moves[number])
        plain.play(texts[number])


@RANDOM_PLAY
@FEW
def test_undo_stops_at_a_card_that_was_seen(seed: str, choices: list[int]) -> None:
    """A claim can be taken back and played again; a deal cannot."""
    played = walk(RULES, seed, choices)
    for number, move in enumerate(played.moves, start=1):
        session = Session.replay(RULES, seed, played.moves[:number])
        assert session.state == played.states[number]
        if move.verb == "d":
            with pytest.raises(NothingToUndo):
                session.undo()
        else:
            assert session.undo().state == played.states[number - 1]
            assert session.undo().redo().state == played.states[number]


def test_the_view_hides_the_stock() -> None:
    """The player knows how many cards are left, but nothing of their order."""
    state = RULES.notation.read_position("KC 9D+9H 4S | 2C 3C =8")
    assert RULES.notation.write_position(RULES.view(state)) == "KC 9D+9H 4S +2 =8"


def test_the_table_names_the_open_claims() -> None:
    """The notes of a table give the points first, then the open claims with their worth and duration."""
    read = RULES.notation.read_position
    assert RULES.table(read("9C 7D 5H 6S +3 =17")).notes == (
        "17 of 61 points",
        "You can score 3: a run of 5♥, 6♠ and 7♦.",
        "Score before you deal again.",
    )
    assert RULES.table(read("KC 7D 7S +3")).notes[1:] == (
        "You can score 2: a pair of sevens.",
        "The pair at the end can wait one more card.",
    )
    assert RULES.table(read("KC 7D 7S")).notes[1:] == ("You can score 2: a pair of sevens.",)
    table = RULES.table(read("KC 2D +3"))
    assert (table.notes, table.stock) == (("0 of 61 points",), 3)


def test_menus_hold_each_kind_of_claim() -> None:
    """Menus hold each kind of claim in the order of the rules, and say what goes onto what."""
    menus = RULES.menus(RULES.notation.read_position("8D 7D 8S +3"))
    assert [menu.title for menu in menus] == ["Fifteen · 2 points"]
    assert [choice.label for choice in menus[0].choices] == [
        "7♦ onto 8♠: fifteen",
        "8♠ onto 7♦: fifteen",
    ]
    menus = RULES.menus(RULES.notation.read_position("8D 7D 9D"))
    titles = ["Three of one suit · 3 points", "Run of three · 3 points", "Run in one suit · 6 points"]
    assert [menu.title for menu in menus] == titles
    labels = [choice.label for choice in menus[1].choices]
    assert "8♦ onto 7♦: run of three with 9♦" in labels


@pytest.mark.parametrize("name", ["Cribbage", "Bill Beers", "cribbage solitaire"])
def test_it_is_found_by_its_other_names(name: str) -> None:
    """Cribbage Solitaire is found by each name that the books know it by."""
    assert find_game(name) is RULES
