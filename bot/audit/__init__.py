"""Check all claims of solvers, players and hints against an exhaustive reading of small positions.

`drawing` generates the positions, `reading` plays everything that the rules allow, `claims` compares. None of
it knows how a solver works.
"""
