"""Dividing a survey into parts."""

from __future__ import annotations

from bot.solvers.win_rate.parts import Parts


def test_parts_follow_each_other_to_the_end() -> None:
    """No deal is left out or counted twice, and none is beyond the last."""
    parts, taken = Parts(begun=3, deals=1000, seconds=1.0), []
    while parts.left:
        taken.append(parts.take())
        parts.learn(taken[-1][1], 0.1)
    assert taken[0][0] == 3
    assert [first for first, _ in taken[1:]] == [first + count for first, count in taken[:-1]]
    assert sum(taken[-1]) == 1000


def test_a_part_takes_as_long_as_it_should() -> None:
    """The size follows from how long the last part took."""
    parts = Parts(begun=0, deals=10**9, seconds=2.0)
    parts.learn(100, 1.0)
    assert parts.take() == (0, 200)


def test_one_lucky_deal_makes_no_endless_part() -> None:
    """It may finish at once while the next takes a second."""
    parts = Parts(begun=0, deals=10**9, seconds=1.0)
    parts.learn(1, 0.0)
    assert parts.take()[1] < 100


def test_a_slow_deal_is_a_part_of_its_own() -> None:
    """A part has at least one deal."""
    parts = Parts(begun=0, deals=10, seconds=1.0)
    parts.learn(1, 60.0)
    assert parts.take() == (0, 1)
