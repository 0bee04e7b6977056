"""Hold all that solvers, players and hints claim against a reading of small positions that misses nothing.

`drawing` makes the positions, `reading` plays everything that the rules allow, `claims` compares. None of it
knows how a solver works.
"""
