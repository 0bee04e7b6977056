"""Solvers answer for the rules that they support, and leave all others to the plain search."""

from __future__ import annotations

import contextlib
import dataclasses
import random
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.audit.claims import false_claims, false_of_solvers
from bot.audit.drawing import draw
from bot.audit.reading import TooManyStates
from idle_year.engine.cards import Card
from idle_year.engine.games import ALL
from idle_year.engine.games.accordion import Compulsion, Destination
from idle_year.engine.games.leaving import Blocks, Pairs
from idle_year.solvers.generic import Search
from idle_year.solvers.registry import counter_for, fair_counter_for, player_for, solver_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from idle_year.engine.rules import AnyRules

_OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "accordion": {
        "distances": ((1, 2), (1, 3), (2, 3), (1, 4), (2, 5), (3, 1), (1,), (1, 2, 3)),
        "rightward": (False, True),
        "cards": (10, 18, 52),
        "face_up": (None, 1, 2, 5),
        "compulsion": tuple(Compulsion),
        "destination": tuple(Destination),
        "target": (1, 2, 3),
        "goal_card": (False, True),
    },
    "marriage": {
        "leaving": (
            Blocks(any_cards=(1,)),
            Blocks(any_cards=(2,)),
            Blocks(any_cards=(1, 2)),
            Blocks(any_cards=(3,)),
            Blocks(any_cards=(1, 2, 3)),
            Blocks(any_cards=(2,), pairs=(4, 6)),
            Blocks(any_cards=(1,), pairs=(3,)),
            Blocks(any_cards=(2,), pairs=(2,)),
            Blocks(any_cards=(1, 2), pairs=(4, 6, 8)),
            Blocks(any_cards=(1,), pairs=(2, 10)),
            Blocks(any_cards=(1,), suit_run=2),
            Blocks(any_cards=(1, 2), suit_run=3),
            Pairs((1, 2)),
            Pairs((1, 3)),
            Pairs((2, 3)),
            Pairs((2, 4)),
            Pairs((3, 5)),
            Pairs((3, 1)),
        ),
        "packs": (1, 2),
        "ends": (None, (Card.read("QH"), Card.read("KH"))),
        "singly": (False, True),
        "compulsory": (False, True),
        "redeal": (False, True),
        "target": (0, 1, 2, 3, 4),
    },
    "cribbage": {"late_win": (False, True)},
    "napoleon": {"plays_aces": (False, True)},
    "pyramid": {"passes": (None, 1, 2, 5, 8, 9, 20), "whole_pack": (False, True)},
}
_POSITIONS = {"napoleon": 2}
"""Positions tested per family after a change, if not four."""
_GAMES = 3
"""In how many games of its family each value of an option is tried."""
_FEW_CARDS = 18
"""With how many cards fair players play, where a game may have so few: a pack takes them half a second."""
_CHANGES, _AT_ONCE = 2, 3
"""How often each game is changed at random, and in how many options, where it has more than one."""


def _changed(family: str, chance: random.Random) -> Iterator[AnyRules]:
    """Yield games of a family, each option changed in some of them, and in all of them several at once."""
    games = [rules for rules in ALL.values() if rules.family == family]
    for name, values in _OPTIONS[family].items():
        able = [rules for rules in games if _has(rules, name)]
        for value in values:
            for rules in chance.sample(able, min(_GAMES, len(able))):
                yield _with(rules, {name: value})
    for rules in games:
        options = sorted(name for name in _OPTIONS[family] if _has(rules, name))
        for _ in range(_CHANGES if len(options) > 1 else 0):
            some = chance.sample(options, min(_AT_ONCE, len(options)))
            yield _with(rules, {name: chance.choice(_OPTIONS[family][name]) for name in some})


def _has(rules: AnyRules, option: str) -> bool:
    return rules.id != "one-handed" or option in {"compulsory", "ends", "target"}


def _with(rules: AnyRules, change: dict[str, Any]) -> AnyRules:
    return cast("AnyRules", dataclasses.replace(cast("Any", rules), **change))


@pytest.mark.parametrize("family", _OPTIONS)
def test_every_option_is_known_or_refused(family: str) -> None:
    """Whatever is changed in the rules of a game, nothing false is proven, and nothing crashes."""
    chance = random.Random(family)  # noqa: S311  the same changes every time
    for changed in _changed(family, chance):
        for position in range(_POSITIONS.get(family, 4)):
            state = draw(changed, chance)
            claims = false_of_solvers if position else false_claims
            with contextlib.suppress(TooManyStates):
                assert list(claims(changed, state, 300)) == [], (changed, state)
        count, few = counter_for(changed), _with_few_cards(changed)
        assert count is None or sum(count(changed, 1, 0, 1) or ()) in (0, 1)
        play = fair_counter_for(few)
        assert play is None or play(few, 1, 0, 1) in (0, 1)


def _with_few_cards(rules: Any) -> AnyRules:
    return _with(rules, {"cards": min(rules.cards, _FEW_CARDS)} if "cards" in _OPTIONS[rules.family] else {})


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_no_game_of_ours_is_left_to_the_plain_search(rules: AnyRules) -> None:
    """Each of our games has a solver of its own, and a fair player if it hides cards."""
    assert not isinstance(solver_for(rules), Search)
    hides = rules.hides(rules.start("hides"))
    assert (player_for(rules) is not None) == hides
