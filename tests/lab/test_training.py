"""The making of weights: what is trained gets better."""

from __future__ import annotations

import numpy as np
import pytest

from bot.service.seeds import limit_of_proof
from idle_year.engine.games import find_game
from idle_year.solvers.cribbage.evaluation import SHAPES
from idle_year.solvers.difficulty import hardness
from idle_year.solvers.napoleon.best_first import new_workspace
from idle_year.solvers.napoleon.value_network import FEATURES, estimate, learned_network
from idle_year.solvers.registry import solver_for
from lab.training import cribbage, difficulty, napoleon

pytestmark = pytest.mark.night


def test_training_raises_the_points() -> None:
    """Training Cribbage's tables, which are empty at first, raises the points in the same games."""
    values = np.zeros((1, SHAPES), np.float32)
    first, last = (cribbage.train(np.uint64(3), 0, 800, 0.1, values) for _ in range(2))
    assert last > first


def test_the_value_network_knows_good_from_bad() -> None:
    """The value network gives better chances to deals won by the policy that it learned from."""
    features, ends = np.zeros((40, napoleon.SAMPLES, FEATURES), np.float32), np.zeros((40, 2), np.float32)
    napoleon.play_games(new_workspace(), np.uint64(1), 0, features, ends)
    chances = [np.mean([estimate(each, learned_network())[0] for each in game]) for game in features]
    won = [chance for chance, (win, _) in zip(chances, ends, strict=True) if win]
    lost = [chance for chance, (win, _) in zip(chances, ends, strict=True) if not win]
    assert len(won) >= 3
    assert np.mean(won) > 2 * np.mean(lost)


@pytest.mark.parametrize("game", ["late-binding", "cribbage"])
def test_stars_divide_the_deals_they_are_made_from(game: str) -> None:
    """The borders between the stars divide the deals that they are made from into fifths."""
    rules, borders = find_game(game), difficulty.borders(game, 50)
    deals = [rules.start(f"grade-{number}") for number in range(50)]
    found = [hardness(rules, solver_for(rules), deal, limit_of_proof(rules)) for deal in deals]
    hard = [each for each in found if each is not None]
    for number, border in enumerate(borders, 1):
        assert sum(each <= border for each in hard) == pytest.approx(len(hard) * number / 5, abs=2)


def test_a_network_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fitted to made-up games decided by a single feature, it distinguishes won from lost ones."""
    monkeypatch.setattr(napoleon, "_EPOCHS", 25)
    chance = np.random.default_rng(5)
    features = chance.normal(size=(300, napoleon.SAMPLES, FEATURES)).astype(np.float16)
    features[:, :, 3] = features[:, :1, 3]
    ends = np.repeat(features[:, 0, 3:4] > 0, 2, 1).astype(np.float32)
    network = np.concatenate([each.ravel() for layer in napoleon.fit(features, ends) for each in layer])
    assert len(network) == len(learned_network())
    chances = [estimate(game[0].astype(np.float32), network.astype(np.float32))[0] for game in features]
    assert np.mean((np.array(chances) > 0.5) == ends[:, 0]) > 0.9
