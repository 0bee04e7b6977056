"""Surveys: how many of many deals are won, by perfect play, by a fair player or by following every hint.

Deals are identified by a seed and a number from 0, so that the same survey always counts the same deals,
whoever counts which part of them.
"""

from bot.solvers.win_rate.counting import growing, survey
from bot.solvers.win_rate.deals import Tally

__all__ = ["Tally", "growing", "survey"]
