"""What others are told about a game."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.share import Shared, share_text
from bot.service.review import Light, Review
from bot.service.seeds import random_seed
from bot.store import Kind, Result, Status
from idle_year.engine.games import ALL, find_game
from idle_year.engine.records import write_code, write_moves
from idle_year.engine.rules import AnyRules
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Answer
from tests.games import played_out
from tests.screens import game_of

LIGHTS = (*[Light.SAFE] * 4, Light.TRAPS, *[Light.SAFE] * 6, Light.ONLY, *[Light.LOST] * 4)
DAILY = Occasion("daily of 20 November 2026 ★★★★☆", sealed=True)


def _shared(session: Session[object], occasion: Occasion, **result: object) -> Shared:
    kept = Result("free", "stuck", 0, 5, len(session.moves), 540, None)._replace(**result)  # type: ignore[arg-type]
    review = None if occasion.sealed else Review(LIGHTS, None, False, Answer.UNKNOWN)
    return Shared(game_of(session, Status.FINISHED), kept, review, occasion)


def test_a_shared_daily() -> None:
    """A shared daily has its day, its stars and a strip, and neither code nor squares while the day runs."""
    session = played_out("accordion")
    first, result, bars = share_text(_shared(session, DAILY), Style()).splitlines()
    left = _after_each_tenth(session)
    assert (
        bars == f"`{''.join('▁▂▃▄▅▆▇█'[7 * piles // left[0]] for piles in left)}` piles left, tenth by tenth"
    )
    assert bars[1] == "█"
    assert first == "**Accordion · daily of 20 November 2026 ★★★★☆**"
    assert result.startswith("<@")
    assert result.endswith(" · 9:00 · unaided")


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        ({"left": -32}, "32 of 61 points · "),
        ({"left": -32, "outcome": "resigned"}, "resigned at 32 of 61 points · "),
        ({"left": -62, "outcome": "won"}, "🏆 62 points · "),
    ],
)
def test_points_are_told_with_what_was_needed(ended: dict[str, object], told: str) -> None:
    """Whoever reads of points that did not win reads how many would have."""
    assert f" · {told}" in share_text(_shared(played_out("cribbage"), DAILY, **ended), Style())


def _after_each_tenth(session: Session[Any]) -> list[int]:
    """Return how many piles were left after each tenth of a game, told from its table."""
    ends = [math.ceil(len(session.moves) * tenth / 10) for tenth in range(1, 11)]
    return [len(session.state_at(end).piles) for end in ends]


def test_a_strip_in_words() -> None:
    """A strip in words is what was left after each tenth of the game, or each move of a short one."""
    session = played_out("accordion")
    told = share_text(_shared(session, DAILY), Style(spoken=True)).splitlines()[2]
    assert told == f"piles left, tenth by tenth: {', '.join(map(str, _after_each_tenth(session)))}"
    short = replace(session, moves=session.moves[:3], state=session.state_at(3))
    assert share_text(_shared(short, DAILY), Style(spoken=True)).endswith("tenth by tenth: 51, 50, 49")


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_every_game_has_a_strip(rules: AnyRules) -> None:
    """The strip of each game has ten bars, of which the longest is full."""
    bars = share_text(_shared(played_out(rules.id), DAILY), Style()).splitlines()[2].split("`")[1]
    assert len(bars) == min(10, len(played_out(rules.id).moves))
    assert "█" in bars


def test_a_reopened_game_has_no_strip() -> None:
    """The moves since a game was reopened are not those of its result: its share says nothing of them."""
    text = share_text(_shared(played_out("accordion"), DAILY, from_before=True), Style())
    assert len(text.splitlines()) == 2


def test_a_shared_daily_tells_all_once_its_day_is_over() -> None:
    """A shared daily has squares and code once its day is over."""
    text = share_text(_shared(played_out("accordion"), DAILY._replace(sealed=False)), Style())
    _, _, squares, counts, code = text.splitlines()
    assert squares == "🟨🟦🟥🟥"
    assert counts == "-# 5 moves a square: 🟦 1 safe · 🟨 1 traps near · 🟥 2 win lost"
    assert code == "-# Play the same deal: `accordion:tuesday`"


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ({"assisted": 1}, " · assisted\n"),
        ({"kind": Kind.PRACTICE.value}, " · practice\n"),
        ({"outcome": "resigned"}, "resigned at "),
    ],
)
def test_what_kind_of_result_it_is(result: dict[str, object], told: str) -> None:
    """A share does not pass help, practice or resigning off as something better."""
    assert told in share_text(_shared(played_out("accordion"), Occasion(), **result), Style())


def test_a_won_game_has_a_cup() -> None:
    """A share of a won game has a cup."""
    rules = find_game("late-binding")
    record = "13<<< 14<<< 12< 12<<< 8< 8<<< 5< 8<<< 5<<< 8<<< 8< 7< 3< 3< 4<<< 3< 2<"
    won = Session.deal(rules, "tuesday").play(record)
    assert " · 🏆 1 pile · " in share_text(_shared(won, Occasion(), outcome="won", left=1), Style())


def test_a_deal_that_nobody_could_have_won_is_called_so() -> None:
    """A share says that nobody could have won a deal, once others no longer play it."""
    shared = _shared(played_out("accordion"), Occasion())
    assert shared.review is not None
    review = replace(shared.review, lights=(Light.NEVER,) * len(LIGHTS), opening=Answer.LOST)
    lost = shared._replace(review=review)
    _, _, bars, sign, _ = share_text(lost, Style()).splitlines()
    assert "█" in bars
    assert sign == "🚫 Nobody could have won this deal (proven)."
    assert "Nobody could have won" not in share_text(shared, Style())


def test_what_there_was_no_time_to_find_has_no_squares() -> None:
    """A share has bars in place of squares where no move could be settled in time."""
    shared = _shared(played_out("accordion"), Occasion())
    review = Review((Light.UNKNOWN,) * len(LIGHTS), None, won=False, opening=Answer.WON)
    text = share_text(shared._replace(review=review), Style())
    assert "█" in text
    assert "⬜" not in text


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_neither_cards_nor_moves_are_told(rules: AnyRules) -> None:
    """A share tells neither cards nor moves, as squares and in words."""
    session = replace(played_out(rules.id), seed="x" * 32)
    moves = write_moves(rules, session.moves).split()
    for style in (Style(), Style(spoken=True)):
        told = share_text(_shared(session, Occasion()), style).split("\n", 1)[1]
        assert not set("♣♦♥♠") & set(told)
        assert not {move for move in moves if len(move) > 1} & set(told.split())
        code = told.partition("deal: `")[2].partition("`")[0]
        assert len(code) <= 45


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_the_code_of_a_made_up_deal_is_told_of_every_game(rules: AnyRules) -> None:
    """The code of a made-up deal is told in a share, however long the game's name is."""
    session = replace(played_out(rules.id), seed=random_seed())
    code = write_code(rules.id, session.seed)
    assert f"`{code}`" in share_text(_shared(session, Occasion()), Style())


def test_a_preview_in_words() -> None:
    """A preview of a share in words has words for the squares."""
    lines = share_text(_shared(played_out("accordion"), Occasion()), Style(spoken=True)).splitlines()
    assert lines[2] == "traps near, safe, win lost, win lost"
    assert lines[3] == "-# 5 moves a square: 1 safe, 1 traps near, 2 win lost"
