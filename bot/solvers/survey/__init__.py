"""Surveys: how many of many deals are won, by perfect play or by a fair player.

Deals are numbered from 0 and belong to a seed, so that the same survey always counts the same deals, whoever
counts which part of them.
"""

from bot.solvers.survey.counting import survey
from bot.solvers.survey.tally import Tally

__all__ = ["Tally", "survey"]
