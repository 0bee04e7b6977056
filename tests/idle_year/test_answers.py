"""What other programs ask the solvers, and who answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from idle_year import Answer, GameError, Limit, best, deal, hint, judge, prepare, puzzle, read, solve


def test_a_line_that_wins_wins() -> None:
    """What is said to be won is won by the moves that are said to win."""
    game = deal("late-binding", "tuesday")
    found = solve(game)
    assert (found.answer, found.solver) == ("won", "accordion.open")
    assert game.play(found.line).outcome == "won"
    assert judge(game)[found.line[0]] is Answer.WON


def test_the_best_score_is_reached_by_its_line() -> None:
    """The best score is reached by its line."""
    game = read("accordion", "5S 6S TD 5H KC")
    found = best(game)
    assert found.exact
    assert game.play(found.line).score == found.score


def test_a_hint_goes_by_what_a_player_sees() -> None:
    """The order of the stock changes no hint, and at the end of a game there is none."""
    seen = deal("goren", "tuesday").play("d d d").position
    shown, stock = seen.split(" | ")
    other = " ".join(reversed(stock.split()[:-1])) + f" {stock.split()[-1]}"
    assert hint(read("goren", seen)) == hint(read("goren", f"{shown} | {other}"))
    with pytest.raises(GameError, match="no move is left"):
        hint(read("accordion", "5S"))


def test_a_puzzle_is_the_same_each_time_and_its_moves_are_right() -> None:
    """A puzzle follows from its seed; the moves that are right keep the win, and all others lose it."""
    made = puzzle("accordion", 8)
    assert made is not None
    assert made == puzzle("accordion", "8")
    assert {move for move, answer in judge(made.game).items() if answer == "won"} == set(made.right)
    assert made.proof.follow(made.right).wrong is False
    assert puzzle("pyramid", 1) is None


@pytest.mark.slow
def test_compiling_is_said_once(tmp_path: Path) -> None:
    """Whoever has to wait for the compiler is told so, once on a machine."""
    program = "import idle_year; print(idle_year.prepare('concertina'), idle_year.prepare('concertina'))"

    def said() -> tuple[str, str]:
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
        done = subprocess.run(  # noqa: S603  our own code
            [sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True
        )
        return done.stdout, done.stderr

    assert said() == (
        "marriage.pairs marriage.pairs\n",
        "Compiling the solver `marriage.pairs`, once on this machine: some 7 seconds …\n",
    )
    assert said() == ("marriage.pairs marriage.pairs\n", "")


def test_without_the_compiler_the_plain_search_answers_and_says_so() -> None:
    """Without Numba the plain search answers within its limit, and both a warning and the answer say so."""
    program = """
import sys
sys.modules["numba"] = None
import warnings, idle_year
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    found = idle_year.solve(idle_year.read("accordion", "5S 6S 7S 8S"), idle_year.Limit(seconds=5))
    idle_year.prepare("accordion")
    try:
        idle_year.puzzle("accordion", 8)
    except idle_year.CannotCompile as error:
        assert "install idle-year[solvers]" in str(error)
print(found.answer, found.solver, [str(each.message) for each in told], [each.filename for each in told])
"""
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)  # noqa: S603  our own code
    assert done.stdout.startswith("won plain search ['The plain search answers")
    assert done.stdout.strip().endswith("['<string>']")


def test_what_nobody_can_know_is_told_from_what_takes_too_long() -> None:
    """An unknown answer says whether it is for a card or redeal that nobody knows."""
    assert solve(read("goren", "5S 6S +2")).hidden
    assert not solve(deal("accordion", "tuesday"), Limit(nodes=1)).hidden


def test_a_limit_ends_a_search() -> None:
    """What isn't settled within a limit is unknown, and never guessed."""
    assert solve(deal("accordion", "tuesday"), Limit(nodes=1)).answer is Answer.UNKNOWN
    assert prepare("accordion") == "accordion.open"
