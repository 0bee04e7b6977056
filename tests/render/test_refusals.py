"""Every refusal is one sentence, with its facts in it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.render.refusals import SENTENCES, refusal_text
from bot.service import daily, errors, kernels, limits, parlour, race, records, settings, wish
from bot.service.errors import Sealed, Use
from bot.service.game import Game, Seat
from bot.store import Status
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

PARLETT, PYRAMID = find_game("parlett"), find_game("pyramid")
GAME = Game(4, Seat(1, 2, None), False, 1, Status.PLAYING, Session.deal(PARLETT, "tuesday"))
SOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
_BASES: set[type[errors.Refusal]] = {wish.NotFound, errors._AboutGame, limits.TooMuch, parlour.NotNow}
"""Base classes of others, which are never raised themselves."""


def _kinds(base: type[errors.Refusal]) -> Iterator[type[errors.Refusal]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


def test_every_refusal_has_a_sentence() -> None:
    """Every refusal has a sentence, or a player would read what is meant for the log."""
    assert set(SENTENCES) == set(_kinds(errors.Refusal)) - _BASES


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (errors.NoGame(), "You have no game in this channel: deal one with /deal."),
        (
            errors.RulesChanged("Parlett", 99, 1),
            "The rules of Parlett have changed since this game was dealt (from 99 to 1), so it can't go on: "
            "deal a new one.",
        ),
        (
            errors.CutShort(GAME, GameError("There is no pile 60.")),
            "There is no pile 60. The moves before it were played: a card you have seen stays seen.",
        ),
        (
            Sealed(Use.PRACTISE),
            "Others still play this deal: you can practise it once the daily, race or puzzle is over.",
        ),
        (daily.NoDaily(date(2026, 11, 2)), "There's no daily of 2 November 2026."),
        (wish.NoneSoHard(PYRAMID, 2), "No deal of Pyramid has difficulty 2: choose 1, 3, 4 or 5."),
        (
            wish.NotInTime(PARLETT, 20.0),
            "No such deal of Parlett turned up in 20 seconds of searching: try again, or ask for less.",
        ),
        (
            wish.NotPrepared(kernels.Lack(PARLETT, SOON)),
            "No such deal was found. The solver of Parlett is still being prepared: "
            "ready <t:1795176000:R>. Ask again then.",
        ),
        (
            daily.NotMade(kernels.Lack(PARLETT, SOON)),
            "Today's is being prepared: ready <t:1795176000:R>. Ask again then.",
        ),
        (
            daily.NotMade(kernels.Lack(PARLETT, None)),
            "Today's can't be made. The solver of Parlett can't be prepared on this bot's machine: "
            "a simpler search stands in.",
        ),
        (
            daily.NotMade(None),
            "Today's is being prepared: try again in a minute.",
        ),
        (settings.NoSuchLine(), "A line of the board holds 5, 8, 10 or 13 cards."),
        (
            race.MayNotStop(),
            "Only whoever started this race, or somebody who can manage the server, can stop it.",
        ),
        (
            limits.TooFast(20, SOON + timedelta(seconds=0.5)),
            "The limit for one person is 20 in 10 seconds: go on <t:1795176001:R>.",
        ),
        (
            limits.TooManyPosts(6, SOON, 1),
            "One person may post 6 boards, races and results at once, then 1 in 10 seconds: "
            "go on <t:1795176000:R>, or play where only you see it.",
        ),
        (
            limits.TooManyDeals(100, SOON),
            "One person may be dealt 100 games at once, then 1 in 10 seconds: go on <t:1795176000:R>.",
        ),
        (
            limits.TooManyPosts(18, SOON, 3),
            "A channel may get 18 boards, races and results at once, then 3 in 10 seconds: "
            "go on <t:1795176000:R>, or play where only you see it.",
        ),
        (
            errors.TooManyGames(GAME, 100),
            "You have 100 games in play, which is the limit for one person. "
            "Finish or resign one first: the one you left longest ago is Parlett in direct messages.",
        ),
        (records.TooLarge(), "This isn't a recorded game: it has more than 64 kB."),
        (GameError("There is no pile 60."), "There is no pile 60."),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_refusal_says_what_is_wrong_and_what_to_do(refusal: GameError, sentence: str) -> None:
    """A refusal says what is wrong and what to do, and the rules of a game word their own."""
    assert refusal_text(refusal) == sentence


@pytest.mark.parametrize("use", Use)
def test_every_use_of_a_sealed_deal_has_words(use: Use) -> None:
    """Every use of a deal that others still play has words for what must wait."""
    assert refusal_text(Sealed(use)).startswith("Others still play this deal: you can ")
