"""What hints and checks say: a nudge, a move or a line, and how sure it is."""

from __future__ import annotations

import pytest

from bot.render.hint import Level, because_text, check_text, hint_text, turn_text
from bot.render.language import read_in
from bot.render.news import hint_news
from idle_year.advice import Check, Hint, advise, check
from idle_year.analysis import Analysis, LosingMove, losing_move
from idle_year.engine.games import find_game
from idle_year.engine.rules import DEAL, REDEAL
from idle_year.engine.session import Session
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.protocols import Answer, Limit, Verdict
from tests.languages import marked

__all__ = ["marked"]

pytestmark = pytest.mark.usefixtures("patient")

OPEN, NAPOLEON = (find_game(name) for name in ("accordion", "napoleon"))
PATIENT = Limit(seconds=60)
ROW = "5S 6S 6H KH"
"""Only 2< keeps the win: 3< and 4< lose it."""


def _told(game: str, position: str, level: Level = Level.MOVE) -> str:
    rules = find_game(game)
    return hint_text(advise(rules, rules.notation.read_position(position), PATIENT), level)


def test_a_proven_win_is_to_be_played() -> None:
    """A proven win says how many moves keep it."""
    told = _told("accordion", "5S 6S 6H 5H")
    assert told.startswith("Play ")
    assert told.endswith("You can still win (proven), and 3 of 4 moves keep the win.")


def test_a_way_to_win_may_end_with_a_card_that_nobody_has_seen() -> None:
    """Where any card that comes still wins, the way to win is told up to the deal of it."""
    rules = find_game("pyramid")
    view = rules.view(rules.start("tuesday"))
    found = Analysis(Verdict(Answer.WON, (DEAL,), hidden=True))
    assert hint_text(Hint(rules, view, DEAL, found), Level.LINE).startswith(
        "Deal one card. You can still win"
    )


def test_a_redeal_is_called_as_on_its_button() -> None:
    """Where only a redeal is left, a nudge has the words of the button that does it."""
    said = []
    for name in ("pyramid", "french"):
        rules = find_game(name)
        found = Analysis(Verdict(Answer.UNKNOWN))
        said.append(hint_text(Hint(rules, rules.start("tuesday"), REDEAL, found), Level.NUDGE))
    assert "then press **Turn the waste over**." in said[0]
    assert "then press **Redeal**." in said[1]


def test_who_never_could_win_is_told_so_by_a_hint() -> None:
    """In a deal that nobody could have won, a hint says that instead of that its player can no longer win."""
    rules = find_game("push-pin-single")
    view = rules.start("hl0")
    hint = Hint(rules, view, rules.moves(view)[0], Analysis(Verdict(Answer.LOST)), opening=Answer.LOST)
    told = hint_text(hint, Level.NUDGE)
    assert told == "Nobody could have won this deal (proven)."
    assert hint_news(hint, Level.NUDGE, None).nobody


def test_the_only_move_that_wins_is_called_so() -> None:
    """If any other move loses, a hint says that only one move is safe."""
    assert _told("accordion", ROW).endswith("but only one move keeps the win.")


def test_moves_that_are_one_button_are_one_move() -> None:
    """In Cribbage two moves that leave the same cards in the same order are one button, and one move."""
    assert _told("cribbage", "2S TC 8S 6S 7D =56").endswith("but only one move keeps the win.")


def test_a_nudge_names_a_rank_and_no_move() -> None:
    """A nudge names a rank to look at and no move, and says whether the game can be won."""
    nudge = _told("accordion", ROW, Level.NUDGE)
    assert nudge == "Look at the sixes. You can still win (proven), but only one move keeps the win."


def test_a_hint_that_gains_nothing_says_that_it_leads_to_the_end() -> None:
    """Where only kings of the stock can leave a Pyramid, a hint says that it leads to the end."""
    assert _told("pyramid", "9C / 2D 3H | 5S KH =2") == (
        "You can no longer win (proven). "
        "Dealing one card ends the game with 3 cards, the best you can still get."
    )


def test_a_line_tells_all_moves_that_win() -> None:
    """A line of a hint tells each move that wins by its cards."""
    told = _told("accordion", ROW, Level.LINE)
    assert told.startswith("Play 6♠ onto 5♠, then 6♥ onto 6♠, then K♥ onto 6♥. You can still win")


def test_a_long_line_is_cut() -> None:
    """A long line is cut after five moves, with how many more there are."""
    told = hint_text(advise(OPEN, OPEN.start("tuesday"), PATIENT), Level.LINE)
    assert told.count(", then ") == 4
    assert ", and 46 more moves. You can still win (proven)" in told
    assert "<" not in told


def test_a_hint_scores_as_the_button_does() -> None:
    """A hint in Cribbage names the points and the cards that stay, as `+3 run: keep 5♥ 7♦` does."""
    rules = find_game("cribbage")
    view = rules.notation.read_position("9C 7D 5H 6S +3")
    move = rules.notation.read_move("r@2-4:2>4", view)
    scores = "for a run of 5♥, 6♠ and 7♦, keeping 5♥ and 7♦"
    won = hint_text(Hint(rules, view, move, Analysis(Verdict(Answer.WON, (move,)))))
    assert won.startswith(f"Score 3 {scores}. You can still win")
    lost = turn_text(rules, LosingMove(0, view, move, (DEAL,)))
    assert lost == f"Move 1 lost the win: scoring 3 {scores}. Dealing one card would still have won."


def test_a_letter_says_what_it_does() -> None:
    """A letter in a hint says what it does, for players who have never typed one."""
    told = _told("till-dawn", "5S 5D +50")
    assert told.startswith("Deal one card. Estimate from the cards you can see: you'd win between ")
    assert _told("till-dawn", "5S 5D +50", Level.NUDGE).startswith("Look at the cards you haven't dealt yet.")


def test_a_loss_is_told_with_the_best_that_is_left() -> None:
    """A loss is told with the best that is left and the move that leads to it."""
    assert _told("accordion", "5S 6S TD KC") == (
        "You can no longer win (proven). 6♠ onto 5♠ leads to 3 piles, the best you can still get."
    )


def test_what_is_not_settled_is_called_so() -> None:
    """With hardly any time a hint proposes a move and calls nothing proven."""
    told = hint_text(advise(NAPOLEON, NAPOLEON.start("tuesday"), Limit(nodes=1, seconds=1e-9)))
    assert told.startswith("Try ")
    assert "roven" not in told


def test_an_estimate_is_never_called_proof() -> None:
    """An estimate says what it is based on, and is never called a proof."""
    told = _told("parlett", "5S 6S KD QD +3")
    assert "Estimate from the cards you can see: " in told
    assert "roven" not in told


def test_a_small_chance_is_less_than_what_is_said_of_it() -> None:
    """A small chance is less than what is said of it: 1.4 in 1000 at most are fewer than 2."""
    rules = find_game("parlett")
    view = rules.notation.read_position("5S 6S KD QD +3")
    move = rules.moves(view)[0]
    found = Analysis(
        Verdict(Answer.UNKNOWN, hidden=True), chances=(Chance(move, 0.0004, 0.0004, 0.0, 0.0014),)
    )
    assert "fewer than 2 of 1,000 games like this" in hint_text(Hint(rules, view, move, found))


def test_where_nothing_leads_on_a_hint_says_so() -> None:
    """Where nothing leads on a hint says so, together with the score reached."""
    state = NAPOLEON.notation.read_position("9D 8C7C KC KD KH KS QC QD - - w:2C f:KSKHJCJDQH")
    moves = [move for move in NAPOLEON.moves(state) if NAPOLEON.play(state, move).up == state.up]
    found = Analysis(Verdict(Answer.UNKNOWN), chances=tuple(Chance.certain(move, 0, 0) for move in moves))
    for level in Level:
        told = hint_text(Hint(NAPOLEON, state, None, found), level)
        assert told.startswith("I can't tell: there wasn't time")
        assert told.endswith(
            f"I found nothing better than {state.up} cards on the aces: you may as well resign."
        )


def test_the_move_that_lost_the_game_is_named() -> None:
    """The move that lost the game is named, beside the one that would have won."""
    start = OPEN.notation.read_position(ROW)
    moves = [OPEN.notation.read_move(token, start) for token in ("3<", "3<")]
    states = [start]
    for move in moves:
        states.append(OPEN.play(states[-1], move))
    turn = losing_move(OPEN, states, moves, PATIENT)
    assert turn is not None
    told = "Move 1 lost the win: 6♥ onto 6♠. 6♠ onto 5♠ would still have won."
    assert turn_text(OPEN, turn) == told
    foreseen = told.replace("6♠ onto 5♠", "With every card known, 6♠ onto 5♠")
    assert turn_text(OPEN, turn, foreseen=True) == foreseen
    lost = Analysis(Verdict(Answer.LOST))
    assert check_text(Check(OPEN, states[-1], lost, turn)) == f"You can no longer win (proven). {told}"
    assert check_text(Check(OPEN, states[-1], lost, None)) == "You can no longer win (proven)."


@pytest.mark.parametrize(
    ("game", "position", "line", "because"),
    [
        ("accordion", "5S 8C 8S KD KH", "5< 3< 2<", "That makes way for 8♠ onto 5♠."),
        ("accordion", "5S 8C 8S KD KH", "5< 3< 4<", ""),
        (
            "cribbage",
            "3S 7S KD KS =10",
            "p@3-4:3>4 p@3-4:4>3 f@1-3:1>2",
            "That makes way for scoring 3 for three spades, keeping 3♠ and K♠.",
        ),
        ("cribbage", "3S 7S KD KS +1 =10", "d p@3-4:4>3 f@1-3:1>2", ""),
    ],
)
def test_what_a_better_move_makes_possible_is_told(game: str, position: str, line: str, because: str) -> None:
    """A better move is told with what it makes possible, unless that was possible anyway."""
    rules = find_game(game)
    state, (played, better, then) = rules.notation.read_position(position), line.split()
    lost, wins = (rules.notation.read_move(move, state) for move in (played, better))
    after = rules.play(state, wins)
    turn = LosingMove(0, state, lost, (wins, rules.notation.read_move(then, after)))
    assert because_text(rules, turn) == because


def test_nobody_is_told_to_have_lost_what_could_not_be_won() -> None:
    """A check of a deal that nobody could win says that, and not that its player can no longer do so."""
    found = check(Session.deal(find_game("late-binding"), "s0").play("3<"), PATIENT)
    assert check_text(found) == "Nobody could have won this deal (proven)."


def test_a_check_tells_no_move_of_a_deal_that_can_be_won() -> None:
    """A check of a deal that can be won tells no move, as that is what hints are for."""
    told = check_text(check(Session.deal(OPEN, "tuesday"), PATIENT))
    assert told.startswith("You can still win (proven)")
    assert "<" not in told


@pytest.mark.usefixtures("marked")
def test_a_hint_is_in_the_readers_language() -> None:
    """Where to look, what to play and how sure that is are sentences of the reader's language."""
    sure = "⟦You can still win (proven), but only one move keeps the win.⟧"
    with read_in("de"):
        nudge, move, line = (_told("accordion", ROW, level) for level in Level)
    assert nudge == f"⟦Look at the sixes.⟧ {sure}"
    assert move == f"⟦Play 6♠ onto 5♠.⟧ {sure}"
    begun = "⟦⟦play 6♠ onto 5♠⟧, then ⟦6♥ onto 6♠⟧⟧"
    assert line == f"⟦⟦{begun}, then ⟦K♥ onto 6♥⟧⟧.⟧ {sure}"
