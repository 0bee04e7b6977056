"""Find wins, and prove that there are none; where cards are hidden, weigh moves by what may be known."""
