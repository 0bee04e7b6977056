"""Surveys: how many of many deals are won, by perfect play, by a fair player or by whoever takes every hint.

Deals are numbered from 0 and belong to a seed, so that the same survey always counts the same deals, whoever
counts which part of them.
"""

from bot.solvers.win_rate.counting import growing, survey
from bot.solvers.win_rate.tally import Tally

__all__ = ["Tally", "growing", "survey"]
